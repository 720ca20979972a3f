// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/classify.h"

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

pattern wrong_values(const wrong_output& seen) {
  const comparison& result = seen.result;
  pattern found{"wrong_values",
                fmt::format("{} of {} {} wrong", share(result.wrong, result.elements), seen.name,
                            result.elements == 1 ? "is" : "are"),
                "Follow by hand what the thread of that element reads, multiplies and stores."};
  if (!result.first.empty()) {
    const difference& first = result.first.front();
    found.message +=
        fmt::format("; the first is at {}: expected {:.6g}, got {:.6g}",
                    place(seen.wanted, first.row, first.column), first.expected, first.got);
  }
  return found;
}

} // namespace

pattern classify(const wrong_output& seen, const std::vector<misconception>& mistakes) {
  // From the most special to the most general: an output of zeros is also "a multiple".
  if (auto found = nothing_written(seen))
    return *found;
  if (auto found = known_mistake(seen, mistakes))
    return *found;
  if (auto found = one_element_written(seen))
    return *found;
  if (auto found = outside_read(seen))
    return *found;
  if (auto found = all_zero(seen))
    return *found;
  if (auto found = transposed(seen))
    return *found;
  if (auto found = right_multiple(seen))
    return *found;
  if (auto found = only_first_block_right(seen))
    return *found;
  if (auto found = unwritten_tail(seen))
    return *found;
  if (auto found = only_edge_tiles_wrong(seen))
    return *found;
  if (auto found = unwritten_cells(seen))
    return *found;
  if (auto found = not_finite(seen))
    return *found;
  if (auto found = lost_digits(seen))
    return *found;
  return wrong_values(seen);
}

} // namespace cudalab::grader
