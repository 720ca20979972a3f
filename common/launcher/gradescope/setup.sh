#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Gradescope runs this once, as root, when it makes the autograder's image. The tools are in the
# archive as they were built. Where they do not run (the image's libraries are older), they are built
# here; that takes minutes and about 2 GiB of memory.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/settings"

install() {
  DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$@"
}

# The lab's starter is graded as a submission is: it must end as graded (0 or 1).
tools_work() {
  local code
  grade_as_nobody "$here/cuda-labs/labs/$lab_folder/starter/$lab.cu" "$(mktemp -d)/grade.json" >/tmp/try.log 2>&1
  code=$?
  [ $code -le 1 ] && return
  tail -n 20 /tmp/try.log
  return 1
}

apt-get -q update
install clang g++ libboost-context-dev libdw-dev libelf-dev bubblewrap || exit 1
chmod -R go-w "$here"
cp -n "$here"/libraries/* /usr/local/lib/ && ldconfig

if ! tools_work; then
  echo "The tools in the archive do not run on this image; they are built here."
  rm -rf "$here/cuda-labs/build"
  (cd "$here/cuda-labs" && CI=true ./lab list) || exit 1
  tools_work || exit 1
fi
echo "The autograder of $lab is ready."
