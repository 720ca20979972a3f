#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# slurm_test.sh CLASS_TOOLS: batches on a real Slurm of three nodes, with what happens on clusters: nodes
# die, the controller restarts, jobs are cancelled, partitions are drained. The gradebook must be that
# of this machine alone, byte for byte. The hand-ins do not compile: that is quick.
# shellcheck source=slurm_cluster.sh
. "$(dirname "${BASH_SOURCE[0]}")/slurm_cluster.sh"

class_tools=$(realpath "$1")
measure=$(realpath "${BASH_SOURCE[0]%/*}")/../measure
why=$(why_no_cluster)
if [ -n "$why" ]; then
  echo "Skipped: no Slurm can be tested here: $why."
  exit
fi
in_own_namespace "${BASH_SOURCE[0]}" "$@"

at=$(mktemp -d "${TMPDIR:-/tmp}/cudalab-slurm-XXXXXX")
trap 'stop_cluster; rm -rf "$at"' EXIT
cd "$at" || exit
failures=0

fail() { # fail WORDS
  echo "FAILED ($SECONDS s): $1"
  [ ! -e "$at/said" ] || sed 's/^/    /' "$at/said"
  tail -n 5 "$at/cluster/slurmctld.log" | sed 's/^/    /'
  failures=$((failures + 1))
}

batch() { # batch FOLDER OPTION...: into FOLDER
  "$class_tools" batch "${lab:-lab01}" "${hand_ins:-in}" --backend "${backend:-cpu}" --out "$@" >"$at/said" 2>&1
}
start_batch() {
  "$class_tools" batch "${lab:-lab01}" "${hand_ins:-in}" --backend "${backend:-cpu}" --out "$@" >"$at/said" 2>&1 &
  batch_process=$!
}
ends_with() { # ends_with CODE: the batch in the background
  has_ended() { ! kill -0 "$batch_process" 2>/dev/null; }
  until_true 60 has_ended || { fail "$what: it does not end" && kill -KILL "$batch_process"; }
  wait "$batch_process"
  local code=$?
  [ $code = "$1" ] || fail "$what: exit code $code and not $1"
}
says() { grep -qF -e "$1" "$at/said"; }
must_say() { says "$1" || fail "$what: it does not say '$1'"; }
same_gradebook() { cmp -s here/gradebook.csv "$1/gradebook.csv" || fail "$what: another gradebook"; }
in_state() { squeue --noheader --array --format=%T | grep -qx "$1"; }
some_state() { until_true 10 in_state "$1" || fail "$what: no task is $1"; }
nothing_queued() { [ -z "$(squeue --noheader)" ]; }

# Who starts class_tools on a node: waits there while a gate of this name is shut.
cat >on_node <<END
#!/bin/sh
while [ -e '$at/shut' ] || [ -e "$at/shut-\$SLURMD_NODENAME" ]; do sleep 0.1; done
case "\$*" in *--second-part) [ ! -e '$at/as_if_timed' ] || exec python3 '$at/as_if_timed' "\$@" ;; esac
exec '$class_tools' "\$@"
END
# Its task ends without a word when the grading of zoe's hand-in has begun.
cat >dies_with_zoe <<END
#!/bin/sh
begun() { cat '$at/dead/lab01/slurm/begun/zoe.json' 2>/dev/null; }
before=\$(begun)
'$class_tools' "\$@" &
while kill -0 \$! 2>/dev/null; do
  [ "\$(begun)" = "\$before" ] || exec kill -KILL \$!
  sleep 0.01
done
END
chmod +x on_node dies_with_zoe
quick=(--engine slurm --ask-after 0.1)
gated=("${quick[@]}" --on-node "$at/on_node")

mkdir in
for who in ann bob cem dan eve fay gus; do echo "#error $who's cuda" >in/$who.cu; done
printf '[course]\nseed = 4\nsandbox = "optional"\n[labs.lab01]\n[labs.lab04]\n' >course.toml
what="on this machine"
batch here || fail "$what"

