# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: the project's own tests, `./lab test`.

# Other versions format some lines otherwise, so that only this one's opinion counts.
clang_format_version=14

# (Programs that tests compile are left alone: their line numbers and their odd spelling matter.)
check_format() {
  local version
  version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
  if [ "$version" != $clang_format_version ]; then
    remark "skipped: this is clang-format $version, the project is formatted by $clang_format_version"
    return
  fi
  (cd "$root" && find common grader labs solutions docs \
    \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) -not -path '*/tests/programs/*' \
    -not -path '*/proof/*.cu' -print0 |
    xargs -0 clang-format --dry-run -Werror)
}

check_docs() {
  configure ci "$root/build-ci"
  build_target "$root/build-ci" docs
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

# Everything, built and tested with one compiler.
check_with() { # check_with PRESET
  local folder=$root/build-$1
  configure "$1" "$folder"
  build_target "$folder" all
  # A grading waits for its processes two fifths of its time: twice as many as there are processors.
  (cd "$root" && ctest --preset "$1" --parallel $((2 * $(nproc)))) | tee "$folder/ctest.log"
  local status=${PIPESTATUS[0]}
  remark "$(grep 'tests passed' "$folder/ctest.log")"
  # "100% tests passed, 0 tests failed out of 1788"
  sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' \
    "$folder/ctest.log" >>"$build/.counts"
  return "$status"
}

remark() { echo "$1" >"${remark_file:?}"; }

# Runs one step and goes on, whatever became of it: the summary gets its line.
step() { # step NAME COMMAND...
  local name=$1 started=$SECONDS result=passed remark_file=$build/.remark
  shift
  printf '\n== %s\n' "$name"
  : >"$remark_file"
  # In a shell of its own, since a build that fails ends its shell.
  ("$@") || result=FAILED
  sum_up "$name" $result $((SECONDS - started)) "$remark_file"
}

sum_up() { # sum_up NAME RESULT SECONDS REMARK_FILE
  if [ "$2" = FAILED ]; then all_passed=false; fi
  summary+=("$(printf '%-6s  %-22s %4d s  %s' "$2" "$1" "$3" "$(cat "$4")")")
}

# Documentation is made by one processor at a time: the other steps go on beside it. What it prints
# comes when all of it is there.
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

test_project() { # test_project [--quick]
  [ -d "$root/.ci" ] || die 2 "The tests are not part of this copy of the course; it grades labs." \
    "The whole project has them."
  local summary=() all_passed=true quick=false
  case ${1:-} in
  --quick) quick=true ;;
  '') ;;
  *) wrong_usage "'./lab test' knows only --quick." ;;
  esac
  if $quick; then need tools test; else need tools test docs; fi
  lock_build
  : >"$build/.counts" # tests that failed, and all: a line for each compiler
  step "formatting" check_format
  if ! $quick; then
    start_beside check_docs
    step "clang++: build and test" check_with clang
    finish_beside "documentation"
  fi
  step "g++: build and test" check_with ci
  printf '\n== summary\n'
  printf '%s\n' "${summary[@]}"
  awk '{ failed += $1; all += $2 }
       END { if (all) printf "\n%d passed, %d failed\n", all - failed, failed }' "$build/.counts"
  $all_passed || exit 1
}
