#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# doxygen.sh DOXYFILE: runs Doxygen, which cannot link to a page whose path has a space. Where the
# project's path has one, Doxygen sees it and the build folder by other names, which end with it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$(dirname "$1")" && pwd)
case $root$build in *[[:space:]]*) ;; *) exec doxygen "$1" ;; esac

names=$(mktemp -d /tmp/cudalab_docs_XXXXXX)
trap 'rm -rf "$names"' EXIT
ln -s "$root" "$names/course"
ln -s "$build" "$names/build"
literally() { sed 's/[][\\.*^$|]/\\&/g' <<<"$1"; }
replacing() { sed "s|$(literally "$1")|$2|g"; }
cd "$names/course"
replacing "$build" "$names/build" <"$1" | replacing "$root" "$names/course" >"$names/Doxyfile"
doxygen "$names/Doxyfile" 2>&1 | replacing "$names/build" "$build" | replacing "$names/course" "$root" >&2
