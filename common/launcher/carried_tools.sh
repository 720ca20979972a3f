# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: tools that come built with a copy of the course, in its folder build/. A handout may have
# them (./lab handout --with-tools), and an autograder for Gradescope does. Where they do not fit, they are
# built as in every other copy.

carried=$build/tools.txt # there are some: what they were built on

# ---- Into an archive -----------------------------------------------------------------------------

# All that may be carried for these labs, below build/. An instructor's own checks are not in this list.
# Nor are headers that were compiled beforehand: they are good for one place only.
names_of_carried_tools() { # names_of_carried_tools LAB...
  local lab
  printf '%s\n' tools.txt bin/{grader,emucc,guard,list_gpus} \
    lib/lib{emulator,protocol,viewer,viewer_parts,worker_cpu,worker_gpu}.a
  for lab; do
    printf '%s\n' "bin/${lab}_grader" "lib/${lab}_checks.so" "lib/lib${lab}_bindings_"{cpu,gpu}.a \
      "lib/${lab}_scenes_"{checked,fast}.o "lib/${lab}_view_fast.o"
  done
}

# Some labs have no scenes, and some machines no viewer and no CUDA.
carry_tools() { # carry_tools TO LAB...
  local to=$1 name lab without_debug=$build/lib/libemulator_nodebug.a
  shift
  mkdir -p "$to/bin" "$to/lib" || return
  for name in $(names_of_carried_tools "$@"); do
    [ ! -e "$build/$name" ] || cp -a "$build/$name" "$to/$name" || return
  done
  [ ! -e "$without_debug" ] || cp "$without_debug" "$to/lib/libemulator.a" || return
  find "$to" -type f \( -path '*/bin/*' -o -name '*.so' \) -exec strip --strip-unneeded {} + || return
  for name in bin/{grader,emucc,guard,list_gpus} lib/libemulator.a $(printf 'lib/%s_checks.so ' "$@"); do
    [ -s "$to/$name" ] || return
  done
  printf '%s\n' "machine=$(uname -m)" "glibc=$(glibc_version)" "cuda=$(cuda_version)" >"$to/tools.txt"
}

glibc_version() { getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/.* //'; }

cuda_version() { # that of nvcc, or nothing
  PATH=$PATH:/usr/local/cuda/bin nvcc --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p'
}

# ---- Where they came with the course ----------------------------------------------------------------

# What is needed to grade here: less where the tools are there.
what_grading_needs() {
  if [ -e "$carried" ] && [ -z "$(why_tools_do_not_fit)" ]; then echo run; else echo tools; fi
}

# When any of this changes, they are tried again.
place_of_tools() {
  local clang
  clang=$(find_clang)
  echo "$root" "$(cksum <"$carried")" "$(uname -m)" "$clang" "$(stat -L -c '%s %Y' "$clang" 2>/dev/null)" \
    "$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc)"
}

built_on() { sed -n "s/^$1=//p" "$carried"; } # built_on machine|glibc|cuda

why_tools_do_not_fit() {
  local here wanted
  here=$(uname -m) wanted=$(built_on machine)
  if [ "$here" != "$wanted" ]; then
    echo "they are for ${wanted:-another machine}, and this is $here" && return
  fi
  here=$(glibc_version) wanted=$(built_on glibc)
  if ! printf '%s\n' "$wanted" "${here:-0}" | sort -V -C; then
    echo "they need glibc $wanted, and this system has ${here:-none}" && return
  fi
  here=$(cuda_version) wanted=$(built_on cuda)
  if [ -n "$here" ] && [ "$here" != "$wanted" ]; then
    echo "this machine has CUDA $here, and they were built with ${wanted:-none}"
  fi
}

# Says why not, or nothing when a program can be made with them.
try_carried_tools() { # try_carried_tools LAB
  local log=$build/lab-tools.log folder=("$root/labs/$1"_*/)
  "$build/bin/grader" build "$1" --backend cpu --file "${folder[0]}starter/$1.cu" >"$log" 2>&1 ||
    echo "no program can be built with them ($log)"
}

# What every file begins with, compiled for this place. The first time takes a second or two; later it
# is only looked whether the system has other headers now.
compile_headers() { # compile_headers LAB
  local lab=$1 folder=("$root/labs/$1"_*/) what stamp=$build/lib/preambles/$1.made
  what=$([ -e "$stamp" ] && echo --renew-preamble || echo --make-preamble)
  mkdir -p "${stamp%/*}"
  {
    "$build/bin/emucc" "$what" --checked -std=c++17 &
    "$build/bin/emucc" "$what" --checked -std=c++17 -I "${folder[0]%/}" -I "$root/common" "${folder[0]}$lab.cu" &
    "$build/bin/emucc" "$what" --fast -std=c++17 &
    wait
  } >"$build/lab-headers.log" 2>&1
  : >"$stamp"
}

forget_carried_tools() { rm -rf "${build:?}"/{bin,lib,tools.txt,.tools-tried}; }

# Whether they serve; then they are ready.
use_carried_tools() { # use_carried_tools TARGET
  [ -e "$carried" ] || return
  local lab=${1%_tools} why='' tried=$build/.tools-tried
  [[ $lab == lab[0-9][0-9] ]] || lab=$(all_labs | head -n 1)
  make_writable_build
  lock_build
  if [ "$(cat "$tried" 2>/dev/null)" = "$(place_of_tools)" ]; then
    need run
    compile_headers "$lab"
    return 0
  fi
  why=$(why_tools_do_not_fit)
  if [ -z "$why" ]; then
    need run
    say "Preparing the tools that came with the course; this takes some seconds, once ..."
    compile_headers "$lab"
    why=$(try_carried_tools "$lab")
  fi
  if [ -n "$why" ]; then
    say "The tools that came with the course do not fit here: $why. They are built here instead."
    return 1
  fi
  place_of_tools >"$tried"
}
