# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab handout: which of the course's files students get. This is a list of what goes in,
# so that a new file stays out until somebody decides otherwise.

# Extended regular expressions for whole names. Tests stay out of all of them.
handout_patterns() { # handout_patterns LAB_FOLDER...
  local folder code='[a-z0-9_/]*([a-z0-9_]+(\.inc)?\.(h|cpp|h\.in|css|html|js)|CMakeLists\.txt)'
  cat <<TEXT
CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md|lab|\.gitignore|\.clang-format|\.clangd
\.vscode/[a-z]+\.json
common/cmake/([a-z_]+\.cmake|debian/(postinst|prerm))
common/launcher/[a-z_]+\.(sh|awk)
common/launcher/help/[a-z]+\.txt
common/(editing|findings|lab|protocol|viewer|worker)/$code
common/editing/compile_flags\.txt
common/emulator/(CMakeLists\.txt|[a-z_]+\.h)
common/emulator/gdb/(CMakeLists\.txt|cudalab\.py)
common/emulator/(device|emucc|include|observe|runtime|translate)/$code
common/emulator/include/(cuda/[a-z_]+|cu(Complex|daProfiler)\.h)
docs/(CMakeLists\.txt|grade\.schema\.json)
docs/(device_functions|emucc|formats|grade|main|streams|submissions)\.md
docs/findings/[a-z_]+\.md
docs/guides/(bank_conflicts|coalescing|copies|debugging|first_kernel|glossary|memory_spaces)\.md
docs/guides/(occupancy|precision|student|timing|warps)\.md
docs/guides/figures/[a-z0-9_]+\.(svg|png)
docs/figures/([a-z0-9_]+\.(css|js)|embed\.txt)
docs/site/(api|course_map|guides|labs)\.md
docs/site/[a-z_]+\.(awk|css|html|js|sed|sh|svg)
grader/$code
TEXT
  for folder; do
    cat <<TEXT
labs/$folder/(README\.md|figures/[a-z0-9_]+\.(svg|png))
labs/$folder/${folder%%_*}(_[a-z0-9_]+)?\.h
labs/$folder/${folder%%_*}_(grader\.cpp|baseline\.cu|scenes\.cu|view\.cu)
TEXT
  done
}

files_of_the_handout() { # files_of_the_handout LAB_FOLDER... <NAMES
  grep -E -x -f <(handout_patterns "$@") | grep -v -E '(^|/)(tests|fuzz)/|^grader/(course|term|class_tools)/'
}

# ---- Where they come from ------------------------------------------------------------------------

# Sets `commit` (empty where there is no git) and `date`, and writes all names of the course. A
# checkout is handed out as it was committed: the same commit is the same archive.
look_at_the_course() { # look_at_the_course NAMES
  local problem
  commit=''
  if problem=$(git -C "$root" cat-file -e HEAD:./lab 2>&1); then
    commit=$(git -C "$root" rev-parse --short=12 HEAD)
    date=$(git -C "$root" log -1 --format=%ct HEAD)
    git -C "$root" -c core.quotePath=off ls-tree -r HEAD | sed -n 's/^100[0-9]* blob [^\t]*\t//p' >"$1"
  elif [ -e "$root/.git" ]; then
    die 2 "git cannot read this checkout: $problem"
  else
    (cd "$root" && find . -name 'build*' -prune -o -type f -print | sed 's|^\./||') >"$1"
    date=$(cd "$root" && files_of_the_handout 'lab[0-9][0-9]_[a-z0-9_]+' <"$1" |
      xargs stat -c %Y | sort -n | tail -n 1)
  fi
}

copy_from_the_course() { # copy_from_the_course NAMES FOLDER
  if [ -n "$commit" ]; then
    git -C "$root" -c core.autocrlf=false archive HEAD
  else
    tar -C "$root" -c --verbatim-files-from -T "$1"
  fi | tar -C "$2" -x --verbatim-files-from -T "$1"
  [ "${PIPESTATUS[*]}" = "0 0" ]
}

# What the person sees in the folder, and students will not. Sets `not_committed`, its names.
say_what_is_not_committed() { # say_what_is_not_committed LAB_FOLDER...
  not_committed=''
  [ -n "$commit" ] || return 0
  not_committed=$({ git -C "$root" diff --name-only --relative HEAD &&
    git -C "$root" ls-files --others --exclude-standard; } >"$scratch/changed"
  { files_of_the_handout "$@" && grep -E '^solutions/[^/]*/lab[0-9]{2}\.cu$' "$scratch/changed"; } \
    <"$scratch/changed" | sort -u)
  [ -z "$not_committed" ] || say "The handout is made of commit $commit. What you changed since is not in it:
  ${not_committed//$'\n'/$'\n'  }"
}

# ---- Which labs ----------------------------------------------------------------------------------

# Prints the folders of the labs in LIST ("all", "02", "01-04", "02,05"), one to a line.
choose_labs() { # choose_labs LIST NAMES
  local known part number folder from to one='(lab)?[0-9][0-9]?'
  known=$(sed -n -E 's|^solutions/((lab[0-9][0-9])_[a-z0-9_]+)/\2\.cu$|\1|p' "$2" | sort)
  [ -n "$known" ] || die 2 "There is no lab with a solution in $root/solutions."
  if [ "$1" = all ]; then echo "$known" && return; fi
  [[ $1 =~ ^$one(-$one)?(,$one(-$one)?)*$ ]] ||
    wrong_usage "'--labs $1' names no labs. Write for instance --labs 01-04 or --labs 02,05."
  for part in ${1//,/ }; do
    part=${part//lab/}
    from=$((10#${part%-*})) to=$((10#${part#*-}))
    ((from <= to)) || wrong_usage "'--labs $1': the first number of '$part' must not be the larger one."
    for ((number = from; number <= to; ++number)); do
      folder=$(grep "^$(printf 'lab%02d_' $number)" <<<"$known") ||
        wrong_usage "'--labs $1': there is no $(printf 'lab%02d' $number) here."
      echo "$folder"
    done
  done | sort -u
}
