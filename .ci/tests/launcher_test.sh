#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Tests of ./lab: a copy of it in a folder of its own, where compiler, CMake, apt-get and the grader are
# stand-ins that note how they were called.
set -u
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# ---- A machine to try it on ------------------------------------------------------------------------

stand_in() { # stand_in NAME BODY: a program in the machine's only folder of programs
  printf '#!/bin/sh\necho "%s $*" >>"$CALLS"\n%s\n' "$1" "$2" >"$machine/bin/$1"
  chmod +x "$machine/bin/$1"
}

# Machines are copies of a first one. All have bash and the usual small tools in one folder.
first_machine() {
  local tool
  small_tools=$scratch/small_tools
  machine=$scratch/first
  mkdir -p "$small_tools" "$machine/bin" "$machine/the course/labs/lab04_topic" "$machine/the course/common"
  for tool in awk bash cat chmod cp date dirname env find flock grep mkdir nproc paste readlink rm sed sort tail tee touch; do
    command -v $tool
  done | xargs -d '\n' ln -s -t "$small_tools"
  cp "$source_root/lab" "$machine/the course/"
  ln -s "$source_root/common/launcher" "$machine/the course/common/"
  : >"$machine/calls"
  : >"$machine/installed"
  stand_in id 'echo 0' # root, whoever tests
  stand_in apt-get 'case "$*" in *install*) for a; do echo "$a" >>"$INSTALLED"; done
    cp "$CALLS.tools"/* "$(dirname "$0")/" 2>/dev/null ;; esac'
  stand_in apt-cache 'exit "${NO_LISTS:-0}"'
  # The tools come into the folder of programs when apt-get has run.
  mkdir "$machine/calls.tools"
  machine_tools
  for tool in clang++ cmake ninja; do mv "$machine/bin/$tool" "$machine/calls.tools/"; done
}

# What apt-get installs is noted and then found.
new_machine() {
  machine=$(mktemp -d "$scratch/a machine XXXXXX")
  project="$machine/the course"
  cp -a "$scratch/first/." "$machine"
  export CALLS="$machine/calls" INSTALLED="$machine/installed"
}

machine_tools() {
  stand_in clang++ 'case "$*" in *print-file-name*) echo "$0" ;; *) echo yes ;; esac'
  stand_in ninja ''
  stand_in cmake 'case "$*" in
    --version) echo "cmake version ${CMAKE_VERSION_IS:-3.25.1}" ;;
    --preset*) exit "${CONFIGURE_RC:-0}" ;;
    --build*) [ -z "${BUILD_SAYS:-}" ] || { echo "$BUILD_SAYS"; exit 1; }
      mkdir -p "$2/bin"; printf "#!/bin/bash\necho graded \"\$@\"\nexit 1\n" >"$2/bin/grader"
      printf "#!/bin/bash\necho of the class: \"\$@\"\nexit 1\n" >"$2/bin/class_tools"
      chmod +x "$2/bin/grader" "$2/bin/class_tools" ;;
    esac'
}

have_tools() { cp "$CALLS.tools"/* "$machine/bin/"; }

lab() { # runs ./lab from another folder; sets out, err, rc
  (cd / && exec env -i CALLS="$CALLS" INSTALLED="$INSTALLED" PATH="$machine/bin:$small_tools" ${ENVIRONMENT:-} \
    BUILD_SAYS="${BUILD_SAYS:-}" "$project/lab" "$@" </dev/null >"$machine/out" 2>"$machine/err")
  rc=$?
  out=$(<"$machine/out")
  err=$(<"$machine/err")
}

plain_user() { # from now on `id` says that this is nobody special
  rm "$machine/bin/id"
  stand_in id 'echo 1000'
}

# ---- What is expected ------------------------------------------------------------------------------

expect() { # expect WHAT TEST...
  local what=$1
  shift
  if "$@"; then return; fi
  echo "FAILED: $test_name: $what (exit code $rc)"
  echo "  out: $out" && echo "  err: $err" && echo "  calls: $(cat "$CALLS")"
  failures=$((failures + 1))
}
says() { [[ $err == *"$1"* ]]; }
prints() { [[ $out == *"$1"* ]]; }
silent_about() { [[ $err != *"$1"* ]]; }
exits_with() { [ "$rc" = "$1" ]; }
called() { grep -q -e "$1" "$CALLS"; }
never_called() { ! called "$1"; }

# ---- Tests -----------------------------------------------------------------------------------------

test_wrong_usage_is_found_before_anything_is_installed() {
  lab frobnicate
  expect "an unknown command is wrong usage" exits_with 2
  expect "it is named" says "no command 'frobnicate'"
  lab grade lab99
  expect "an unknown lab is wrong usage" exits_with 2
  lab grade
  expect "a missing lab is wrong usage" exits_with 2
  lab
  expect "no command is wrong usage" exits_with 2
  expect "nothing was installed" never_called apt-get
  lab --help
  expect "help is no error" exits_with 0
}

test_a_wrong_word_gets_the_near_one_and_no_page_of_usage() {
  lab gade lab04
  expect "a command" says "There is no command 'gade'. Do you mean grade?"
  expect "in two lines" [ "$(wc -l <"$machine/err")" = 2 ]
  lab grade lab05
  expect "a lab" says "There is no lab 'lab05'. Do you mean lab04? The labs: lab04"
  lab grade ../lab
  expect "nothing like it" says "There is no lab '../lab'. The labs: lab04"
  lab lab/../overview
  expect "no path is a command" says "There is no command"
}

test_a_lab_is_understood_as_people_write_it() {
  have_tools
  local typed
  for typed in 4 04 lab4 Lab04 LAB-4 lab04_topic labs/lab04_topic "$project/labs/lab04_topic/" labs/lab04_topic/lab04.cu; do
    lab grade "$typed" --seed 3
    expect "'$typed'" [ "$out" = "graded grade lab04 --seed 3" ]
  done
  echo >"$machine/lab04.cu"
  lab grade "$machine/lab04.cu"
  expect "a file that lies elsewhere is graded itself" [ "$out" = "graded grade lab04 --file $machine/lab04.cu" ]
  for typed in 99 lab lab4x 4.5 lab004444; do
    lab grade "$typed"
    expect "'$typed' is no lab" exits_with 2
  done
}

test_help_needs_nothing_and_there_is_one_for_each_command() {
  lab --help
  local command commands
  commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' <<<"$out")
  expect "all are listed" [ "$(wc -w <<<"$commands")" -ge 19 ]
  for command in $commands; do
    lab "$command" --help
    expect "$command: no error" exits_with 0
    expect "$command: how to use it" prints "Usage: ./lab $command"
    lab help "$command"
    expect "$command: the other way" prints "Usage: ./lab $command"
    lab "$command" --version
    expect "$command: version" prints "CUDA Labs"
  done
  expect "nothing was installed or built" never_called "apt-get\|cmake"
}

test_words_are_completed() {
  completes() { # completes WORDS... : LINE
    lab __complete "$@"
  }
  completes gr
  expect "commands" prints "grade"
  completes grade ''
  expect "labs" [ "$out" = lab04 ]
  completes grade lab04 --se
  expect "options" prints "--seed"
  completes grade lab04 --backend ''
  expect "values" [ "$out" = "auto
gpu
cpu" ]
  completes report g p --format ''
  expect "values that the help lists" prints "junit"
  completes export ''
  expect "forms" prints "canvas"
  completes export canvas ''
  expect "and then a lab" [ "$out" = lab04 ]
  completes completion ''
  expect "shells" prints "zsh"
  completes nothing ''
  expect "an unknown command: nothing" [ -z "$out" ]
  lab completion bash
  expect "a program for the shell" [ "$(bash -c "$out"'
    COMP_WORDS=("'"$project"'/lab" hin) COMP_CWORD=1; _cuda_labs; echo "${COMPREPLY[@]}"')" = hint ]
  lab completion tcsh
  expect "another shell" exits_with 2
  lab man
  expect "a page of the manual" prints ".SH NAME"
}

test_yes_is_passed_on_where_it_answers_a_question() {
  have_tools
  lab reset lab04 --yes
  expect "of reset" [ "$out" = "graded reset lab04 --yes" ]
}

test_the_version_is_that_of_the_commit() {
  ln -s "$(command -v git)" "$machine/bin/git"
  echo 'project(cuda_labs VERSION 1.2.3 LANGUAGES CXX)' >"$project/CMakeLists.txt"
  lab --version
  expect "without a commit" prints "CUDA Labs 1.2.3, commit unknown"
  git -C "$project" init -q && git -C "$project" add -A
  git -C "$project" -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q --allow-empty -m x
  lab --version
  expect "its commit" prints "CUDA Labs 1.2.3, commit $(git -C "$project" rev-parse --short=12 HEAD), unchanged"
  echo >>"$project/lab"
  lab --version
  expect "changed" prints ", changed since"
  expect "is no error" exits_with 0
  expect "nothing was installed or built" never_called apt-get
}

test_nothing_is_installed_unasked() {
  lab grade lab04
  expect "not even by root, where nobody can be asked" exits_with 2
  expect "the packages are named" says "These packages are missing: clang"
  expect "nothing was tried" never_called apt-get
}

test_root_without_a_terminal_installs_when_told_and_goes_on() {
  lab grade lab04 --seed 3 --yes
  expect "the grader's exit code is the launcher's" exits_with 1
  expect "the grader has all arguments" [ "$out" = "graded grade lab04 --seed 3" ]
  expect "packages were installed" called "apt-get.*install.*clang"
  expect "lists were not fetched" never_called "apt-get.*update"
}

test_package_lists_are_fetched_when_there_are_none() {
  ENVIRONMENT="NO_LISTS=1" lab list --yes
  expect "lists were fetched" called "apt-get.*update"
  expect "then packages installed" called "apt-get.*install.*clang"
}

test_plain_user_is_told_what_to_install() {
  plain_user
  lab grade lab04
  expect "missing tools are exit code 2" exits_with 2
  expect "the command is there" says "sudo apt-get install --no-install-recommends clang libboost-context-dev libdw-dev libelf-dev libfmt-dev cmake ninja-build"
  expect "nothing was tried" never_called apt-get
}

test_a_plain_user_with_sudo_installs_when_told() {
  plain_user
  stand_in sudo 'shift; "$@"' # drops -n
  lab grade lab04
  expect "not without consent" exits_with 2
  lab grade lab04 --yes
  expect "with --yes" called "sudo -n env.*apt-get.*install"
  expect "--yes is not for the grader" [ "$out" = "graded grade lab04" ]
}

test_sudo_may_ask_for_a_password_at_a_terminal() {
  plain_user
  stand_in sudo '[ "$1" != -n ] || exit 1; "$@"'
  echo y | env -i CALLS="$CALLS" INSTALLED="$INSTALLED" PATH="$machine/bin:$small_tools" \
    "$(command -v script)" -qec "'$project/lab' grade lab04" /dev/null >"$machine/out" 2>&1
  rc=$? out=$(<"$machine/out") err=''
  expect "the question is asked" prints "Install these packages with apt-get?"
  expect "sudo is not told to be silent" called "sudo env.*apt-get.*install"
  expect "and it goes on" prints "graded grade lab04"
}

test_ci_installs_without_a_question() {
  plain_user
  stand_in sudo 'shift; "$@"'
  ENVIRONMENT="CI=true" lab grade lab04
  expect "installed" called "sudo -n env.*apt-get.*install"
}

test_without_apt_the_packages_are_named() {
  rm "$machine/bin/apt-get"
  lab grade lab04
  expect "exit code 2" exits_with 2
  expect "names the packages" says "libboost-context-dev"
}

test_clang_is_needed_whatever_CXX_is() {
  have_tools
  rm "$machine/bin/clang++"
  plain_user
  stand_in c++ 'echo yes'
  ENVIRONMENT="CXX=c++" lab grade lab04
  expect "exit code 2" exits_with 2
  expect "it is named" says "These packages are missing: clang"
  stand_in clang++-18 'case "$*" in *print-file-name*) echo "$0" ;; *) echo yes ;; esac'
  lab grade lab04
  expect "a version of it is enough" silent_about missing
}

test_an_old_cmake_is_not_enough() {
  have_tools
  ENVIRONMENT="CMAKE_VERSION_IS=3.22.1" lab grade lab04 --yes
  expect "exit code 2" exits_with 2
  expect "asks for a newer one" says "CMake must be 3.25 or newer"
}

test_view_needs_more_packages_for_a_window_than_for_pictures() {
  have_tools
  rm "$machine/bin/clang++" && stand_in clang++ 'echo no' # finds no header
  touch "$project/labs/lab04_topic/lab04_view.cu"
  plain_user
  lab view lab04
  expect "missing packages are exit code 2" exits_with 2
  expect "a window needs GLFW" says "libglfw3-dev"
  expect "and PNG files" says "libstb-dev"
  lab view lab04 --frames 3
  expect "pictures need PNG files" says "libstb-dev"
  expect "but no GLFW" silent_about "libglfw3-dev"
}

test_only_instructors_need_libraries_for_hand_ins_and_grades() {
  have_tools
  rm "$machine/bin/clang++" # has all but these
  stand_in clang++ 'case "$*" in
    *print-file-name*) echo "$0" ;;
    *) case $(cat) in *archive.h* | *sqlite3.h* | *toml.h*) ;; *) echo yes ;; esac ;;
    esac'
  plain_user
  mkdir -p "$project/grader/class_tools"
  lab grade lab04
  expect "a student needs none" [ "$out" = "graded grade lab04" ]
  local command
  for command in "course show" "collect lab04 in" "batch lab04 in" gradebook "export csv" feedback statistics "similarity lab04" "regrade lab04" "verify g f"; do
    # shellcheck disable=SC2086  # words
    lab $command
    expect "$command: missing packages are exit code 2" exits_with 2
    expect "$command: all three" says "missing: libarchive-dev libsqlite3-dev libtomlplusplus-dev"
  done
  lab doctor
  expect "doctor lists them" says "For instructors (hand-ins, grades):  missing: libarchive-dev libsqlite3-dev libtomlplusplus-dev"
  expect "among what is not needed to grade" says "Needed to grade:                     nothing missing"
}

test_the_instructors_program_is_another_one() {
  have_tools
  mkdir -p "$project/grader/class_tools"
  lab batch 4 "the hand-ins"
  expect "it has all arguments" [ "$out" = "of the class: batch lab04 the hand-ins" ]
  expect "its exit code is the launcher's" exits_with 1
  expect "it is built" called "cmake --build .* --target instructor_tools"
  expect "and all labs" called "cmake --build .* --target lab_tools"
  : >"$CALLS"
  lab grade lab04
  expect "nobody else builds it" never_called instructor_tools
}

test_a_handout_has_no_tools_for_instructors() {
  lab gradebook
  expect "exit code 2" exits_with 2
  expect "it says so" says "The tools for instructors are not part of this copy of the course"
  expect "nothing was installed or built" never_called "apt-get\|cmake"
}

test_view_of_a_lab_that_shows_nothing_needs_no_packages() {
  have_tools
  lab view lab04 --size 8x8
  expect "the grader answers" [ "$out" = "graded view lab04 --size 8x8" ]
  expect "nothing was installed" never_called apt-get
  lab view lab99
  expect "an unknown lab is wrong usage" exits_with 2
}

test_the_second_run_does_nothing_twice() {
  have_tools
  lab list
  : >"$CALLS"
  lab list
  expect "not configured again" never_called "cmake --preset"
  expect "not looked for again" never_called "c++ .*-E"
  expect "no talk" [ -z "$err" ]
}

test_a_moved_project_is_configured_afresh() {
  have_tools
  lab list
  : >"$project/build/CMakeCache.txt"
  mv "$project" "$machine/elsewhere"
  project=$machine/elsewhere
  lab list
  expect "fresh" called "cmake --preset default --fresh"
}

test_a_failed_build_shows_its_errors_and_its_log() {
  have_tools
  BUILD_SAYS="x.cpp:3: error: no such thing" lab grade lab04
  expect "the tools' own failure" exits_with 3
  expect "the error is shown" says "error: no such thing"
  expect "the log is named" says "build/lab-build.log"
  lab grade lab04
  expect "the next run is not harmed" exits_with 1
}

test_headers_compiled_before_an_update_of_the_system_are_compiled_again() {
  have_tools
  lab grade lab04
  : >"$project/build/cmake_pch.hxx.pch"
  sed -i '2a [ ! -f "$2/cmake_pch.hxx.pch" ] || { echo "math.h has been modified since the precompiled header"; exit 1; }' \
    "$machine/bin/cmake"
  lab grade lab04
  expect "graded" [ "$out" = "graded grade lab04" ]
  expect "and no word of it" [ "$err" = "${err/has been modified/}" ]
  BUILD_SAYS="precompiled header has been modified since the precompiled header was built" lab grade lab04
  expect "tried once more, not for ever" exits_with 3
}

test_a_lab_that_does_not_build_stops_no_other() {
  have_tools
  lab grade lab04
  expect "what lab04 needs is built" called "--target lab04_tools"
  expect "and no other lab" never_called "--target lab_tools"
  sed -i '2a case "$*" in *"target lab_tools"*) echo "lab09_grader.cpp:3: error: no such thing"; exit 1 ;; esac' \
    "$machine/bin/cmake"
  lab list
  expect "the others are listed" [ "$out" = "graded list" ]
}

test_a_full_disk_is_called_so() {
  have_tools
  BUILD_SAYS="ld: No space left on device" lab grade lab04
  expect "the tools' own failure" exits_with 3
  expect "the disk is named" says "The disk is full"
}

test_a_failed_configuration_is_tried_again() {
  have_tools
  ENVIRONMENT="CONFIGURE_RC=1" lab list
  expect "the tools' own failure" exits_with 3
  lab list
  expect "then it works" exits_with 1
}

test_ctrl_c_says_that_nothing_is_broken() {
  have_tools
  stand_in cmake 'case "$*" in --version) echo "cmake version 3.25.1" ;; --build*) kill -INT -$$ $PPID; sleep 5 ;; esac'
  stand_in sleep ''
  lab list
  expect "as the shell does it" exits_with 130
  expect "says how to go on" says "Nothing is broken"
}

# `./lab test` with stand-ins for its steps, of which one fails ("" for none).
test_steps() { # test_steps FAILING_STEP [ARGUMENT...]
  (
    root=$project build=$machine/build
    mkdir -p "$build" "$root/.ci"
    cp "$source_root/.ci/test_parts.txt" "$root/.ci/"
    . "$source_root/common/launcher/testing.sh"
    die() { echo "${@:2}" >&2 && exit "$1"; }
    wrong_usage() { die 2 "$1"; }
    make_writable_build() { :; }
    need() { :; }
    lock_build() { :; }
    check_format() { [ "$failing" != formatting ]; }
    check_tidy() { [ "$failing" != tidy ]; }
    check_tidy_of_last_commit() { [ "$failing" != tidy ]; }
    check_docs() { [ "$failing" != docs ]; }
    build_for_tests() { # build_for_tests TARGET
      echo "build $*" >>"$CALLS"
      [ "$failing" != build ]
    }
    run_tests() { # run_tests [CTEST_OPTION...]
      echo "run $*" >>"$CALLS"
      [ "$failing" != tests ]
      local failed=$?
      echo "$failed 10" >>"$build/.counts"
      [ $failed = 0 ] || echo "7/10 Test #7: part: test 7" >>"$build/.failures"
      local test
      for test in {1..12}; do echo "$test.5 part: test $test" >>"$build/.costs"; done
      return $failed
    }
    failing=$1
    shift
    test_project "$@"
  ) >"$machine/out" 2>"$machine/err"
  rc=$? out=$(<"$machine/out") err=$(<"$machine/err")
}

test_a_failed_step_fails_the_whole_test() {
  test_steps ''
  expect "all steps pass" exits_with 0
  expect "tests are counted" prints "10 passed, 0 failed"
  local step
  for step in formatting tidy build tests docs; do
    test_steps $step
    expect "a failed step: $step" exits_with 1
    expect "named in the summary" prints "FAILED"
  done
  test_steps tests
  expect "failed tests are counted" prints "9 passed, 1 failed"
  expect "and named at the end" prints "== what failed
7/10 Test #7: part: test 7"
  test_steps ''
  expect "where none failed there is no such part" [ "${out/what failed/}" = "$out" ]
  : >"$CALLS"
  test_steps build
  expect "nothing is tested that could not be built" never_called run
}

test_the_dearest_tests_are_told() {
  test_steps ''
  expect "the dearest first" prints "   12.5 s  part: test 12
   11.5 s  part: test 11"
  expect "ten of them" [ "$(grep -c ' s  [a-z]*: test' <<<"$out")" = 10 ]
  expect "nothing was left out" [ "${out/Left out/}" = "$out" ]
}

test_the_costs_of_tests_are_read_from_what_ctest_prints() {
  stand_in ctest 'echo "         Start   67: proof: a second
 12/345 Test  #67: proof: a (fast) ......   Passed    0.52 sec
345/345 Test #1: course: lab04 wrong/b ...***Failed   12.25 sec
b_test.cpp:7: ERROR: this is not 7

  Test  #2: c
99% tests passed, 1 tests failed out of 345"'
  mkdir -p "$project/build-ci"
  (
    root=$project build=$project/build-ci CALLS=$CALLS PATH=$machine/bin:$PATH remark_file=$machine/remark
    . "$source_root/common/launcher/testing.sh"
    : >"$remark_file"
    run_tests
  ) >"$machine/out"
  expect "seconds and name" [ "$(cat "$project/build-ci/.costs")" = "0.52 proof: a (fast)
12.25 course: lab04 wrong/b" ]
  expect "failed and all" [ "$(cat "$project/build-ci/.counts")" = "1 345" ]
  expect "what failed, with its words" [ "$(cat "$project/build-ci/.failures")" = \
    "345/345 Test #1: course: lab04 wrong/b ...***Failed   12.25 sec
    b_test.cpp:7: ERROR: this is not 7
      Test  #2: c" ]
}

test_a_quick_test_says_what_it_left_out() {
  test_steps '' --quick
  expect "passes" exits_with 0
  expect "some of the gradings" called "run .*--tests-information 1,,"
  expect "says what is left out" prints "Left out: clang-tidy, the documentation"
  test_steps formatting --quick
  expect "a failed step" exits_with 1
  test_steps '' --quick lab04
  expect "and a part is wrong usage" exits_with 2
}

test_a_part_is_tested_alone() {
  test_steps '' emulator lab04
  expect "passes" exits_with 0
  expect "a folder is built" called "build part_emulator"
  expect "and tested" called "run --label-regex ^emulator\\$"
  expect "a lab" called "run --tests-regex .*lab04"
  expect "nothing else" [ "$(grep -c '^run' "$CALLS")" = 2 ]
  expect "says so" prints "This was only: emulator lab04."
  test_steps tests grader
  expect "a part fails" exits_with 1
}

test_an_unknown_part_is_wrong_usage() {
  local part
  for part in lab99 frobnicate --frobnicate '.*'; do
    : >"$CALLS"
    test_steps '' "$part"
    expect "'$part' is wrong usage" exits_with 2
    expect "the parts are listed" says "lab04 protocol emulator"
    expect "nothing is tested" never_called run
  done
}

# A repository with a commit of two files and one that is not committed, and stand-ins for clang's tools.
repository() { # repository VERSION EXIT_CODE
  mkdir -p "$project/grader" "$project/docs" "$project/solutions" "$project/build-tidy" "$project/build"
  git -C "$project" init -q
  touch "$project/grader/old.cpp" "$project/grader/changed.cpp"
  git -C "$project" add -A
  git -C "$project" -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q --allow-empty -m x
  echo 'int a;' | tee "$project/grader/changed.cpp" "$project/grader/new file.cpp" >"$project/notes.txt"
  local file
  for file in old changed 'new file'; do echo "  \"file\": \"$project/grader/$file.cpp\""; done \
    >"$project/build-tidy/compile_commands.json"
  stand_in clang-format "[ \$1 != --version ] || { echo 'Debian clang-format version $1'; exit; }; exit $2"
  stand_in clang-tidy "[ \$1 != --version ] || { echo '  LLVM version $1'; exit; }; exit $2"
}

look() { # look FUNCTION: runs a function of looking.sh; sets out, rc and $machine/remark
  (
    root=$project build=$project/build PATH=$machine/bin:$PATH remark_file=$machine/remark
    . "$source_root/common/launcher/testing.sh" && . "$source_root/common/launcher/looking.sh"
    clang_tool() { echo "$machine/bin/$1"; }
    configure() { :; }
    : >"$remark_file"
    "$1"
  ) >"$machine/out" 2>&1
  rc=$? out=$(<"$machine/out") err=$(<"$machine/remark")
}

test_only_the_opinion_of_our_version_fails() {
  local tool
  for tool in format tidy; do
    repository 14.0.6 0 && look check_$tool
    expect "clang-$tool agrees" exits_with 0
    expect "of all files" called "clang-$tool .*grader/old.cpp"
    repository 14.0.6 1 && look check_$tool
    expect "clang-$tool disagrees" exits_with 1
    repository 19.1.7 0 && look check_$tool
    expect "another version agrees" exits_with 0
    expect "and is named" says "by version 19.1.7, which agrees"
    repository 19.1.7 1 && look check_$tool
    expect "another version disagrees" exits_with 0
    expect "and that is told" says "by version 19.1.7, which disagrees (above); the project goes by 14"
  done
}

test_what_changed_is_looked_at_alone() {
  local tool
  repository 14.0.6 0
  for tool in format tidy; do
    look check_${tool}_of_changes
    expect "it agrees" exits_with 0
    expect "clang-$tool sees the change" called "clang-$tool .*grader/changed.cpp"
    expect "and the new file" called "clang-$tool .*grader/new file.cpp"
    expect "and no other" never_called "old.cpp\|notes.txt"
  done
  : >"$CALLS"
  git -C "$project" -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -q --allow-empty -m y
  look check_tidy_of_last_commit
  expect "the suite says how many of how many" says "2 of the 2 files that changed last"
  expect "and looks at them" called "clang-tidy .*grader/changed.cpp"
  expect "and no other" never_called "old.cpp"
}

test_the_hook_looks_at_what_changed_before_a_commit() {
  repository 14.0.6 0
  mkdir -p "$project/.ci"
  cp "$source_root/.ci/install_hook" "$project/.ci/"
  err=$("$project/.ci/install_hook" 2>&1)
  rc=$?
  expect "installed" says "$project/.git/hooks/pre-commit"
  local commit=(git -C "$project" -c user.name=x -c user.email=x@y -c commit.gpgsign=false commit -qam y)
  printf '#!/bin/bash\necho "lab $* ${GIT_INDEX_FILE:-}" >>"$CALLS"\nexit 1\n' >"$project/lab"
  "${commit[@]}"
  rc=$?
  expect "a complaint keeps the commit back" exits_with 1
  expect "what changed was tested" called "^lab test changed $"
  printf '#!/bin/bash\nexit 0\n' >"$project/lab"
  "${commit[@]}"
  rc=$?
  expect "no complaint, and it is made" exits_with 0
  echo 'echo mine' >"$project/.git/hooks/pre-commit"
  err=$("$project/.ci/install_hook" 2>&1)
  rc=$?
  expect "somebody's own hook stays" exits_with 1
  expect "and is named" says "There is a hook already"
}

first_machine
for test_name in $(compgen -A function test_); do
  new_machine
  unset ENVIRONMENT BUILD_SAYS
  "$test_name"
done
[ $failures = 0 ] && echo "all launcher tests passed"
exit $((failures > 0))
