// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/edge_words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "grader/checks/spared_cases.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

using findings::remedy_id;

/// The only output of a case, and the only launch of its call: along x and y.
struct work {
  std::array<std::uint64_t, 2> elements{}, block{}, threads{};
  bool turned = false; ///< x counts the rows, and y the columns
};

std::optional<work> work_of(const test_case& one, const case_outcome& outcome) {
  const protocol::buffer_argument* output = nullptr;
  for (const auto& argument : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument);
        buffer != nullptr && buffer->direction != protocol::direction::input) {
      if (output != nullptr)
        return {};
      output = buffer;
    }
  if (output == nullptr || !one.has_expectations() || one.must_throw() ||
      outcome.launches.size() != 1)
    return {};
  const protocol::launch_sizes& launch = outcome.launches.front();
  if (launch.grid[2] != 1 || launch.block[2] != 1)
    return {};
  const grid_shape& shape = one.expected(output->name).shape;
  work result{{shape.columns, shape.rows}, {launch.block[0], launch.block[1]}, {}, false};
  for (const std::size_t side : {0, 1})
    result.threads[side] = std::uint64_t{launch.grid[side]} * launch.block[side];
  return result;
}

/// The grid has far more threads along one side than elements are there.
bool has_far_too_many(const work& in) {
  return in.threads[0] >= in.elements[0] + 2 * in.block[0] ||
         in.threads[1] >= in.elements[1] + 2 * in.block[1];
}

work turned(work in) {
  std::swap(in.elements[0], in.elements[1]);
  in.turned = !in.turned;
  return in;
}

/// What x and y of a thread count. Where a grid has far too many threads, they count something
/// else: the rows and the columns, or, where an element is made by many threads, neither.
enum class counting { columns_and_rows, rows_and_columns, something_else };

counting counting_of(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                     const std::string& function) {
  bool straight = true, exchanged = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i]->function() != function || is_large(*cases[i]))
      continue;
    const auto in = work_of(*cases[i], *outcomes[i]);
    if (!in || in->elements[0] == 0 || in->elements[1] == 0)
      continue;
    straight = straight && !has_far_too_many(*in);
    exchanged = exchanged && in->block[0] == in->block[1] && !has_far_too_many(turned(*in));
  }
  return straight    ? counting::columns_and_rows
         : exchanged ? counting::rows_and_columns
                     : counting::something_else;
}

/// As work_of, with x and y as they count in all cases of the function.
std::optional<work> work_as_counted(const std::vector<const test_case*>& cases,
                                    const outcome_list& outcomes, std::size_t at) {
  const auto in = work_of(*cases[at], *outcomes[at]);
  if (!in)
    return {};
  switch (counting_of(cases, outcomes, cases[at]->function())) {
  case counting::columns_and_rows:
    return in;
  case counting::rows_and_columns:
    return turned(*in);
  case counting::something_else:
    break;
  }
  return {};
}

std::array<std::uint64_t, 2> place_of(const party& by, const work& in) {
  return {by.block[0] * in.block[0] + by.thread[0], by.block[1] * in.block[1] + by.thread[1]};
}

/// In another case that was watched as a whole threads are beyond that edge, and nothing is wrong.
bool is_kept_elsewhere(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                       const test_case& seen_in, const work& in, std::size_t side) {
  const std::size_t other = 1 - side;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const test_case& one = *cases[i];
    const std::vector<finding>& all = outcomes[i]->findings;
    if (one.function() != seen_in.function() || one.is_sampled() || is_large(one) ||
        outcomes[i]->how != ending::done || std::any_of(all.begin(), all.end(), findings::is_error))
      continue;
    // (Behind the end of a single row there is no other row, and with no elements no round.)
    const auto of = work_as_counted(cases, outcomes, i);
    if (of && of->elements[side] > 0 && of->threads[side] > of->elements[side] &&
        (of->elements[other] > 1 || in.elements[other] == 1))
      return true;
  }
  return false;
}

std::string many(std::uint64_t count, const std::string& thing) {
  return grouped(count) + " " + thing + verb_of(count, "", "s");
}

/// "x = 0 and y = 7 in the grid, and the result has 15 columns and 40 rows", of a thread with an
/// element of the result; empty: it has none, or nothing is known.
std::string inside_words(const finding& what, const work& in) {
  for (const party& by : what.parties) {
    const auto place = place_of(by, in);
    if (!by.thread_known || by.on_host || place[0] >= in.elements[0] || place[1] >= in.elements[1])
      continue;
    if (in.elements[1] == 1 && !in.turned)
      return fmt::format("x = {} in the grid, and the result has {}", grouped(place[0]),
                         many(in.elements[0], "element"));
    return fmt::format("x = {} and y = {} in the grid, and the result has {} and {}",
                       grouped(place[0]), grouped(place[1]),
                       many(in.elements[0], in.turned ? "row" : "column"),
                       many(in.elements[1], in.turned ? "column" : "row"));
  }
  return "";
}

/// A number that a short does not hold.
constexpr std::uint64_t beyond_16_bits = 32768;

/// "y = 53 in the grid, and there are 53 rows"
std::string place_words(std::size_t side, std::uint64_t place, const work& in) {
  const std::uint64_t there = in.elements[side];
  const bool row = in.elements[1] == 1 && !in.turned;
  return fmt::format("{} = {} in the grid, and there {} {} {}", side == 0 ? "x" : "y",
                     grouped(place), verb_of(there, "is", "are"), grouped(there),
                     row                        ? verb_of(there, "element", "elements")
                     : (side == 0) != in.turned ? verb_of(there, "column", "columns")
                                                : verb_of(there, "row", "rows"));
}

