// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/classify.h"

#include <set>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

pattern wrong_values(const wrong_output& seen) {
  const comparison& result = seen.result;
  const bool returned = seen.name == protocol::result_name;
  const bool one = result.elements == 1;
  pattern found{"wrong_values", {}, {}};
  if (one)
    found.message = seen.name + " is wrong";
  else
    found.message = fmt::format("{} of {} {} wrong", share(result.wrong, result.elements),
                                seen.name, verb_of(result.wrong, "is", "are"));
  found.next =
      returned ? "Work it out by hand for the arguments of this call, line by line, and "
                 "compare: which line is the first that gives another number?"
      : seen.wanted.in_part
          ? "Right in the smaller cases? Then look for a number that is too large for its "
            "type: an index, or the place of a byte, which is larger still. Which ones are "
            "kept in 32 bits, or in a float, which holds each whole number up to 2^24 only?"
          : "Follow by hand what the thread of that element reads, computes and stores.";
  if (!result.first.empty()) {
    const difference& first = result.first.front();
    found.message += fmt::format("{}: expected {}, got {}",
                                 one ? ""
                                     : verb_of(result.wrong, "; it is at ", "; the first is at ") +
                                           place(seen.wanted, first.row, first.column),
                                 number_text(first.expected, 6), number_text(first.got, 6));
  }
  return found;
}

} // namespace

bool says_only_where(const std::string& id) {
  static const std::set<std::string> only_where = {"wrong_values",       "wrong_in_a_row",
                                                   "wrong_at_the_end",   "wrong_in_steps",
                                                   "part_of_each_block", "only_zeros_wrong"};
  return only_where.count(id) != 0;
}

pattern classify(const wrong_output& seen) {
  // From the most special to the most general: an output of zeros is also "a multiple".
  if (auto found = nothing_written(seen))
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
  if (auto found = only_zeros_unwritten(seen))
    return *found;
  if (auto found = part_of_each_block(seen))
    return *found;
  if (auto found = only_first_block_right(seen))
    return *found;
  if (auto found = unwritten_corner(seen))
    return *found;
  if (auto found = unwritten_tail(seen))
    return *found;
  if (auto found = only_edge_tiles_wrong(seen))
    return *found;
  if (auto found = unwritten_cells(seen))
    return *found;
  if (auto found = not_finite(seen))
    return *found;
  if (auto found = kept_in_float(seen))
    return *found;
  if (auto found = wrong_by_one_factor(seen))
    return *found;
  if (auto found = lost_digits(seen))
    return *found;
  if (auto found = wrong_in_steps(seen))
    return *found;
  if (auto found = wrong_at_the_end(seen))
    return *found;
  if (auto found = wrong_in_a_row(seen))
    return *found;
  if (auto found = only_zeros_wrong(seen))
    return *found;
  return wrong_values(seen);
}

} // namespace cudalab::grader
