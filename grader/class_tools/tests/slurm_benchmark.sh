#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# slurm_benchmark.sh CLASS_TOOLS [COUNT [WHOLE [CORES [PER_TASK]]]]: COUNT (2,000) hand-ins of lab 04, of which each WHOLEth (50)
# compiles (measure/simulated_students.py), graded three times with CORES (4) at once: by this machine alone, on four nodes of a
# Slurm on this machine, and there with two of the nodes dying meanwhile and coming back. PER_TASK (20) hand-ins are in a task.
# Says what each took, and whether the gradebooks are the same; exit code 1 when they are not.
# shellcheck source=slurm_cluster.sh
. "$(dirname "${BASH_SOURCE[0]}")/slurm_cluster.sh"

class_tools=$(realpath "$1") count=${2:-2000} whole=${3:-50} cores=${4:-4} per_task=${5:-20} lab=lab04
students=$(realpath "${BASH_SOURCE[0]%/*}")/../measure/simulated_students.py
why=$(why_no_cluster)
[ -z "$why" ] || { echo "No Slurm can be started here: $why." && exit 2; }
[ $((cores % 4)) = 0 ] && [ "$cores" -gt 0 ] || { echo "CORES is divided among four nodes." && exit 2; }
in_own_namespace "${BASH_SOURCE[0]}" "$class_tools" "$count" "$whole" "$cores" "$per_task"

at=$(mktemp -d "${TMPDIR:-/tmp}/cudalab-slurm-XXXXXX")
trap 'stop_cluster; rm -rf "$at"' EXIT
cd "$at" || exit
python3 "$students" in "$count" "$whole" || exit
printf '[course]\nseed = 4\nsandbox = "optional"\n[labs.%s]\n' "$lab" >course.toml
results() { find died -path '*/results/*.json' 2>/dev/null | wc -l; }
there_are() { [ "$(results)" -ge "$1" ]; }
since() { awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $1 }"; }
on_nodes() { # on_nodes FOLDER
  "$class_tools" batch "$lab" in --backend cpu --engine slurm --per-task "$per_task" --out "$1" >"$1.txt" 2>&1
}

started=$EPOCHREALTIME
"$class_tools" batch "$lab" in --backend cpu --jobs "$cores" --out alone >alone.txt || exit
alone=$(since "$started")
echo "$count gradings, $cores at once on this machine alone: $alone s"
start_cluster "$at/cluster" 4 $((cores / 4)) 1001 || { echo "The cluster does not start." && exit 2; }
started=$EPOCHREALTIME
on_nodes nodes || { cat nodes.txt && exit 1; }
nodes=$(since "$started")
echo "on four nodes of $((cores / 4)): $nodes s, $(awk "BEGIN { printf \"%+.0f\", 100 * ($nodes / $alone - 1) }") %"

started=$EPOCHREALTIME
on_nodes died &
batch=$!
for node in n1 n3; do
  [ $node = n1 ] && part=4 || part=2
  until_true 100000 there_are $((count / part))
  kill_node $node
  echo "$node died after $(results) results"
  sleep 20 # the controller sees it by itself
  start_node $node
done
wait $batch
code=$?
echo "two of the nodes dying, each away for 20 s: $(since "$started") s, exit code $code"
for each in nodes died; do
  cmp alone/gradebook.csv $each/gradebook.csv || exit 1
done
echo "The gradebooks are the same, byte for byte."
exit $code