/// Along both sides the grid has just the blocks that are needed for one thread an element, so that
/// a thread's place is that of its element. (Of arrays that are told in part the shape is another
/// one.)
bool is_rounded_up(const work& in) {
  const auto needed = [&](std::size_t side) {
    return in.threads[side] >= in.elements[side] &&
           in.threads[side] - in.elements[side] < in.block[side];
  };
  return needed(0) && needed(1);
}

/// What is advised by one case in which it was seen; empty: the sizes say nothing.
findings::remedy advice_for(const std::vector<const test_case*>& cases,
                            const outcome_list& outcomes, const test_case& seen_in, const work& in,
                            const finding& what) {
  if (!is_rounded_up(in))
    return {};
  for (const party& by : what.parties) {
    const auto place = place_of(by, in);
    for (const std::size_t side : {1, 0})
      if (place[side] >= in.elements[side] && place[side] < beyond_16_bits &&
          is_kept_elsewhere(cases, outcomes, seen_in, in, side))
        return {{remedy_id::guard_for_every_size, {}, place_words(side, place[side], in)}};
  }
  return {};
}

/// The same mistake in a case in which a thread with an element of the result makes it: no edge of
/// the result is the reason. @return whether there is one; it is told then
bool tell_inside(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                 const std::string& key, finding& told) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::vector<finding>& all = outcomes[i]->findings;
    const auto in = work_as_counted(cases, outcomes, i);
    const auto seen = std::find_if(all.begin(), all.end(), [&](const finding& one) {
      return key_of(one) == key && one.kind == finding_kind::out_of_bounds;
    });
    if (seen == all.end() || !in || !is_rounded_up(*in))
      continue;
    const std::string inside = inside_words(*seen, *in);
    if (inside.empty())
      continue;
    const finding_severity severity = told.severity;
    told = *seen;
    told.severity = severity;
    told.seen_in = cases[i]->name();
    findings::advise({{remedy_id::index_of_own_size, {}, inside}}, told);
    return true;
  }
  return false;
}

/// The access lies in the thread's own column, of a row that there is not.
bool is_in_own_column(const finding& what, std::uint64_t x, std::uint64_t columns) {
  if (!what.missed || what.missed->offset < 0 || what.missed->accessed == 0 || columns == 0)
    return false;
  return static_cast<std::uint64_t>(what.missed->offset) / what.missed->accessed % columns == x;
}

/// "x = 61424", of a thread of a grid with two dimensions, if 16 bits do not hold it; else empty.
std::string far_place(const finding& what, const work& in) {
  const auto place = place_of(what.parties.front(), in);
  const std::size_t side = place[0] >= place[1] ? 0 : 1;
  if (in.block[1] == 1 || place[side] < beyond_16_bits ||
      (side == 0 && !in.turned && is_in_own_column(what, place[0], in.elements[0])))
    return "";
  return fmt::format("{} = {}", side == 0 ? "x" : "y", grouped(place[side]));
}

/// What is usually advised to threads beyond an edge.
bool is_of_edges(const finding& one) {
  const auto advises = [&](remedy_id id) {
    return one.fix.size() == 1 && one.fix.front().id == id;
  };
  return is_error(one) && !one.parties.empty() &&
         (one.kind == finding_kind::out_of_bounds
              ? one.space == "global" && !one.fix.empty() &&
                    (one.fix.back().id == remedy_id::compare_index ||
                     one.fix.back().id == remedy_id::block_in_wrong_place)
              : one.kind == finding_kind::race && (advises(remedy_id::guard_each_direction) ||
                                                   advises(remedy_id::beyond_end_of_row))) &&
         std::all_of(one.parties.begin(), one.parties.end(),
                     [](const party& by) { return by.thread_known && !by.on_host; });
}

} // namespace

void tell_of_edges(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                   std::vector<seen_finding>& found) {
  for (seen_finding& each : found) {
    if (!is_of_edges(each.what))
      continue;
    const std::string key = key_of(each.what);
    std::string far; // where all threads that are known are so far
    bool all_far = each.what.kind == finding_kind::out_of_bounds;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::vector<finding>& all = outcomes[i]->findings;
      const auto seen = std::find_if(all.begin(), all.end(), [&](const finding& one) {
        return key_of(one) == key && is_of_edges(one);
      });
      const auto in = seen == all.end() ? std::nullopt : work_as_counted(cases, outcomes, i);
      if (!in)
        continue;
      if (findings::remedy advised = advice_for(cases, outcomes, *cases[i], *in, *seen);
          !advised.empty()) {
        all_far = false;
        if (tell_inside(cases, outcomes, key, each.what))
          break;
        const finding_severity severity = each.what.severity;
        each.what = *seen;
        each.what.severity = severity;
        each.what.seen_in = cases[i]->name();
        findings::advise(std::move(advised), each.what);
        break;
      }
      const std::string place = far_place(*seen, *in);
      all_far = all_far && !place.empty();
      if (far.empty())
        far = place;
    }
    if (!all_far || far.empty())
      continue;
    findings::remedy advised = each.what.fix;
    advised.insert(advised.begin(), {remedy_id::place_in_16_bits, {}, far});
    findings::advise(std::move(advised), each.what);
  }
}

} // namespace cudalab::grader
