// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/mistake_fit.h"

#include <algorithm>
#include <cmath>

namespace cudalab::grader {

namespace {

constexpr std::size_t fewest_for_proof = 4; // zeros

bool a_few_zeros(const std::vector<double>& got) {
  return got.size() < fewest_for_proof &&
         std::all_of(got.begin(), got.end(), [](double value) { return value == 0; });
}

bool anything(double made) {
  return std::isinf(made) && made > 0;
}

// What nobody made is wrong; but where 0 is right, memory that happens to hold 0 is right.
bool agrees(double made, double got, cell state, const expectation& wanted) {
  return std::isnan(made)   ? state != cell::right || got == 0
         : std::isinf(made) ? state == cell::unwritten
                            : close_enough(got, made, wanted);
}

mistake_fit fit_of_values(const std::vector<double>& made, const wrong_output& seen) {
  mistake_fit result;
  if (made.size() != seen.got.size() || a_few_zeros(seen.got))
    return result;
  bool says_something = false;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const cell state = seen.result.cells[i];
    const bool undecided = state == cell::unchecked && !seen.wanted.undecided.empty();
    if (anything(made[i]) || undecided)
      continue;
    if (!agrees(made[i], seen.got[i], state, seen.wanted))
      return {answer::no, 0, 0};
    const bool known = !std::isnan(made[i]);
    says_something = says_something || known;
    result.explained += state != cell::right;
    result.exact += state != cell::right && known;
  }
  if (says_something && result.explained != 0)
    result.says = answer::yes;
  return result;
}

} // namespace

bool proves_nothing(const wrong_output& seen) {
  return seen.result.unwritten == seen.result.elements || a_few_zeros(seen.got);
}

mistake_fit fit_of(const misconception& mistake, const wrong_output& seen) {
  if (seen.result.unwritten == seen.result.elements)
    return {};
  if (mistake.want)
    return fit_of_values(mistake.want(), seen);
  if (!mistake.made)
    return {};
  if (!mistake.made(seen.got))
    return {answer::no, 0, 0};
  const std::size_t wrong = seen.result.wrong + seen.result.unwritten;
  return {answer::yes, wrong, wrong};
}

bool would_show(const misconception& mistake, const expectation& right) {
  if (!mistake.want)
    return mistake.spoils_always;
  if (right.want.empty())
    return false;
  const std::vector<double> made = mistake.want();
  for (std::size_t i = 0; i < std::min(made.size(), right.want.size()); ++i) {
    const bool undecided = std::binary_search(right.undecided.begin(), right.undecided.end(), i);
    if (!undecided && !anything(made[i]) && !close_enough(made[i], right.want[i], right))
      return true;
  }
  return false;
}

} // namespace cudalab::grader
