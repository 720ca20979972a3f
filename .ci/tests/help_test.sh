#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# help_test.sh GRADER [--write]: what `./lab COMMAND --help` says of the grader's commands is what the
# grader says itself; --write makes it so.
set -u
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../common/launcher/help" && pwd)
failures=0
said=$(mktemp)
trap 'rm -f "$said"' EXIT
for command in grade watch hint run build view report bench solution reset list doctor pages course collect batch gradebook; do
  CUDALAB_CALLED=./lab "$1" $command --help >"$said" || exit 1
  if [ "${2:-}" = --write ]; then
    cp "$said" "$folder/$command.txt"
  elif ! diff -u "$folder/$command.txt" "$said"; then
    failures=1
  fi
done
[ $failures = 0 ] || echo "To write them: .ci/tests/help_test.sh $1 --write"
exit $failures
