#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Gradescope runs this once, as root, when it makes the autograder's image. The tools are in the
# archive as they were built. Where they do not fit (the image's libraries are older), ./lab builds them
# here; that takes minutes and about 2 GiB of memory. It installs what is missing, too.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/settings"
starter=$here/cuda-labs/labs/$lab_folder/starter/$lab.cu

apt-get -q update
DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends bubblewrap
(cd "$here/cuda-labs" && CI=true ./lab build "$lab" --backend cpu --file "$starter") || exit 1
chmod -R go-w "$here"

# The lab's starter is graded as a submission is: it must end as graded (0 or 1).
grade_as_nobody "$starter" "$(mktemp -d)/grade.json" >/tmp/try.log 2>&1
[ $? -le 1 ] || { tail -n 20 /tmp/try.log && exit 1; }
echo "The autograder of $lab is ready."
