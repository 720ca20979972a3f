// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/edge_words.h"

#include <algorithm>
#include <memory>

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::grader;
using findings::remedy_id;

namespace {

/// A picture of so many rows and columns.
test_case picture(std::size_t rows, std::size_t columns) {
  test_case one(std::to_string(columns) + " x " + std::to_string(rows), "scale");
  one.output("d_out", protocol::element_type::float32, rows * columns);
  one.expect("d_out", [=] {
    expectation made;
    made.want.assign(rows * columns, 1.0);
    made.shape = {rows, columns};
    return made;
  });
  return one;
}

/// Blocks of 16 x 16, rounded up, and at least one.
case_outcome launched_for(std::size_t rows, std::size_t columns) {
  case_outcome outcome;
  const auto blocks = [](std::size_t size) {
    return static_cast<unsigned>(std::max<std::size_t>(1, (size + 15) / 16));
  };
  outcome.launches = {{{blocks(columns), blocks(rows), 1}, {16, 16, 1}}};
  return outcome;
}

/// An access outside by the thread with this place in the grid.
finding outside_by(unsigned x, unsigned y) {
  finding seen;
  seen.kind = finding_kind::out_of_bounds;
  seen.space = "global";
  seen.object = "d_out";
  party by;
  by.action = "writes";
  by.line = 53;
  by.block = {x / 16, y / 16, 0};
  by.thread = {x % 16, y % 16, 0};
  seen.parties = {by};
  findings::advise({{remedy_id::compare_index}}, seen);
  return seen;
}

struct watched {
  std::vector<test_case> cases;
  outcome_list outcomes;

  void add(std::size_t rows, std::size_t columns, const std::vector<finding>& seen = {}) {
    cases.push_back(picture(rows, columns));
    auto outcome = std::make_shared<case_outcome>(launched_for(rows, columns));
    outcome->findings = seen;
    outcomes.push_back(std::move(outcome));
  }
  void launch(std::size_t in_case, const protocol::launch_sizes& sizes) {
    auto other = std::make_shared<case_outcome>(*outcomes[in_case]);
    other->launches = {sizes};
    outcomes[in_case] = std::move(other);
  }
  /// @param more what is seen besides
  seen_finding told(std::size_t more = 0) const {
    std::vector<const test_case*> all;
    merged_findings merged;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      all.push_back(&cases[i]);
      merged.add(outcomes[i]->findings, cases[i].name());
    }
    std::vector<seen_finding> found = merged.take();
    tell_of_edges(all, outcomes, found);
    REQUIRE(found.size() == 1 + more);
    return *std::find_if(found.begin(), found.end(), [](const seen_finding& each) {
      return each.what.kind == finding_kind::out_of_bounds;
    });
  }
};

} // namespace

TEST_CASE("a condition that holds for some sizes only") {
  watched on;
  on.add(33, 64, {outside_by(0, 33)});
  CHECK(on.told().what.fix.front().id == remedy_id::compare_index);
  on.add(32, 33); // beyond the other edge
  CHECK(on.told().what.fix.front().id == remedy_id::compare_index);
  on.add(33, 33);
  CHECK(on.told().what.fix.front().id == remedy_id::guard_for_every_size);
  CHECK(on.told().what.remedy.find("a thread has y = 33 in the grid, and there are 33 rows") == 0);
  on.add(40, 64, {outside_by(0, 40)});
  CHECK(on.told().what.fix.front().id == remedy_id::guard_for_every_size);
}

TEST_CASE("where a thread inside reads beyond an array, no edge of the result is the reason") {
  watched on;
  on.add(33, 64, {outside_by(0, 33)});
  on.add(33, 33);
  CHECK(on.told().what.fix.front().id == remedy_id::guard_for_every_size);
  on.add(40, 20, {outside_by(0, 7)});
  CHECK(on.told().what.fix.front().id == remedy_id::index_of_own_size);
  CHECK(
      on.told().what.remedy.find("a thread has x = 0 and y = 7 in the grid, and the result has 20 "
                                 "columns and 40 rows: its place is inside") == 0);
}

