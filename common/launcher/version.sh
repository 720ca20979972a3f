# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Part of ./lab: which version this is, `./lab --version`.

# "CUDA Labs 0.1.0, commit 0123456789ab, unchanged". What a handout is made of stands in its file COMMIT.
version() {
  local number commit state
  number=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
  if [ -e "$root/COMMIT" ]; then
    state="handout of commit $(cat "$root/COMMIT")"
  elif git -C "$root" cat-file -e HEAD:./lab 2>/dev/null; then
    commit=$(git -C "$root" rev-parse --short=12 HEAD)
    state="commit $commit, unchanged"
    [ -z "$(git -C "$root" status --porcelain -- "$root")" ] || state="commit $commit, changed since"
  else
    state="commit unknown"
  fi
  echo "CUDA Labs $number, $state"
}