what="no Slurm here"
PATH=/nowhere batch away --engine slurm
[ $? = 2 ] || fail "$what: not exit code 2"
must_say "there is no command 'scontrol' here"

start_cluster "$at/cluster" 3 2 3 || { fail "the cluster does not start" && exit 1; }
echo "the cluster stands after $SECONDS s"

what="a partition that is none"
batch away --engine slurm --sbatch "--partition=nowhere"
[ $? = 2 ] || fail "$what: not exit code 2"
must_say "invalid partition specified: nowhere"


lap() { echo "$what: $SECONDS s"; }

what="a node dies, jobs are cancelled and requeued by hand and preempted, in a partition that is drained meanwhile"
touch shut
start_batch died "${gated[@]}" --per-task 1
running_on() { squeue --noheader --array --format=%i --states=RUNNING --nodelist="$1"; }
all_run() { [ "$(running_on n1,n2,n3 | wc -l)" = 6 ]; }
until_true 20 all_run || fail "$what: not all cores have a task"
scontrol update PartitionName=main State=INACTIVE
kill_node n1
scontrol update NodeName=n1 State=DOWN Reason=died # the controller would see it a quarter of a minute later
mapfile -t jobs < <(running_on n3)
scancel "${jobs[0]}"
scontrol requeue "${jobs[1]}"
sbatch --quiet --partition=urgent --exclusive --nodelist=n2 --output=/dev/null --wrap true
was_preempted() { grep -q "preempted JobId=.* has been requeued" "$at/cluster/slurmctld.log"; }
until_true 10 was_preempted || fail "$what: nothing was preempted"
until_true 20 says "The rest is submitted when Slurm takes it" || fail "$what: no word of the partition"
rm shut
scontrol update PartitionName=main State=UP
ends_with 0
[ "$(grep -c '^Submitted: job' said)" -ge 4 ] || fail "$what: seven tasks in arrays of three at most are three arrays, and one task was lost"
must_say "Graded now: 7: 7 fail"
same_gradebook died
start_node n1
lap

what="the same command again"
batch died "${gated[@]}" || fail "$what"
must_say "Graded before, with the same file and settings: 7"
lap

what="the controller restarts, and the shell that submitted is stopped"
touch shut
start_batch again "${gated[@]}" --per-task 3
some_state RUNNING
stop_controller
until_true 10 says "gives no answer" || fail "$what: no word of it"
kill -TERM "$batch_process" # bash lets what stands behind & ignore SIGINT, which does the same
ends_with 143
must_say "The jobs go on"
start_controller
until_true 10 in_state RUNNING
start_batch again "${gated[@]}" --per-task 3
until_true 5 says "Jobs that go on since before" || fail "$what: jobs are not taken over"
rm shut
ends_with 0
! says "Submitted" || fail "$what: submitted twice"
same_gradebook again
lap

what="a partition that is drained from the beginning"
scontrol update PartitionName=main State=DRAIN
batch drained "${gated[@]}"
[ $? = 2 ] || fail "$what: not exit code 2"
must_say "Required partition not available (inactive or drain)"
scontrol update PartitionName=main State=UP

what="a hand-in whose task ends without a word"
mkdir few
cp -p in/ann.cu in/bob.cu few
cp -p in/gus.cu few/zoe.cu
until_true 10 nothing_queued
hand_ins=few start_batch dead "${quick[@]}" --on-node "$at/dies_with_zoe" --per-task 4 --sbatch "--nodelist=n1 --exclusive"
ends_with 3
must_say "failed: zoe: 3 tasks ended without a word"
must_say "Graded now: 2: 2 fail"
same_but_zoe() { diff <(grep -v ,zoe, dead/gradebook.csv) <(grep -v ',\(cem\|dan\|eve\|fay\|gus\),' here/gradebook.csv) >/dev/null; }
same_but_zoe || fail "$what: another gradebook"
lap

