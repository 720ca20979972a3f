// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/merge_findings.h"

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"

using namespace cudalab;
using namespace cudalab::grader;

TEST_CASE("the same lines in two cases are one finding, told as the first case saw it") {
  finding later = fixed_race();
  later.count = 1;
  later.object = "Mds[0][0]";
  merged_findings merged;
  merged.add({fixed_race(), fixed_race()});
  merged.add({later});
  merged.add({});
  const auto seen = merged.take();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].cases == 2);
  CHECK(seen[0].what.object == "Mds[3][0]");
}

TEST_CASE("what is an error in some cases is told as the first of these saw it") {
  finding said = fixed_race(), wrong = fixed_race();
  said.severity = finding_severity::warning;
  wrong.object = "Mds[0][0]";
  merged_findings merged;
  merged.add({said}, "right");
  merged.add({wrong}, "wrong");
  merged.add({said}, "right again");
  const auto seen = merged.take();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].cases == 3);
  CHECK(is_error(seen[0].what));
  CHECK(seen[0].what.seen_in == "wrong");
  CHECK(seen[0].what.object == "Mds[0][0]");
}

TEST_CASE("other lines or kinds are other findings") {
  finding line = fixed_race(), kind = fixed_race();
  line.parties[0].line = 99;
  kind.kind = finding_kind::out_of_bounds;
  merged_findings merged;
  merged.add({fixed_race(), line, kind});
  CHECK(merged.take().size() == 3);
}

TEST_CASE("the same lines in two kernels are told once, where the advice is the same") {
  finding kernel = fixed_race();
  kernel.kernel = "another";
  const auto kept = [](const finding& other) {
    merged_findings merged;
    merged.add({fixed_race(), other});
    return merged.take().size();
  };
  CHECK(kept(kernel) == 1);
  finding advice = kernel, array = kernel, line = kernel;
  advice.remedy = "another one";
  CHECK(kept(advice) == 2);
  array.object = "Nds[0][0]";
  CHECK(kept(array) == 2);
  line.parties[0].line = 99;
  CHECK(kept(line) == 2);
}

TEST_CASE("what another stream sets too late is not told as what nobody sets") {
  finding race = fixed_race();
  race.space = "global";
  race.object = "d_out[7]";
  race.order = findings::race_order::between_streams;
  finding use = race;
  use.kind = finding_kind::uninitialised_read;
  use.object = "d_out[0]";
  use.parties.resize(1);
  const auto kept = [&](const finding& other) {
    merged_findings merged;
    merged.add({other, use});
    return merged.take().size();
  };
  CHECK(kept(race) == 1);
  finding blocks = race, array = race, line = race, kind = race;
  blocks.order = findings::race_order::between_blocks;
  CHECK(kept(blocks) == 2);
  array.object = "d_in[7]";
  CHECK(kept(array) == 2);
  line.parties[0].line = 99;
  CHECK(kept(line) == 2);
  kind.kind = finding_kind::out_of_bounds;
  CHECK(kept(kind) == 2);
}

TEST_CASE("a copy that is begun outside of an array comes before what meets it there") {
  finding unfinished = fixed_race(), outside = fixed_race();
  unfinished.kind = finding_kind::unfinished_copy;
  unfinished.space = outside.space = "global";
  outside.kind = finding_kind::out_of_bounds;
  const auto first = [&] {
    merged_findings merged;
    merged.add({unfinished, outside});
    return merged.take().front().what.kind;
  };
  CHECK(first() == finding_kind::out_of_bounds);
  for (party& each : outside.parties)
    each.line += 100;
  outside.object = "d_other[0]";
  CHECK(first() == finding_kind::unfinished_copy);
  finding of_copy = outside; // another access outside comes before that of the copy
  of_copy.parties = unfinished.parties;
  of_copy.object = "d_N[4096]";
  merged_findings merged;
  merged.add({unfinished, outside, of_copy});
  CHECK(merged.take().front().what.object == "d_N[4096]");
}

TEST_CASE("a cause comes before its consequences") {
  finding read = fixed_race(), barrier = fixed_race();
  read.kind = finding_kind::uninitialised_read;
  barrier.kind = finding_kind::barrier_divergence;
  merged_findings merged;
  merged.add({read, fixed_race(), barrier});
  const auto seen = merged.take();
  CHECK(seen[0].what.kind == finding_kind::barrier_divergence);
  CHECK(seen[1].what.kind == finding_kind::race);
  CHECK(seen[2].what.kind == finding_kind::uninitialised_read);
}

TEST_CASE("one of each kind comes first, and then what is at other lines") {
  const auto at = [](finding_kind kind, int one, int other, const std::string& object) {
    finding made = fixed_race();
    made.kind = kind;
    made.object = object;
    made.parties[0].line = one;
    made.parties[1].line = other;
    return made;
  };
  merged_findings merged;
  merged.add({at(finding_kind::race, 23, 18, "first"), at(finding_kind::race, 23, 19, "half new"),
              at(finding_kind::race, 40, 41, "all new"),
              at(finding_kind::out_of_bounds, 18, 18, "outside"),
              at(finding_kind::out_of_bounds, 20, 20, "outside too")});
  finding advice = at(finding_kind::double_arithmetic, 90, 90, "advice");
  advice.severity = finding_severity::information;
  merged.add({advice});
  std::string order;
  for (const seen_finding& each : merged.take())
    order += each.what.object + ", ";
  CHECK(order == "first, outside too, all new, half new, outside, advice, ");
}

TEST_CASE("a line that reads outside of one array, and of another one what others write") {
  finding outside = fixed_race(), race = fixed_race();
  outside.kind = finding_kind::out_of_bounds;
  outside.space = race.space = "global";
  outside.object = "d_N[660]";
  outside.missed = findings::missed_object{.object = "d_N"};
  outside.parties.resize(1);
  race.object = "d_P[0]";
  REQUIRE(race.parties.size() == 2);
  const auto kept = [&](const finding& other) {
    merged_findings merged;
    merged.add({outside, other});
    return merged.take().size();
  };
  CHECK(kept(race) == 1);
  finding same_array = race, other_line = race, other_action = race;
  same_array.object = "d_N[0]";
  CHECK(kept(same_array) == 2);
  other_line.parties[0].line = 1000;
  CHECK(kept(other_line) == 2);
  other_action.parties[0].action = "updates";
  CHECK(kept(other_action) == 2);
}

TEST_CASE("one stream that was forgotten is told once") {
  const auto race_at = [](int line, findings::remedy_id id) {
    finding race = fixed_race();
    race.parties[0].line = line;
    advise({{id, {87}}}, race);
    return race;
  };
  using findings::remedy_id;
  finding use = fixed_race();
  use.kind = finding_kind::unfinished_read;
  use.parties[1].line = 87;
  const auto kept = [](const std::vector<finding>& all) {
    merged_findings merged;
    merged.add(all);
    return merged.take().size();
  };
  const finding forgotten = race_at(87, remedy_id::name_the_passed_stream);
  CHECK(kept({forgotten, race_at(84, remedy_id::name_the_passed_stream), use}) == 1);
  CHECK(kept({forgotten, race_at(84, remedy_id::make_blocking_stream)}) == 2);
  CHECK(kept({race_at(87, remedy_id::second_array), race_at(84, remedy_id::second_array)}) == 2);
  CHECK(kept({race_at(87, remedy_id::make_blocking_stream), use}) == 2);
  use.parties.clear(); // a program may send any document
  CHECK(kept({forgotten, use}) == 2);
}
