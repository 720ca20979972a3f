# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: the project's own tests, `./lab test`.

check_docs() {
  build_for_tests docs
  check_site "$root/build-ci/docs"
}

# The pages that were built, in a browser where one can be had.
check_site() { # check_site FOLDER
  local folder=$1/tests options=() missing
  want site || missing=$(missing_packages site | paste -sd ' ')
  if [[ ${missing:-} == *nodejs* ]]; then
    remark "links and browser tests skipped: missing: $missing"
    return
  fi
  mkdir -p "$folder"
  cp "$root"/docs/tests/*.{js,json} "$folder"
  if [ -z "${missing:-}" ] && ! (cd "$folder" && npm ci --no-audit --no-fund --silent); then
    missing="playwright-core and axe-core (npm ci failed)"
  fi
  [ -z "${missing:-}" ] || options=(--no-browser)
  node "$folder/check_site.js" "$1/html" --figures "$root/docs/figures/tests" "${options[@]}" |
    tee "$folder/report.txt"
  local status=${PIPESTATUS[0]}
  remark "$(tail -n 1 "$folder/report.txt")${missing:+; browser tests skipped: missing: $missing}"
  return "$status"
}

build_for_tests() { # build_for_tests TARGET
  configure ci "$root/build-ci"
  build_target "$root/build-ci" "$1"
}

# Builds a target and runs tests of it.
check_with() { # check_with TARGET [CTEST_OPTION...]
  build_for_tests "$1"
  run_tests "${@:2}"
}

run_tests() { # run_tests [CTEST_OPTION...]
  local log=$root/build-ci/ctest.log
  # A grading waits for its processes two fifths of its time: twice as many as there are processors.
  (cd "$root" && ctest --preset ci --parallel $((2 * $(nproc))) --no-tests=error "$@") | tee "$log"
  local status=${PIPESTATUS[0]}
  remark "$(cat "${remark_file:?}")$(grep 'tests passed' "$log") "
  # "100% tests passed, 0 tests failed out of 1788"
  sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log" >>"$build/.counts"
  # "12/1788 Test #7: proof: clock (fast) ......   Passed    0.52 sec"
  sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \(.*[^ .]\) *\.\.*[ *]*[A-Z][A-Za-z ]* \([0-9.]*\) sec.*/\2 \1/p' "$log" \
    >>"$build/.costs"
  keep_failures "$log" >>"$build/.failures"
  return "$status"
}

# The names of the tests that failed, each with the first lines of what it printed: where a log is
# long, or only its end is kept, a reader looks at the end.
keep_failures() { # keep_failures LOG
  awk '
    /^ *[0-9]+\/[0-9]+ Test *#[0-9]+: / || /^ *Start +[0-9]+: / || /% tests passed/ {
      name = ""
      if (/ [0-9.]+ sec$/ && !/ Passed +[0-9.]+ sec$/ && !/\*Skipped +[0-9.]+ sec$/) {
        name = $0
        lines = 0
        print
        next
      }
    }
    name != "" && NF && ++lines <= 30 { print "    " $0 }' "$1"
}

remark() { echo "$1" >"${remark_file:?}"; }

# Runs one step; the summary gets its line. Most go on, whatever became of it.
step() { # step NAME COMMAND...
  local name=$1 started=$SECONDS result=passed remark_file=$build/.remark
  shift
  printf '\n== %s\n' "$name"
  : >"$remark_file"
  # In a shell of its own, since a build that fails ends its shell.
  ("$@") || result=FAILED
  sum_up "$name" $result $((SECONDS - started)) "$remark_file"
  [ $result = passed ]
}

sum_up() { # sum_up NAME RESULT SECONDS REMARK_FILE
  if [ "$2" = FAILED ]; then all_passed=false; fi
  summary+=("$(printf '%-6s  %-22s %4d s  %s' "$2" "$1" "$3" "$(cat "$4")")")
}

# Documentation is made by one processor at a time: tests run beside it. (Never a build of the same
# folder: two of them write one file at once.) What it prints comes when all of it is there.
start_beside() { # start_beside COMMAND...
  beside_log=$build/.beside.log
  rm -f "$build/.beside" # of an earlier run, should this one be killed
  set -m # a group of its own, which can be ended as a whole
  (
    remark_file=$build/.remark_beside
    : >"$remark_file"
    started=$SECONDS
    ("$@") >"$beside_log" 2>&1 && result=passed || result=FAILED
    echo "$result $((SECONDS - started))" >"$build/.beside"
  ) </dev/null &
  beside=$!
  set +m
  trap 'kill -- "-$beside" 2>/dev/null' EXIT
}

