#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Tests of ./lab handout: a course of two labs in a folder of its own, with answers to give away.
set -u
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset "${!GIT_@}"
failures=0 rc=0

# ---- A course to hand out ----------------------------------------------------------------------------

first_course() {
  course=$scratch/first
  local lab
  mkdir -p "$course/common" "$course/own_checks" "$course/docs/guides" "$course/grader/"{tests,course,term,class_tools} "$course/.ci"
  cp "$source_root/lab" "$course/"
  cp -r "$source_root/common/launcher" "$course/common/"
  for lab in lab01_one lab02_two; do
    mkdir -p "$course/labs/$lab" "$course/solutions/$lab"
    printf 'int given_by_it;\n  // BEGIN SOLUTION\n  // STARTER: // TODO\n  // STARTER:\n  // STARTER:   const int given_by_it = 1;\n  const int given_by_it = 1;\n  return x  +  x + %s; // that is all\n  // END SOLUTION\n' \
      "${lab%_*}" >"$course/solutions/$lab/${lab%_*}.cu"
    cp "$course/solutions/$lab/${lab%_*}.cu" "$course/labs/$lab/" # somebody has worked here
    echo "[other](../lab02_two/README.md) [page](../../docs/main.md)" >"$course/labs/$lab/README.md"
    printf '## Wrong\n\n### adds_only_once\n' >"$course/solutions/$lab/variants.md"
  done
  printf '| [a](../labs/lab01_one/README.md) |\n| [b](../labs/lab02_two/README.md) |\nHow [I\nteach](guides/instructor.md), as told\n([how we\nknow](guides/instructor.md)): auto f = [&](int i) {}.\n<!-- BEGIN not in the handout -->\nsecret\n<!-- END not in the handout -->\n<!-- sample: ./lab grade lab01 -->\n    shown\n' \
    >"$course/docs/main.md"
  echo secret | tee "$course/docs/guides/instructor.md" "$course/docs/new_page.md" \
    "$course/grader/tests/judge_test.cpp" "$course/grader/course/mutants.h" "$course/grader/"{term,class_tools}/code.cpp \
    "$course/.ci/run" "$course/own_checks/lab01.cpp" >/dev/null
  echo 'int judge;' >"$course/grader/judge.cpp"
  git -C "$course" init -q --template=
  commit
}

# As somebody begins with it, for a test of its own.
new_course() {
  course="$scratch/the course $RANDOM"
  out=$scratch/handout.tar.gz
  rm -f "$out"
  cp -a "$scratch/first" "$course"
}

commit() {
  git -C "$course" add -A
  git -C "$course" -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q -m x
}

handout() { # runs ./lab handout from another folder; sets said, rc
  said=$(cd / && "$course/lab" handout "$@" 2>&1)
  rc=$?
}

content() { tar -xOzf "$out" "cuda-labs/$1"; } # content FILE

# ---- What is expected --------------------------------------------------------------------------------

expect() { # expect WHAT TEST...
  local what=$1
  shift
  if "$@"; then return; fi
  echo "FAILED: $test_name: $what (exit code $rc)"
  echo "  said: $said"
  failures=$((failures + 1))
}
says() { [[ $said == *"$1"* ]]; }
exits_with() { [ "$rc" = "$1" ]; }
holds() { [ "$(content "$1")" = "$2" ]; }
has_no() { ! grep -q -E "$1" <<<"$(tar -tzf "$out")"; }
nothing_written() { [ -z "$(find "$scratch" -maxdepth 1 -name 'handout*')" ]; }

# ---- Tests -------------------------------------------------------------------------------------------

test_students_get_starters_and_no_answers() {
  handout "$out"
  expect "written" exits_with 0
  expect "the working file is the starter" \
    holds labs/lab01_one/lab01.cu $'int given_by_it;\n  // TODO\n\n    const int given_by_it = 1;'
  expect "and there is one for reset" \
    holds labs/lab01_one/starter/lab01.cu "$(content labs/lab01_one/lab01.cu)"
  expect "what gives answers away is left out" has_no 'solutions|tests|course/|term/|class_tools/|own_checks|instructor|new_page|\.ci|\.git/'
  expect "links to it become text" holds docs/main.md "| [a](../labs/lab01_one/README.md) |
| [b](../labs/lab02_two/README.md) |
How I
teach, as told: auto f = [&](int i) {}.
    shown"
  expect "the launcher can be called" grep -q '^-rwxr-xr-x.* cuda-labs/lab$' <<<"$(tar -tvzf "$out")"
}

