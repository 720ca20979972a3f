#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# counted_test.sh EMUCC PROJECT: counted.json must be what counted.cu says today.
set -e
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$2/docs/figures/tests
"$1" --profile -I"$2/common" "$here/counted.cu" -o "$scratch/counted"
"$scratch/counted" >"$scratch/now.json"
diff "$here/counted.json" "$scratch/now.json"