finish_beside() { # finish_beside NAME
  local result=FAILED seconds=0
  wait "$beside"
  trap - EXIT
  read -r result seconds 2>/dev/null <"$build/.beside"
  printf '\n== %s\n' "$1"
  cat "$beside_log"
  sum_up "$1" "$result" "$seconds" "$build/.remark_beside"
}

# ---- What is tested ----------------------------------------------------------------------------

# A grading or a program that is compiled takes a second, a test of a function a hundredth.
graded_programs='^course: .* (variants|hostile)|^proof: |^(emucc_tests|view_test|observe_programs_test'
graded_programs+='|clangd_check_test|lab06_mistakes_test|speed_simulation_test|compile_sandbox_tests'
graded_programs+='|recovery_test):|^(access proof: |mutation: a few of each lab|handout$|a new lab$|slurm$'
graded_programs+="|an instructor's |autograder for Gradescope\$|a batch that is killed|names_test"
graded_programs+='|size_table_test)'

# Every twentieth of these, by its number, which is the same for the same tests.
check_quickly() {
  check_with all --exclude-regex "$graded_programs" || return
  run_tests --tests-regex "$graded_programs" --tests-information 1,,20
}

check_part() { # check_part PART
  case $1 in
  lab[0-9][0-9]) check_with part_course --tests-regex "(^|[^a-z0-9])$1([^0-9]|$)" --label-regex '^course$' ;;
  *) check_with "part_$1" --label-regex "^$1\$" ;;
  esac
}

# Labs, folders with tests, and steps: what ./lab test PART takes.
parts() {
  local each
  for each in "$root"/labs/lab[0-9][0-9]_*/; do
    each=${each%/} && each=${each##*/} && echo "${each%%_*}"
  done
  sed 's/ .*//' "$root/.ci/test_parts.txt"
  printf '%s\n' formatting tidy changed site
}

test_parts() { # test_parts PART...
  local part known
  known=$(parts)
  for part; do
    grep -q -F -x -e "$part" <<<"$known" || wrong_usage "There is no part '$part' to test. The parts: $(paste -sd ' ' <<<"$known")"
  done
  for part; do [ "$part" != site ] || need docs; done
  need tools test
  lock_build test # of build-ci: who grades meanwhile need not wait
  for part; do
    case $part in
    formatting) step formatting check_format ;;
    tidy) step "clang-tidy, all files" check_tidy ;;
    changed) step "formatting" check_format_of_changes; step "clang-tidy" check_tidy_of_changes ;;
    site) step site check_docs ;;
    *) step "$part" check_part "$part" ;;
    esac
  done
  left_out="This was only: $*."
}

test_quickly() {
  need tools test
  lock_build test
  step formatting check_format
  step "build, some tests" check_quickly
  left_out="Left out: clang-tidy, the documentation's site, and nineteen of twenty tests that grade or
compile a program or go through all cases (variants, hostile files, proof programs, emucc, view and a few more)."
}

test_everything() {
  need tools test docs
  lock_build test
  step formatting check_format
  step "clang-tidy" check_tidy_of_last_commit
  step build build_for_tests all || return # what follows would only fail again
  start_beside check_docs
  step tests run_tests
  finish_beside documentation
}

test_project() { # test_project [--quick | PART...]
  [ -d "$root/.ci" ] || die 2 "The tests are not part of this copy of the course; it grades labs." \
    "The whole project has them."
  local summary=() all_passed=true left_out=''
  make_writable_build
  : >"$build/.counts" # tests that failed, and all: a line for each run of ctest
  : >"$build/.costs"  # seconds and name of each test
  : >"$build/.failures"
  case ${1:-} in
  '') test_everything ;;
  --quick) [ $# = 1 ] || wrong_usage "'./lab test --quick' takes no part." && test_quickly ;;
  -*) wrong_usage "'./lab test' knows only --quick and parts: $(parts | paste -sd ' ')" ;;
  *) test_parts "$@" ;;
  esac
  if [ -s "$build/.costs" ]; then
    printf '\n== the dearest tests\n'
    sort -rn "$build/.costs" | head -n 10 | while read -r seconds name; do
      printf '%7.1f s  %s\n' "$seconds" "$name"
    done
  fi
  printf '\n== summary\n'
  printf '%s\n' "${summary[@]}"
  awk '{ failed += $1; all += $2 }
       END { if (all) printf "\n%d passed, %d failed\n", all - failed, failed }' "$build/.counts"
  if [ -s "$build/.failures" ]; then
    printf '\n== what failed\n'
    cat "$build/.failures"
  fi
  [ -z "$left_out" ] || printf '\n%s\n' "$left_out"
  $all_passed || exit 1
}
