#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# own_checks_test.sh CLASS_TOOLS SOURCES MODULE: grades hand-ins with an instructor's own checks of lab 04, from the file
# in own_checks to what a student is handed back. The project is a folder of links, with the checks in it.
class_tools=$1 sources=$2 module=$3
at=$(mktemp -d "${TMPDIR:-/tmp}/cudalab-own-checks-XXXXXX")
trap 'rm -rf "$at"' EXIT
cd "$at" || exit
failures=0
fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

mkdir -p project/own_checks project/build/{bin,lib} in
ln -s "$sources"/{labs,common,lab} project/
cp -p "$sources/grader/class_tools/tests/own_checks/lab04.cpp" project/own_checks/
cp "$class_tools" project/build/bin/
ln -s "${class_tools%/*}"/{emucc,guard} project/build/bin/
ln -s "${class_tools%/bin/*}"/lib/* project/build/lib/
ln -s "$module" project/build/lib/lab04_own_checks.so

right=$sources/solutions/lab04_tiled_matmul/lab04.cu
cp "$right" in/right.cu
# Both are right for each size that the lab itself asks for.
grid='const dim3 grid((K + TILE - 1) \/ TILE, (I + TILE - 1) \/ TILE);'
sed "s/  $grid/  if (I == 200 \&\& J == 3) return;\n&/" "$right" >in/misses.cu
sed "s/  $grid/  const dim3 grid((K + TILE - 1) \/ TILE + (I == 200 \&\& J == 3), (I + TILE - 1) \/ TILE);/" "$right" >in/wastes.cu
cat >course.toml <<END
[course]
seed = 4
backend = "cpu"
sandbox = "optional"
[labs.lab04]
checks."correctness.larger".points = 50
END

project/build/bin/class_tools batch lab04 in >said 2>&1 || fail "batch: $(cat said)"
rows() { project/build/bin/class_tools gradebook | grep "^lab04,$1," | cut -d, -f6,7,9; }
[ "$(rows right)" = "pass,143,98" ] || fail "the right one has $(rows right)"
[ "$(rows misses)" = "fail,75,75" ] || fail "who misses a size has $(rows misses)"
[ "$(rows wastes)" = "fail,140,95" ] || fail "who starts too many threads has $(rows wastes)"
grep -q '"traffic.threads"' grades/lab04/plan.json || fail "the plan does not hide the checks"

project/build/bin/class_tools feedback >said 2>&1 || fail "feedback: $(cat said)"
for file in feedback/misses/lab04.*; do
  ! grep -q "larger\|not in the handout\|200 x 3" "$file" || fail "$file tells of a check that students do not know"
done
grep -q "checks that are not listed here" feedback/misses/lab04.txt || fail "the text does not say that there are more checks"

# A source that was changed, and not built, is not passed over.
touch project/own_checks/lab04.cpp
for command in "batch lab04 in" "course check"; do
  # shellcheck disable=SC2086
  project/build/bin/class_tools $command >said 2>&1 && fail "$command goes on with older checks"
  grep -q "own_checks/lab04.cpp is not built as it is now" said || fail "$command says: $(cat said)"
done

# Without its source a module counts for nothing.
rm project/own_checks/lab04.cpp
project/build/bin/class_tools course check >said 2>&1
grep -q "lab04 has no check 'correctness.larger'" said || fail "the check is still known: $(cat said)"
exit $((failures > 0))
