// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/size_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "grader/cases/sizes.h"

namespace cudalab::grader {

namespace {

using cases = std::vector<const test_case*>;
using covers = std::function<bool(std::size_t i, const cases& of)>;

/// One line that a table must have.
struct demand {
  size_class what;
  std::string length; ///< empty: of the call
  std::size_t side;
  covers met_by;
};

std::size_t bytes_of_buffers(const test_case& one) {
  std::size_t bytes = 0;
  for (const protocol::argument& each : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each))
      bytes += buffer->elements * protocol::size_of(buffer->type);
  return bytes;
}

bool has_result_beyond_floats(const test_case& one) {
  for (const protocol::argument& each : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
        buffer != nullptr && buffer->type == protocol::element_type::int32 &&
        buffer->direction == protocol::direction::output && one.has_expectations()) {
      const std::vector<double>& want = one.expected(buffer->name).want;
      if (std::any_of(want.begin(), want.end(), [](double value) {
            return static_cast<double>(static_cast<float>(value)) != value;
          }))
        return true;
    }
  return false;
}

covers of_number(size_class what, const call_length& length, std::size_t side = 0) {
  return [=](std::size_t i, const cases& of) {
    const std::optional<std::size_t> number = length.of(*of[i]);
    return number.has_value() && is_of(what, *number, side);
  };
}

covers of_call(size_class what, const size_coverage& coverage) {
  switch (what) {
  case size_class::further_round:
    return [rounds = coverage.rounds](std::size_t i, const cases& of) {
      return rounds && rounds(*of[i]) > 1;
    };
  case size_class::above_24_bits:
    return [](std::size_t i, const cases& of) { return has_result_beyond_floats(*of[i]); };
  case size_class::other_content:
  case size_class::second_call: // the worker does both at once: prepared_call::rehearse()
    return [](std::size_t i, const cases& of) { return of[i]->call().rehearsed; };
  default: // after_larger
    return [](std::size_t i, const cases& of) {
      return i > 0 && bytes_of_buffers(*of[i]) < bytes_of_buffers(*of[i - 1]);
    };
  }
}

std::vector<demand> demands_of(const size_coverage& coverage) {
  using enum size_class;
  std::vector<demand> all;
  for (const size_class what : all_size_classes())
    switch (what) {
    case whole_block:
    case below_block:
    case above_block:
      for (const call_length& each : coverage.lengths)
        for (const std::size_t side : coverage.sides)
          all.push_back({what, each.name, side, of_number(what, each, side)});
      break;
    case one:
    case odd:
    case prime:
    case not_by_four:
    case above_16_bits:
      for (const call_length& each : coverage.lengths)
        all.push_back({what, each.name, 0, of_number(what, each)});
      break;
    case odd_block_side:
      for (const call_length& each : coverage.block_sides)
        all.push_back({what, each.name, 0, of_number(what, each)});
      if (coverage.block_sides.empty())
        all.push_back({what, "", 0, [](std::size_t, const cases&) { return false; }});
      break;
    default:
      all.push_back({what, "", 0, of_call(what, coverage)});
    }
  return all;
}

std::string words_of(const demand& one) {
  const std::string length = one.length.empty() ? "" : one.length + ": ";
  return length + name_of(one.what) + (one.side == 0 ? "" : fmt::format(" of {}", one.side));
}

std::string reason_of(const size_coverage& coverage, const demand& one) {
  for (const size_exception& each : coverage.without)
    if ((each.length.empty() || each.length == one.length) &&
        std::count(each.classes.begin(), each.classes.end(), one.what) != 0)
      return each.reason;
  return "";
}

} // namespace

std::vector<size_row> size_table(const std::vector<size_coverage>& coverage, const cases& all) {
  std::vector<size_row> table;
  for (const size_coverage& each : coverage)
    for (const std::string& function : each.functions) {
      cases own;
      for (const test_case* one : all)
        if (one->function() == function && !one->is_sampled()) // a part covers no class
          own.push_back(one);
      for (const demand& one : demands_of(each)) {
        size_row row{function, words_of(one), "", reason_of(each, one)};
        for (std::size_t i = 0; i < own.size() && row.covered_by.empty(); ++i)
          if (one.met_by(i, own))
            row.covered_by = own[i]->name() + (own[i]->is_gpu_only() ? " (on a GPU only)" : "");
        table.push_back(row);
      }
    }
  return table;
}

std::string in_words(const std::vector<size_row>& table) {
  std::string text, function;
  for (const size_row& each : table) {
    if (each.function != function)
      text += each.function + "\n";
    function = each.function;
    text += fmt::format("  {:<44} {}\n", each.what,
                        !each.covered_by.empty() ? each.covered_by
                        : each.reason.empty()    ? "MISSING"
                                                 : "- " + each.reason);
  }
  return text;
}

} // namespace cudalab::grader
