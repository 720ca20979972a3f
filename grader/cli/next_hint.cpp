// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/next_hint.h"

#include <algorithm>
#include <set>

namespace cudalab::grader {

int first_open(const grade& result) {
  int open = 0;
  for (const check_result& each : result.checks)
    if (each.exercise > 0 && each.status != status::pass && each.status != status::skipped &&
        (open == 0 || each.exercise < open))
      open = each.exercise;
  return open;
}

int open_after_part(const grade& result, const lab& whole, int before, bool whole_passed) {
  if (const int open = first_open(result))
    return open;
  std::set<int> graded;
  for (const check_result& each : result.checks)
    if (each.exercise > 0)
      graded.insert(each.exercise);
  if (graded.empty() || (before != 0 && graded.count(before) == 0))
    return before;
  if (whole_passed)
    return 0;
  int next = *graded.begin();
  while (graded.count(next) != 0)
    ++next;
  const bool exists = std::any_of(whole.checks.begin(), whole.checks.end(),
                                  [&](const check& each) { return each.exercise == next; });
  return exists ? next : 0;
}

} // namespace cudalab::grader