TEST_CASE("behind the end of a single row, and where something else is wrong, nothing is kept") {
  watched one_row;
  one_row.add(33, 40, {outside_by(40, 5)});
  one_row.add(1, 40);
  CHECK(one_row.told().what.fix.front().id == remedy_id::compare_index);
  one_row.add(2, 0);
  CHECK(one_row.told().what.fix.front().id == remedy_id::compare_index);
  one_row.add(2, 40);
  CHECK(one_row.told().what.fix.front().id == remedy_id::guard_for_every_size);
  watched spoilt;
  spoilt.add(33, 64, {outside_by(0, 33)});
  finding race = outside_by(2, 2);
  race.kind = finding_kind::race;
  race.object = "d_in";
  spoilt.add(35, 33, {race});
  CHECK(spoilt.told(1).what.fix.front().id == remedy_id::compare_index);
}

TEST_CASE("where a thread makes several elements its place is not that of one") {
  watched tiles;
  tiles.add(33, 64, {outside_by(0, 33)});
  tiles.add(33, 33);
  CHECK(tiles.told().what.fix.front().id == remedy_id::guard_for_every_size);
  tiles.launch(0, {{1, 3, 1}, {16, 16, 1}}); // four elements of a row for each thread
  CHECK(tiles.told().what.fix.front().id == remedy_id::compare_index);
}

TEST_CASE("a thread beyond an edge everywhere has no condition, and one inside has another fault") {
  watched everywhere;
  everywhere.add(33, 64, {outside_by(0, 33)});
  everywhere.add(35, 33, {outside_by(0, 35)});
  CHECK(everywhere.told().what.fix.front().id == remedy_id::compare_index);
  watched inside;
  inside.add(33, 64, {outside_by(3, 3)});
  inside.add(33, 33);
  CHECK(inside.told().what.fix.front().id == remedy_id::compare_index);
}

TEST_CASE("places that a short does not hold") {
  watched on;
  on.add(2, 40000, {outside_by(32768, 1)});
  CHECK(on.told().what.fix.front().id == remedy_id::place_in_16_bits);
  CHECK(on.told().what.fix.size() == 2);
  on.add(2, 50, {outside_by(20, 1)});
  CHECK(on.told().what.fix.front().id == remedy_id::compare_index);
  finding below = outside_by(32768, 1); // in its own column of a third row: an edge's fault
  below.missed = findings::missed_object{"d_out", std::int64_t{4} * (2 * 40000 + 32768), 4};
  watched behind;
  behind.add(2, 40000, {below});
  CHECK(behind.told().what.fix.front().id == remedy_id::compare_index);
}

TEST_CASE("where x counts rows, the edge is that of the rows") {
  watched on;
  const auto add = [&](unsigned rows, unsigned columns, const std::vector<finding>& seen = {}) {
    on.add(rows, columns, seen);
    on.launch(on.cases.size() - 1, {{(rows + 15) / 16, (columns + 15) / 16, 1}, {16, 16, 1}});
  };
  add(17, 20, {outside_by(17, 0)}); // as x and y usually count, this thread would be inside
  add(94, 59);
  CHECK(on.told().what.fix.front().id == remedy_id::guard_for_every_size);
  CHECK(on.told().what.remedy.find("a thread has x = 17 in the grid, and there are 17 rows") == 0);
}

TEST_CASE("where all threads together make one element, there is no edge of it") {
  watched sums;
  sums.add(1, 1, {outside_by(12, 0)});
  sums.add(1, 1);
  CHECK(sums.told().what.fix.front().id == remedy_id::guard_for_every_size);
  sums.launch(1, {{100, 1, 1}, {16, 16, 1}});
  CHECK(sums.told().what.fix.front().id == remedy_id::compare_index);
}