test_starters_are_the_tools_own() {
  local solution
  for solution in "$source_root"/solutions/lab*_*/lab[0-9][0-9].cu; do
    said=$(awk -f "$source_root/common/launcher/handout_starter.awk" "$solution" |
      diff - "${solution/solutions/labs}") # the tests compare this one with the tools' own
    expect "$solution" [ -z "$said" ]
  done
}

test_all_that_the_tools_are_built_of_goes_in() {
  local code
  code=$(cd "$source_root" && find common grader -type f -not -path '*/tests/*' -not -path '*/fuzz/*' \
    -not -path 'common/fuzzing/*' -not -path 'common/emulator/proof/*' \
    -not -path 'common/emulator/bench/*' -not -path 'grader/course/*' -not -path 'grader/term/*' \
    -not -path 'grader/class_tools/*' -not -path 'common/lab_template/*' -not -path 'common/launcher/gradescope/*' -not -name 'doctest_*')
  # shellcheck source=/dev/null
  said=$(. "$source_root/common/launcher/handout_files.sh" &&
    comm -23 <(sort <<<"$code") <(files_of_the_handout <<<"$code" | sort))
  expect "nothing is left out" [ -z "$said" ]
}

test_the_same_commit_makes_the_same_archive() {
  handout "$out"
  local first
  first=$(cksum <"$out")
  touch "$course/grader/judge.cpp" && chmod 600 "$course/docs/main.md"
  sleep 0.01
  handout "$out"
  expect "byte for byte" [ "$(cksum <"$out")" = "$first" ]
}

test_some_labs() {
  handout "$out" --labs 01
  expect "written" exits_with 0
  expect "the other is not in it" has_no lab02
  expect "a link to it is text" holds labs/lab01_one/README.md 'other [page](../../docs/main.md)'
  expect "its row is gone" [ "$(content docs/main.md | head -n 2 | tail -n 1)" = "How I" ]
  handout "$out" --labs=lab01-02
  expect "a range" says "labs: lab01 lab02"
}

test_wrong_labs_are_wrong_usage() {
  local list
  for list in '' 3 01-03 02-01 1,,2 all,1 lab04 01- '..'; do
    handout "$out" --labs "$list"
    expect "'$list' is refused" exits_with 2
    expect "'$list' is named" says "'--labs $list'"
  done
  handout
  expect "where to?" exits_with 2
  handout "$out" --frobnicate
  expect "an unknown option" exits_with 2
  expect "nothing is written" nothing_written
}

test_a_planted_line_is_found() {
  echo 'twice: "return x+x +  lab02;"' >>"$course/grader/judge.cpp"
  commit
  handout --check
  expect "the check fails" exits_with 1
  expect "the place is named" says "grader/judge.cpp:2: a line of lab02's answer: returnx+x+lab02;"
  handout "$out"
  expect "and no handout is written" exits_with 1
  expect "nor a part of one" nothing_written
  printf 'file: grader/*.cpp\nline: return x + x + lab02;\nreason: a joke\n' \
    >"$course/solutions/lab02_two/handout_exceptions.txt"
  commit
  handout --check
  expect "unless it is excused" exits_with 0
  sed -i 2d "$course/grader/judge.cpp" && commit
  handout --check
  expect "an excuse that nothing needs fails" exits_with 1
  expect "and is named" says \
    "solutions/lab02_two/handout_exceptions.txt: nothing needs this any more: grader/*.cpp"
}

test_an_excuse_for_hints_is_for_hints_only() {
  printf 'file: labs/*/README.md\nlines: hints\nreason: by design\n' \
    >"$course/solutions/handout_exceptions.txt"
  printf '<details>\nreturn x + x + lab01;\n</details>\n' >>"$course/labs/lab01_one/README.md"
  commit
  handout --check
  expect "a hint may say it" exits_with 0
  echo 'return x + x + lab01;' >>"$course/labs/lab01_one/README.md" && commit
  handout --check
  expect "the page may not" says "labs/lab01_one/README.md:5: a line of lab01's answer"
}

