#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# help_test.sh GRADER CLASS_TOOLS [--write]: what `./lab COMMAND --help` says of the commands of these
# programs is what they say themselves; --write makes it so.
set -u
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../common/launcher/help" && pwd)
failures=0
said=$(mktemp)
trap 'rm -f "$said"' EXIT
for command in grade watch hint run build view report bench limits solution reset list doctor pages course collect batch gradebook export feedback statistics similarity regrade verify; do
  case $command in
  course | collect | batch | gradebook | export | feedback | statistics | similarity | regrade | verify) program=$2 ;;
  *) program=$1 ;;
  esac
  CUDALAB_CALLED=./lab "$program" $command --help >"$said" || exit 1
  if [ "${3:-}" = --write ]; then
    cp "$said" "$folder/$command.txt"
  elif ! diff -u "$folder/$command.txt" "$said"; then
    failures=1
  fi
done
[ $failures = 0 ] || echo "To write them: .ci/tests/help_test.sh $1 $2 --write"
exit $failures
