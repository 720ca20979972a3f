#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Stands in for compute-sanitizer: writes logs/TOOL.txt, which lies beside it, as the tool's log, and
# runs the program.
if [ "$1" = --version ]; then
  echo "NVIDIA (R) Compute Sanitizer"
  echo "Version 2025.3.1.0 (build 36400806) (public-release)"
  exit 0
fi
while [ "${1#--}" != "$1" ]; do
  case $1 in
  --tool) tool=$2 ;;
  --log-file) log=$2 ;;
  esac
  shift 2
done
cat "$(dirname "$0")/logs/$tool.txt" >"$log"
exec "$@"
