# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: what is said of sources without running them: their format, and clang-tidy's checks.
# Other versions format some lines otherwise and know other checks: only the opinion of these, which
# Debian 12 has, makes a test fail. Another one's is told.
clang_tools_version=14

# The tool of that version, or the one that is here.
clang_tool() { # clang_tool NAME
  command -v "$1-$clang_tools_version" || command -v "$1"
}

# Our own code. (Programs that tests compile are left alone: their line numbers and their odd
# spelling matter.)
own_sources() {
  (cd "$root" && find common grader labs solutions docs -type f \
    \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) -not -path '*/tests/programs/*' -not -path '*/proof/*.cu')
}

# Runs TOOL, with so many of the files that standard input names at a time; fails only for our
# version's opinion.
look_with() { # look_with AT_A_TIME TOOL OPTION...
  local at_a_time=$1 tool=$2 version result=1
  shift 2
  version=$("$tool" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p')
  # (clang-tidy counts what it does not show, on standard error.)
  (cd "$root" && xargs -r -d '\n' -n "$at_a_time" -P "$(nproc)" "$tool" "$@" 2>"$build/.looked") && result=0
  grep -v 'warnings\? generated\|warnings treated as errors' "$build/.looked"
  if [[ $version == "$clang_tools_version".* ]]; then return $result; fi
  remark "by version $version, which $([ $result = 0 ] && echo agrees || echo "disagrees (above)"); the project goes by $clang_tools_version"
}

format_files() { look_with 40 "$(clang_tool clang-format)" --dry-run -Werror; } # format_files <NAMES

# clang-tidy of these .cpp files, and of the headers that they include.
tidy_files() { # tidy_files <NAMES
  local folder=$root/build-tidy
  configure tidy "$folder"
  { grep -F -x -f <(sed -n "s|.*\"file\": \"$root/\(.*\)\".*|\1|p" "$folder/compile_commands.json") || [ $? = 1 ]; } |
    look_with 1 "$(clang_tool clang-tidy)" --quiet -p "$folder"
}

check_format() { own_sources | format_files; }
check_tidy() { own_sources | tidy_files; }

# What a commit would change, for the hook that .ci/install_hook installs.
check_format_of_changes() { changed_sources HEAD | format_files; }
check_tidy_of_changes() { changed_sources HEAD | tidy_files; }

# In the suite, for it takes three seconds a file: the first of what the last commit changed, and
# of what came since.
check_tidy_of_last_commit() {
  local changed most=4
  changed=$(changed_sources HEAD~1 | grep '\.cpp$')
  remark "$(head -n $most <<<"$changed" | grep -c .) of the $(grep -c . <<<"$changed") files that changed last; all files: ./lab test tidy"
  [ -z "$changed" ] || head -n $most <<<"$changed" | tidy_files
}

# Files that differ from a commit and are still there, untracked ones too.
changed_sources() { # changed_sources COMMIT
  (cd "$root" && {
    git diff --name-only --relative --diff-filter=d "$1" -- || git ls-files
    git ls-files --others --exclude-standard
  } 2>/dev/null) | sort -u | grep -F -x -f <(own_sources)
}