what="other tools on the nodes"
mkdir -p other/bin
ln -s "${class_tools%/bin/*}/lib" other/lib
{ cat "$class_tools" && echo; } >other/bin/class_tools
cp "${class_tools%/*}/emucc" other/bin/
chmod +x other/bin/class_tools
batch refused "${quick[@]}" --on-node "$at/other/bin/class_tools"
[ $? = 2 ] || fail "$what: not exit code 2"
must_say "The tools or the lab on node"
lap

# Node n3 has a GPU by name only. All that needs none is graded; then its task refuses.
what="speed on a GPU, after the rest"
mkdir timed
cp in/ann.cu timed
python3 "$measure/simulated_students.py" --reference timed/zoe.cu
two_parts=("${gated[@]}" --sbatch "--nodelist=n1" --sbatch-gpu "--nodelist=n3")
hand_ins=timed lab=lab04 backend=gpu batch two "${two_parts[@]}"
[ $? = 2 ] || fail "$what: not exit code 2"
must_say "Node n3: --backend gpu is not possible here"
must_say "Graded now: 1: 1 fail"
first_part=two/lab04/first_parts/zoe.json
[ -s $first_part ] && [ ! -e two/lab04/results/zoe.json ] || fail "$what: no first part of the file that is right"
written=$(stat --format=%Y%y $first_part)
"$class_tools" verify two/lab04/results/ann.json timed/ann.cu >"$at/said" 2>&1 || fail "$what: not reproduced where there is no GPU"
lap

what="a death between the parts, and one in the second"
# What a task on a GPU does, but for the measurement.
cat >as_if_timed <<END
import json, os, sys
folder = sys.argv[3] + "/lab04/"
task = int(os.environ["SLURM_ARRAY_TASK_ID"])
for one in json.load(open(folder + "slurm-gpu/" + sys.argv[5] + ".json"))["slices"][task]:
    found = json.load(open(folder + "first_parts/" + one["owner"] + ".json"))
    assert found["key"] == one["first_key"]
    for check in found["grade"]["checks"]:
        if check["data"].get("left_to") == "gpu":
            check.update(status="pass", points=check["max_points"])
            found["grade"]["points"] += check["points"]
            found["grade"]["max_points"] += check["points"]
    found.update(schema="cudalab/result/v1", key=one["key"], machine=os.environ["SLURMD_NODENAME"])
    json.dump(found, open(folder + "results/.part", "w"))
    os.rename(folder + "results/.part", folder + "results/" + one["owner"] + ".json")
END
touch shut
hand_ins=timed lab=lab04 backend=gpu start_batch two "${two_parts[@]}"
some_state RUNNING
scontrol show job | grep -q 'TresPerNode=gres:gpu:1' || fail "$what: no GPU is asked for"
scontrol show job | grep -q 'OverSubscribe=NO' || fail "$what: others may be on the node"
kill -TERM "$batch_process"
ends_with 143
must_say "Graded before, but for what needs a GPU: 1"
hand_ins=timed lab=lab04 backend=gpu start_batch two "${two_parts[@]}"
until_true 5 says "Jobs that go on since before" || fail "$what: jobs are not taken over"
rm shut
ends_with 0
! says "Submitted" || fail "$what: submitted twice"
must_say "Graded now: 1: 1 pass"
[ "$written" = "$(stat --format=%Y%y $first_part)" ] || fail "$what: the first part was graded again"
grep -q '"machine": "n3"' two/lab04/results/zoe.json || fail "$what: not graded on the node with a GPU"
grep -q '"tools": "CUDA Labs ' two/lab04/results/zoe.json || fail "$what: the grade does not name the tools"
[ "$(cut -d, -f8 two/gradebook.csv | sort -u | wc -l)" = 2 ] || fail "$what: two maxima"
lap

[ $failures = 0 ] && echo "All is well after $SECONDS s."
exit $((failures > 0))
