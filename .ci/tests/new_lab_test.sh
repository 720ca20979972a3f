#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# new_lab_test.sh BUILD: a lab is added to a copy of the course by ./lab new, and graded by the tools
# of the folder BUILD. Nothing but its own two folders changes, and it stops no other lab.
set -u
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tools=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset "${!GIT_@}" CXX
export CUDACXX=none HOME=$scratch LC_ALL=C.UTF-8
failures=0
course=$scratch/course

# ---- A small course: one lab, and tools that are built -------------------------------------------

mkdir -p "$course/build/bin" "$course/build/lib"
(cd "$source_root" && cp -r --parents lab .gitignore CMakePresets.json README.md common/cmake common/emulator/emulator.h \
  common/emulator/include common/findings common/lab common/lab_template common/launcher common/protocol common/worker \
  grader labs/lab04_* solutions/lab04_* "$course")
cp "$source_root/.ci/tests/new_lab/CMakeLists.txt" "$course"
cp "$tools/grader/generated/judge_headers.cpp" "$course/build"
cp "$tools"/bin/{grader,guard,emucc,list_gpus} "$course/build/bin" 2>/dev/null
cp -r "$tools"/lib/{preambles,libemulator.a,libemulator_nodebug.a,libworker_cpu.a,libprotocol.a} "$course/build/lib"
(cd "$course" && git init -q && git add -A &&
  git -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q -m x)

lab() { # runs ./lab; sets said, rc
  said=$("$course/lab" "$@" </dev/null 2>&1)
  rc=$?
}
expect() { # expect WHAT TEST...
  local what=$1
  shift
  if "$@"; then return; fi
  echo "FAILED: $what (exit code $rc)"
  echo "  said: $said"
  failures=$((failures + 1))
}
says() { [[ $said == *"$1"* ]]; }
exits_with() { [ "$rc" = "$1" ]; }
changed() { [ "$(git -C "$course" status --porcelain | LC_ALL=C sort | paste -sd ' ')" = "$1" ]; }
grade() { lab grade lab10 --backend cpu --seed 1 "$@"; }

# ---- A new lab -----------------------------------------------------------------------------------

for name in lab9_topic histogram lab10 lab10_Topic lab10_a/b lab10_; do
  lab new "$name"
  expect "'$name' is no name" exits_with 2
done
lab new lab04_again
expect "lab04 is taken" exits_with 2
expect "by which folder" says "labs/lab04_tiled_matmul"
lab new lab10_counting_words
expect "a lab is made" exits_with 0
expect "it is two new folders and nothing else" \
  changed "?? labs/lab10_counting_words/ ?? solutions/lab10_counting_words/"
lab new lab10_counting_words
expect "not twice" exits_with 2
expect "no placeholder is left" [ -z "$(grep -rlE 'lab00|Lab 00|The topic' "$course"/{labs,solutions}/lab10_*)" ]

grade
expect "the starter fails" exits_with 1
expect "with no points" says "Not yet: 0 of 100 points"
grade --solution
expect "the solution passes" exits_with 0
expect "with all points" says "Passed: 100 of 100 points"
sample=$(sed -n '/^<!-- sample: .*solution/,/^Passed/{/^[ P]/p;}' "$course"/labs/lab10_*/README.md)
expect "its page has a sample" [ "$(wc -l <<<"$sample")" = 3 ]
while IFS= read -r line; do
  expect "the page's '$line' is printed" grep -q -x -F -e "$line" <<<"$said"
done <<<"$sample"
grade --variant no_guard
expect "a mistake fails as its variant promises" exits_with 0
expect "for its reason" says "Access outside of its bounds"
grade --variant no_gard
expect "another name is refused" exits_with 2
expect "with the near one" says "lab10 has no variant 'no_gard'. Do you mean one of these?
  no_guard"
lab list
expect "it is in the list" says "Counting words"

# The host fills the output, so that it looks written.
sed -e '/BEGIN SOLUTION/,/END SOLUTION/d' -e 's/^  const int block = 256;/&\n  cudaMemset(d_out, 0, n * sizeof(float));/' \
  "$course/solutions/lab10_counting_words/lab10.cu" >"$scratch/empty.cu"
grade --file "$scratch/empty.cu"
expect "an empty kernel gets nothing" says "Not yet: 0 of 100 points"
expect "and is told why" says "every element of d_out is 0"

lab pages
expect "its page has its points" exits_with 0
expect "and no other page is written" \
  changed " M README.md ?? labs/lab10_counting_words/ ?? solutions/lab10_counting_words/"
expect "the table of labs gets its row" grep -q '^| \[lab10\]' "$course/README.md"
sed -i 's/| 60 |/| 61 |/' "$course"/labs/lab10_*/README.md
said=$("$course/build/bin/grader" pages --check 2>&1)
rc=$?
expect "points that are not the lab's are found" exits_with 1
expect "and their page named" says "labs/lab10_counting_words/README.md"
git -C "$course" checkout -q README.md

# ---- One that does not compile -------------------------------------------------------------------

echo 'int broken = "a lab";' >>"$course/labs/lab10_counting_words/lab10_grader.cpp"
rm -f "$course/build/lib/lab10_checks.so"
grade
expect "it cannot be graded" exits_with 3
expect "the compiler's message is shown" says "lab10_grader.cpp"
expect "with the mistake" says "int broken = "
lab grade lab04 --backend cpu --solution --exercise 1
expect "other labs can" exits_with 0
lab list
expect "and are listed" says "Tiled matrix multiplication"
expect "it is named" says "the checks of lab10 are not built"

rm -r "$course"/labs/lab10_* "$course"/solutions
lab grade lab04 --backend cpu --variant block_33x33
expect "a handout has no variants" exits_with 2
expect "and says why" says "which are not part of this copy of the course"
lab new lab10_topic
expect "a handout gets no new lab" exits_with 2
expect "and says why" says "This copy of the course is a handout"

[ $failures = 0 ] && echo "all tests of a new lab passed"
exit $((failures > 0))
