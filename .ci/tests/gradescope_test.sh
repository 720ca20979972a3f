#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# gradescope_test.sh BUILD: the autograder for Gradescope, made with the tools in BUILD and run from
# another folder, as Gradescope runs it. (setup.sh installs packages: only its syntax is looked at.)
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1
assume_yes=false
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
failures=0

expect() { # expect WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then return; fi
  echo "FAILED: $what: $*"
  cat "$here/said"
  failures=$((failures + 1))
}

# Makes $here/a.zip, as the launcher does; nothing is built.
make_zip() (
  . <(sed -n '/^for part in/,/^# A course/p' "$root/lab" | sed '/^# A course/d')
  . <(sed -n '/^lab_of()/,/^tools_of()/p' "$root/lab" | sed '/^tools_of()/d')
  build_tools() { :; }
  arguments=() command=export
  gradescope_zip "$@"
)

make_zip 1 --out "$here/a.zip" --seed 77 >"$here/said" 2>&1
expect "it is made" [ -s "$here/a.zip" ]
expect "it says so" grep -q 'a.zip: the autograder of lab01, [0-9]* MiB, seed 77' "$here/said"
mkdir -p "$here/autograder/"{source,submission}
(cd "$here/autograder/source" && cmake -E tar xf "$here/a.zip") || exit 1
source=$here/autograder/source
for name in setup.sh run_autograder; do
  expect "$name is at the top and may be run" [ -x "$source/$name" ]
  expect "$name is right" bash -n "$source/$name"
done
expect "with what the tools were built on" grep -q "^machine=$(uname -m)$" "$source/cuda-labs/build/tools.txt"
expect "no answer is in it" [ ! -e "$source/cuda-labs/solutions" ]
expect "nor the tests" [ -z "$(find "$source" -name '*_test.cpp')" ]
chmod 755 "$here"
chmod -R go+rX "$here/autograder"
cp "$source/run_autograder" "$here/autograder/"

run() { # as Gradescope: in its folder; sets code
  (cd "$here/autograder" && AUTOGRADER=$here/autograder ./run_autograder) >"$here/said" 2>&1
  code=$?
}
says() { grep -q "$1" "$here/autograder/results/results.json"; }

echo '#error not yet' >"$here/autograder/submission/my file.cu"
run
expect "a submission is graded" [ $code = 0 ]
expect "its score" says '"score": 0.0'
expect "each check is a test" says 'the sum of two arrays, of any length'
expect "the compiler's message is told" says 'not yet'
expect "with the seed of the archive" grep -q 'seed 77' "$here/said"
touch "$here/autograder/submission/other.cu"
run
expect "two files are refused" [ $code = 0 ]
expect "with words" says 'Hand in one file, called lab01.cu. Here are 2 files'
mv "$source/cuda-labs/build/bin/guard" "$here/"
cp "$root/labs/"lab01_*/lab01.cu "$here/autograder/submission/"
run
expect "where the tools fail there are no results" [ ! -e "$here/autograder/results/results.json" ]
expect "and an exit code" [ $code != 0 ]
expect "as the grader's own failure" grep -q 'The grader ended with 3' "$here/said"
make_zip lab01 --out x.tar >"$here/said" 2>&1
expect "an archive of another kind is wrong usage" [ $? = 2 ]
make_zip >"$here/said" 2>&1
expect "a missing lab is wrong usage" [ $? = 2 ]
make_zip lab77 >"$here/said" 2>&1
expect "an unknown lab, too" [ $? = 2 ]
exit $((failures > 0))