test_names_give_nothing_away() {
  echo 'int f();' >"$course/labs/lab01_one/lab01_wrong.h"
  mkdir "$course/grader/wrong" && echo 'int f();' >"$course/grader/wrong/f.h"
  echo 'int f();' >"$course/grader/adds_only_once.h" && commit
  handout --check
  expect "the check fails" exits_with 1
  expect "a folder" says "grader/wrong/f.h: a file of this name"
  sed -i 's|^grader/\$code$|&\nown_checks/lab01\\.cpp|' "$course/common/launcher/handout_files.sh" && commit
  handout --check
  expect "an instructor's own checks" says "own_checks/lab01.cpp: a file of this name"
  expect "a wrong variant's name" says "grader/adds_only_once.h: a file of this name"
}

test_what_is_not_committed_is_told_and_left_out() {
  echo 'int change;' >>"$course/grader/judge.cpp"
  echo 'int mine;' >"$course/labs/lab01_one/lab01.cu"
  handout "$out"
  expect "told" says "  grader/judge.cpp"
  expect "left out" holds grader/judge.cpp 'int judge;'
  expect "a working file is nobody's business" [ "${said/lab01.cu/}" = "$said" ]
}

test_without_git_the_folder_counts() {
  rm -rf "$course/.git"
  echo 'int change;' >"$course/grader/judge.cpp"
  mkdir "$course/build" && echo x >"$course/build/x.h"
  handout "$out"
  expect "written" exits_with 0
  expect "as it lies there" holds grader/judge.cpp 'int change;'
  expect "with nothing built" has_no build/
  mkdir "$course/.git"
  handout "$out"
  expect "a broken checkout is told" exits_with 2
}

test_nothing_half_written() {
  handout "$out" && local before && before=$(cksum <"$out")
  mkdir "$scratch/bin" "$scratch/handout_folder.tar.gz"
  printf '#!/bin/bash\n/bin/cp "$@" || exit\n[[ $2 != *unfinished* ]] || { echo "cp: No space left on device" >&2; exit 1; }\n' \
    >"$scratch/bin/cp" && chmod +x "$scratch/bin/cp"
  PATH=$scratch/bin:$PATH handout "$out"
  expect "a full disk is told" exits_with 3
  expect "and named" says "No space left on device"
  expect "the old archive stays" [ "$(cksum <"$out")" = "$before" ]
  expect "and nothing beside it" [ -z "$(find "$scratch" -name '*unfinished*')" ]
  handout "$scratch/handout_folder.tar.gz"
  expect "a folder is no archive" exits_with 2
  handout "$scratch/none/handout.tar.gz"
  expect "no such folder" exits_with 2
  handout "$course/labs/lab01_one/lab01.cu"
  expect "no archive by its name" exits_with 2
  rm -r "$scratch/bin" "$scratch/handout_folder.tar.gz"
}

test_a_handout_knows_what_it_is() {
  echo 'project(cuda_labs VERSION 0.1.0 LANGUAGES CXX)' >"$course/CMakeLists.txt" && commit
  handout "$out"
  local made_of
  made_of=$(git -C "$course" rev-parse --short=12 HEAD)
  tar -C "$scratch" -xzf "$out"
  course=$scratch/cuda-labs
  handout --check
  expect "handout of a handout" exits_with 2
  expect "says so" says "is a handout itself"
  said=$("$course/lab" test 2>&1)
  rc=$?
  expect "its tests" exits_with 2
  expect "are not part of it" says "The tests are not part of this copy"
  said=$("$course/lab" --version 2>&1)
  expect "its version" [ "$said" = "CUDA Labs 0.1.0, handout of commit $made_of" ]
}

