#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# full_disk.sh CLASS_TOOLS: a batch whose disk (a tmpfs of 600 KiB: to be run as root) is full in the middle, and goes on when
# there is room again.
set -eu
tools=$(readlink -f "$1")
scratch=$(mktemp -d)
trap 'cd / && umount "$scratch/grades" 2>/dev/null; rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir in grades
for i in $(seq -w 1 60); do echo "#error not yet, __global__ number $i" >"in/s$i.cu"; done
printf '[course]\nseed = 4\nbackend = "cpu"\nsandbox = "optional"\n[labs.lab04]\n' >course.toml
mount -t tmpfs -o size=600k none grades
code=0
"$tools" batch lab04 in >first.txt 2>&1 || code=$?
echo "with a full disk batch ends with $code:"
tail -n 6 first.txt
torn=0
for each in grades/lab04/results/*.json; do python3 -m json.tool "$each" >/dev/null || torn=$((torn + 1)); done
echo "results: $(find grades/lab04/results -name '*.json' | wc -l), of these torn: $torn"
mount -o remount,size=20m grades
code=0
"$tools" batch lab04 in >second.txt 2>&1 || code=$?
echo "with room again it ends with $code:"
sed -n '/Graded before/p;/Graded now/,$p' second.txt
