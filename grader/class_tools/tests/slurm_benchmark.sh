#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# slurm_benchmark.sh CLASS_TOOLS [COUNT [WHOLE]]: COUNT (2,000) hand-ins of lab 04, of which each WHOLEth (50) compiles
# (measure/simulated_students.py), graded by this machine alone and on four nodes of a Slurm on this machine, as many at
# once both times. Two of the nodes die meanwhile and come back. Says whether the gradebooks are the same and what both took.
# shellcheck source=slurm_cluster.sh
. "$(dirname "${BASH_SOURCE[0]}")/slurm_cluster.sh"

class_tools=$1 count=${2:-2000} whole=${3:-50} lab=lab04
students=$(realpath "${BASH_SOURCE[0]%/*}")/../measure/simulated_students.py
why=$(why_no_cluster)
[ -z "$why" ] || { echo "No Slurm can be started here: $why." && exit 2; }
in_own_namespace "${BASH_SOURCE[0]}" "$class_tools" "$count" "$whole"

at=$(mktemp -d "${TMPDIR:-/tmp}/cudalab-slurm-XXXXXX")
trap 'stop_cluster; rm -rf "$at"' EXIT
cd "$at" || exit
python3 "$students" in "$count" "$whole" || exit
printf '[course]\nseed = 4\nsandbox = "optional"\n[labs.%s]\n' "$lab" >course.toml
results() { find slurm -path '*/results/*.json' 2>/dev/null | wc -l; }
there_are() { [ "$(results)" -ge "$1" ]; }

started=$EPOCHREALTIME
"$class_tools" batch "$lab" in --backend cpu --jobs 4 --out local >local.txt || exit
alone=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $started }")
start_cluster "$at/cluster" 4 1 1001 || { echo "The cluster does not start." && exit 2; }
started=$EPOCHREALTIME
"$class_tools" batch "$lab" in --backend cpu --engine slurm --out slurm >slurm.txt 2>&1 &
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
clustered=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $started }")
echo "Exit code $code; $count gradings: $alone s alone, $clustered s on four nodes of which two died"
cmp local/gradebook.csv slurm/gradebook.csv && echo "The gradebooks are the same."
