# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: configures and builds in the background of a command.

make_writable_build() {
  mkdir -p "$build" 2>/dev/null && : 2>/dev/null >"$build/.writable" ||
    die 2 "Cannot write to $build." "Copy the project to a folder of your own and work there."
}

# Two launchers at a time must not build in one folder: that of a lock's name. Held until this script
# ends or execs.
lock_build() { # lock_build [NAME]
  command -v flock >/dev/null || return 0
  local lock=$build/.lock${1:+-$1}
  exec 9>"$lock"
  flock -n 9 || { say "Another ./lab ${1:+test }is building; waiting for it ..." && flock 9; }
}

# Runs a command with its output in a log; a person at a terminal sees its last line.
logged() { # logged LOG COMMAND...
  local log=$1
  shift
  "$@" 2>&1 </dev/null | tee "$log" | while IFS= read -r line; do
    [ -t 2 ] && [[ $line == \[* ]] && printf '\r\033[K  %.76s' "$line" >&2
  done
  local status=${PIPESTATUS[0]}
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  return "$status"
}

# What a configured folder depends on besides the project: when one of these came, went or moved,
# the folder is configured afresh.
surroundings() {
  local PATH=$PATH:/usr/local/cuda/bin header
  # The viewer's, and those of instructors.
  for header in stb/stb_image_write.h GL/glext.h GLFW/glfw3.h archive.h sqlite3.h toml++/toml.h; do
    [ ! -e /usr/include/$header ] || echo $header
  done
  echo "$root" "$(find_clang)" "$(command -v ninja)" "$(command -v nvcc)" "$(command -v doxygen)"
}

configure() { # configure PRESET FOLDER
  local folder=$2 fresh=() generator=()
  if [ "$(cat "$folder/.configured" 2>/dev/null)" = "$(surroundings)" ]; then return 0; fi
  if [ -f "$folder/CMakeCache.txt" ]; then fresh=(--fresh); fi
  if command -v ninja >/dev/null; then generator=(-G Ninja); fi
  mkdir -p "$folder"
  (cd "$root" && logged "$folder/lab-configure.log" \
    cmake --preset "$1" "${fresh[@]}" "${generator[@]}") || failed "$folder/lab-configure.log"
  surroundings >"$folder/.configured"
}

build_target() { # build_target FOLDER TARGET
  local command=(cmake --build "$1" --target "$2" --parallel "$(nproc)")
  logged "$1/lab-build.log" "${command[@]}" || {
    forget_stale_headers "$1" && logged "$1/lab-build.log" "${command[@]}"
  } || failed "$1/lab-build.log"
}

# The package manager renewed a header of the system and gave it an old date: the headers that were
# compiled beforehand do not fit any more, and no build tool notices.
forget_stale_headers() { # forget_stale_headers FOLDER
  grep -q 'has been modified since the precompiled header' "$1/lab-build.log" &&
    find "$1" -name 'cmake_pch.hxx.*ch' -delete
}

failed() { # failed LOG
  if ! echo test 2>/dev/null >"$build/.writable" || grep -q 'No space left on device' "$1"; then
    die 3 "The disk is full (or $build cannot be written any more). Make room and try again."
  fi
  say "$(grep -E -A 6 'error:|Error at' "$1" || tail -n 25 "$1")"
  die 3 "Building the tools failed; this is not your code's fault. The whole log: $1"
}

# What came with the course, or what is built here.
build_tools() { # build_tools TARGET [PURPOSE]
  use_carried_tools "$1" || build_here "$@"
}

build_here() { # build_here TARGET [PURPOSE]
  need tools "${@:2}"
  make_writable_build
  lock_build
  if [ -e "$carried" ]; then forget_carried_tools; fi
  if [ ! -x "$build/bin/grader" ]; then say "Building the tools; the first time takes a few minutes ..."; fi
  configure default "$build"
  build_target "$build" "$1"
}

# All labs that can be built: one that cannot stops only itself, and the grader names it.
build_other_labs() {
  if [ -e "$carried" ]; then return; fi
  local keep_going=-k
  if [ -f "$build/build.ninja" ]; then keep_going+=0; fi
  logged "$build/lab-build.log" cmake --build "$build" --target lab_tools --parallel "$(nproc)" \
    -- $keep_going || true
}

hand_over() { hand_over_to grader "$@"; }

hand_over_to() { # hand_over_to PROGRAM ARGUMENT...
  exec 9>&-
  CUDALAB_CALLED=./lab exec "$build/bin/$1" "${@:2}"
}
