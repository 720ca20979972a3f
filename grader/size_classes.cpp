// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/size_classes.h"

namespace cudalab::grader {

std::string name_of(size_class what) {
  switch (what) {
  case size_class::one:
    return "1";
  case size_class::odd:
    return "odd";
  case size_class::prime:
    return "prime";
  case size_class::whole_block:
    return "a multiple of a block";
  case size_class::below_block:
    return "just below a block";
  case size_class::above_block:
    return "just above a block";
  case size_class::not_by_four:
    return "even, no multiple of 4";
  case size_class::above_16_bits:
    return "above 65,536";
  case size_class::further_round:
    return "more than one round of a grid";
  case size_class::above_24_bits:
    return "a result of more than 24 bits";
  case size_class::odd_block_side:
    return "a side of a block that is no power of two";
  case size_class::other_content:
    return "arrays used again with other content";
  case size_class::second_call:
    return "a second call at once";
  case size_class::after_larger:
    return "a smaller call after a larger one";
  }
  return "";
}

const std::vector<size_class>& all_size_classes() {
  using enum size_class;
  static const std::vector<size_class> all = {
      one,         odd,           prime,         whole_block,   below_block,    above_block,
      not_by_four, above_16_bits, further_round, above_24_bits, odd_block_side, other_content,
      second_call, after_larger};
  return all;
}

call_length length_named(const std::string& parameter) {
  return {parameter, [parameter](const test_case& one) -> std::optional<std::size_t> {
            const auto number = one.number(parameter);
            return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
          }};
}

} // namespace cudalab::grader