# Tools that seem to be built, and a machine's that note how they were called.
new_tools() {
  local name tools=$course/build
  mkdir -p "$tools/bin" "$tools/lib/preambles" "$scratch/bin"
  for name in bin/{grader,emucc,guard,list_gpus} lib/lab0{1_checks,1_own_checks,2_checks}.so; do
    echo "$name" >"$tools/$name" && chmod +x "$tools/$name"
  done
  for name in emulator protocol lab01_bindings_cpu course; do echo "$name" >"$tools/lib/lib$name.a"; done
  ln -s grader "$tools/bin/lab01_grader"
  : >"$tools/lib/preambles/x.pch"
  touch "$tools/.found-tools" # packages
  calls=$scratch/calls
  for name in cmake strip; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' $name "$calls" >"$scratch/bin/$name" && chmod +x "$scratch/bin/$name"
  done
  echo build >"$course/.gitignore" && commit
}
use() { # use ARGUMENT...: ./lab of the unpacked handout, whose tools note how they were called
  : >"$calls"
  said=$(cd / && PATH=$scratch/bin:$PATH "$scratch/cuda-labs/lab" "$@" 2>&1)
  rc=$?
}
calls() { grep -q -e "$1" "$calls"; }

test_tools_come_along() {
  new_tools
  PATH=$scratch/bin:$PATH handout "$out" --with-tools
  expect "written" exits_with 0
  expect "what this machine is" says ", with tools for $(uname -m), "
  expect "the tools" [ "$(tar -tzf "$out" | grep -c -E '/build/(bin/(grader|emucc|guard|list_gpus|lab01_grader)|lib/(lab0[12]_checks.so|lib(emulator|protocol|lab01_bindings_cpu).a)|tools.txt)$')" = 11 ]
  expect "and nothing else" has_no 'own_checks|preambles|libcourse|found'
  echo 'int change;' >>"$course/grader/judge.cpp"
  PATH=$scratch/bin:$PATH handout "$scratch/other.tar.gz" --with-tools
  expect "of what is committed only" exits_with 2
  git -C "$course" checkout -q grader/judge.cpp
  echo 'a "return x + x + lab02;" b' >>"$course/build/lib/libprotocol.a"
  PATH=$scratch/bin:$PATH handout "$scratch/other.tar.gz" --with-tools
  expect "an answer in a tool is found" says "build/lib/libprotocol.a: a line of an answer: returnx+x+lab02;"
  expect "and nothing is written" [ ! -e "$scratch/other.tar.gz" ]
  handout --check --with-tools
  expect "nothing to check before" exits_with 2

  local tools=$scratch/cuda-labs/build name
  rm -rf "$scratch/cuda-labs" && tar -C "$scratch" -xzf "$out"
  for name in grader emucc; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n[ ! -e "%s.fails" ]\n' $name "$calls" "$tools/$name" >"$tools/bin/$name"
  done
  touch "$tools/.found-run" "$tools/.found-tools"
  use grade 1
  expect "graded" calls '^grader grade lab01$'
  expect "after a trial" calls '^grader build lab01 --backend cpu --file .*/cuda-labs/labs/lab01_one/starter/lab01.cu$'
  expect "with headers compiled here" [ "$(grep -c -e '^emucc --make-preamble --' "$calls")" = 3 ]
  expect "the lab's, too" calls '^emucc --make-preamble --checked -std=c++17 -I .*/cuda-labs/labs/lab01_one -I .*/common .*/lab01_one/lab01.cu$'
  expect "nothing is built" [ "$(grep -c cmake "$calls")" = 0 ]
  expect "the first time it is told" says "Preparing the tools"
  use grade 1
  expect "the second time nothing is" [ -z "$said" ]
  expect "nor tried" [ "$(grep -v renew "$calls")" = "grader grade lab01" ]
  touch "$tools/grader.fails" && echo again >>"$tools/tools.txt"
  use grade 1
  expect "a failed trial" says "The tools that came with the course do not fit here: no program can be built with them ("
  expect "builds them" calls '^cmake --build .* --target lab01_tools'
  expect "in place of the old ones" [ ! -e "$tools/bin" ]
  rm -rf "$scratch/cuda-labs" && tar -C "$scratch" -xzf "$out"
  touch "$tools/.found-tools"
  sed -i 's/^glibc=.*/glibc=99.1/' "$tools/tools.txt"
  use list
  expect "an older system" says "they need glibc 99.1, and this system has "
  expect "builds them, too" calls '^cmake --build .* --target base_tools'
  rm -r "$scratch/bin"
}

first_course
for test_name in $(compgen -A function test_); do
  new_course
  "$test_name"
done
[ $failures = 0 ] && echo "all handout tests passed"
exit $((failures > 0))
