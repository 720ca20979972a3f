// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/finding_log.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/report/finding_words.h"
#include "emulator/observe/report/settled_findings.h"
#include "findings/tests/all_kinds.h"

using namespace cudalab::emulator;

namespace {

finding race(int reader, int writer, finding_case why, const std::string& variable = "Mds") {
  finding made;
  made.kind = finding_kind::race;
  made.why = why;
  made.space = "shared";
  made.variable = variable;
  made.element = variable + "[0][1]";
  made.kernel = "k";
  made.parties = {{"reads", {1, 0, 0}, {}, {"/lab04.cu", reader}},
                  {"writes", {0, 0, 0}, {}, {"/lab04.cu", writer}}};
  made.count = 3840;
  made.launch = 1;
  return made;
}

nlohmann::json report(const std::vector<finding>& all) {
  finding_log collected;
  for (const finding& each : all)
    collected.add(each);
  return nlohmann::json::parse(json_of(settled(collected.take())));
}

} // namespace

TEST_CASE("a finding has the form of docs/formats.md") {
  const auto found = report({race(41, 36, finding_case::raw_hazard)});
  REQUIRE(found.size() == 1);
  CHECK(found[0] == nlohmann::json::parse(R"({
    "kind": "race", "severity": "error", "title": "race", "page": "docs/findings/race.md",
    "space": "shared", "object": "Mds[0][1]", "kernel": "k",
    "parties": [
      {"action": "reads", "thread": [1,0,0], "block": [0,0,0], "file": "/lab04.cu", "line": 41},
      {"action": "writes", "thread": [0,0,0], "block": [0,0,0], "file": "/lab04.cu", "line": 36}],
    "count": 3840,
    "text": "no __syncthreads() separates the two; 3,840 such pairs in this launch",
    "remedy": "a thread may read Mds before its neighbour has loaded it: put a barrier between lines 36 and 41",
    "fix": [{"id": "read_too_early", "name": "Mds"},
            {"id": "barrier_between", "lines": [36, 41]}],
    "source": "emulator", "story": "write_first"})"));
}

TEST_CASE("every kind that the device sees says what to do, as data and in its words") {
  for (const finding_kind kind : cudalab::findings::all_kinds) {
    if (!is_of_device(kind))
      continue;
    CAPTURE(std::string(name_of(kind)));
    finding one = race(41, 36, finding_case::plain);
    one.kind = kind;
    const auto found = told(one, {one});
    CHECK_FALSE(found.fix.empty());
    CHECK(found.remedy == words_of(found.fix));
    CHECK(found.remedy.find(" ?") == std::string::npos); // a place that nothing was put into
    CHECK(found.severity == severity_of(kind));
  }
}

TEST_CASE("one barrier must fit all loads and all readers") {
  const auto found = report({race(41, 36, finding_case::raw_hazard, "Mds"),
                             race(41, 37, finding_case::raw_hazard, "Nds"),
                             race(45, 37, finding_case::raw_hazard, "Nds")});
  for (const auto& each : found)
    CHECK(each["remedy"].get<std::string>().find("between lines 37 and 41") != std::string::npos);
}

TEST_CASE("the second barrier stands after the last line that reads") {
  const auto found =
      report({race(41, 36, finding_case::war_hazard), race(43, 36, finding_case::war_hazard)});
  for (const auto& each : found)
    CHECK(each["remedy"].get<std::string>().find("second barrier after line 43") !=
          std::string::npos);
}

TEST_CASE("an overwrite further down in the source needs a barrier in between") {
  const auto found = report({race(30, 31, finding_case::war_hazard)});
  CHECK(found[0]["remedy"].get<std::string>().find("between lines 30 and 31") != std::string::npos);
}

TEST_CASE("the same two lines are one finding, whichever access came later") {
  finding other = race(41, 36, finding_case::raw_hazard);
  std::swap(other.parties[0], other.parties[1]);
  other.count = 10;
  const std::vector<finding> both{race(41, 36, finding_case::raw_hazard), other};
  const auto found = report(both);
  REQUIRE(found.size() == 1);
  CHECK(found[0]["count"] == 3850);
  CHECK(found[0]["parties"][0]["action"] == "reads");
  CHECK(found == report({both[1], both[0]}));
}

TEST_CASE("the example is that of the smallest block, and then of the first launch") {
  finding late = race(41, 36, finding_case::raw_hazard), early = late;
  late.block = 7;
  late.element = "late";
  early.block = 2;
  early.element = "early";
  CHECK(report({late, early})[0]["object"] == "early");
  CHECK(report({early, late})[0]["object"] == "early");
  early.launch = 2;
  const auto found = report({early, late});
  CHECK(found[0]["object"] == "late");
  CHECK(found[0]["text"].get<std::string>().find("these launches") != std::string::npos);
}

TEST_CASE("an uninitialised read is folded into the race on the same read") {
  finding read = race(41, 36, finding_case::plain);
  read.kind = finding_kind::uninitialised_read;
  read.parties.pop_back();
  CHECK(report({read}).size() == 1);
  CHECK(report({read, race(41, 36, finding_case::raw_hazard)}).size() == 1);
  CHECK(report({read, race(50, 36, finding_case::raw_hazard)}).size() == 2);
  CHECK(report({read, race(41, 36, finding_case::raw_hazard, "Nds")}).size() == 2);
}

TEST_CASE("a read of a pointer that leads nowhere is folded into the access it leads to") {
  finding read = race(41, 36, finding_case::plain, "partial");
  read.kind = finding_kind::uninitialised_read;
  read.parties.pop_back();
  finding access = read;
  access.kind = finding_kind::out_of_bounds;
  access.space.clear();
  access.variable.clear();
  CHECK(report({read, access}).size() == 2);
  access.why = finding_case::pointer_never_set;
  CHECK(report({read, access}).size() == 1);
  access.parties[0].place.line = 42;
  CHECK(report({read, access}).size() == 2);
}

TEST_CASE("a line that reads and writes an element of many threads is one mistake") {
  finding writers = race(41, 41, finding_case::waw_hazard);
  writers.parties[0].action = "writes";
  CHECK(report({writers}).size() == 1);
  CHECK(report({writers, race(41, 41, finding_case::war_hazard)}).size() == 1);
  CHECK(report({writers, race(40, 41, finding_case::war_hazard)}).size() == 2);
  CHECK(report({writers, race(41, 41, finding_case::war_hazard, "Nds")}).size() == 2);
}

TEST_CASE("thousands of places still give a page") {
  std::vector<finding> all;
  for (int line = 1; line < 3000; ++line)
    all.push_back(race(line, line + 1, finding_case::raw_hazard));
  CHECK(report(all).size() == 20);
}

TEST_CASE("a barrier is no remedy where blocks race in the same lines") {
  finding between = race(30, 31, finding_case::between_blocks, "d_vbo");
  between.parties[1].block = {1, 0, 0};
  between.space = "global";
  finding inner = race(30, 31, finding_case::war_hazard, "d_vbo");
  inner.space = "global";
  const auto found = report({inner, between, race(31, 40, finding_case::war_hazard)});
  REQUIRE(found.size() == 2);
  const auto has_remedy = [&](const std::string& words) {
    return std::any_of(found.begin(), found.end(), [&](const auto& each) {
      return each["remedy"].template get<std::string>().find(words) != std::string::npos;
    });
  };
  CHECK(has_remedy("write the new values to a second array"));
  CHECK_FALSE(has_remedy("between lines 30 and 31"));
  between.parties[0].place.line = 35; // reads what an earlier line has written
  CHECK(report({between})[0]["remedy"].get<std::string>().find("launch of its own") !=
        std::string::npos);
}

TEST_CASE("two stores to one element of global memory: an index, whoever the two are") {
  finding one = race(41, 41, finding_case::waw_hazard, "d_P");
  one.parties[0].action = one.parties[1].action = "writes";
  one.space = "global";
  one.within_warp = one.several_warps = true;
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::one_writer);
  one.block_size = {4, 4, 2};
  one.parties[0].thread = {1, 2, 1}, one.parties[1].thread = {1, 2, 0};
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::side_in_index);
  one.parties[1].thread = {0, 2, 0};
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::one_writer);
  one.block_size = {};
  one.space = "shared";
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::barrier_of_the_warp);
  one.block_size = {64, 4, 1}; // a row of the block is two warps
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::barrier_of_long_rows);
  one.block_size = {256, 1, 1}; // its last steps may well be those of one warp
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::barrier_of_the_warp);
  one.in_step = true;
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::one_writer);
}

TEST_CASE("two threads of a block that store in one place may be beyond the end of a row") {
  using cudalab::findings::remedy_id;
  finding one = race(41, 41, finding_case::waw_hazard, "d_P");
  one.parties[0].action = one.parties[1].action = "writes";
  one.space = "global";
  one.block_size = {32, 8, 1};
  one.parties[0].thread = {1, 3, 0}, one.parties[1].thread = {21, 2, 0};
  const auto seen = told(one, {one});
  CHECK(seen.fix.front().id == remedy_id::beyond_end_of_row);
  CHECK(seen.remedy.find("is x = 21 beyond the end of a row?") == 0);
  CHECK(seen.remedy.find("a row has 20 elements") != std::string::npos);
  one.parties[1].thread = {19, 2, 0}; // rows of 18 elements: the same
  CHECK(told(one, {one}).fix.front().id == remedy_id::beyond_end_of_row);
  one.parties[1].thread = {21, 3, 0}; // in one row
  CHECK(told(one, {one}).fix.front().id == remedy_id::one_writer);
}

TEST_CASE("an element that several threads read and write in one line is no neighbour's") {
  using cudalab::findings::remedy_id;
  finding one = race(41, 41, finding_case::war_hazard, "d_P");
  one.space = "global";
  CHECK(told(one, {one}).fix.front().id == remedy_id::index_or_local_copies);
  one.several_store = true;
  CHECK(told(one, {one}).fix.front().id == remedy_id::own_element);
  one.lowest_element = (1 << 24) - 1;
  CHECK(told(one, {one}).fix.front().id == remedy_id::own_element);
  one.lowest_element = 1 << 24; // from here on floats leave numbers out
  CHECK(told(one, {one}).fix.front().id == remedy_id::index_in_float);
  one.parties[1].place.line = 43;
  CHECK(told(one, {one}).fix.front().id != remedy_id::index_in_float);
}

TEST_CASE("what several threads store, and where at the lowest, is known of all sightings") {
  finding one = race(41, 41, finding_case::war_hazard, "d_P"), other = one;
  one.space = other.space = "global";
  one.several_store = true;
  one.lowest_element = 1 << 24;
  other.lowest_element = 5;
  const auto ids = [](const std::vector<finding>& all) {
    return report(all)[0]["fix"][0]["id"].get<std::string>();
  };
  CHECK(ids({one}) == "index_in_float");
  CHECK(ids({one, other}) == "own_element");
  CHECK(ids({other, one}) == "own_element");
}

TEST_CASE("blocks that begin gridDim apart") {
  finding one = race(41, 41, finding_case::waw_between_blocks, "d_out");
  one.parties[0].action = one.parties[1].action = "writes";
  one.space = "global";
  one.element = "d_out[2]";
  one.block_size = {16, 16, 1};
  one.grid_size = {2, 2, 1};
  one.parties[0].block = {1, 0, 0}, one.parties[0].thread = {0, 0, 0};
  one.parties[1].block = {0, 0, 0}, one.parties[1].thread = {2, 0, 0};
  const auto id = [&] { return told(one, {one}).fix.front().id; };
  CHECK(id() == cudalab::findings::remedy_id::grid_for_block);
  CHECK(told(one, {one}).remedy.find("begins 2 further than the one before it") !=
        std::string::npos);
  std::swap(one.parties[0], one.parties[1]);
  CHECK(id() == cudalab::findings::remedy_id::grid_for_block);
  one.grid_size.x = 3;
  CHECK(id() != cudalab::findings::remedy_id::grid_for_block);
}

TEST_CASE("where two blocks write one element, the places of the two threads may tell why") {
  finding one = race(41, 41, finding_case::waw_between_blocks, "d_out");
  one.parties[0].action = one.parties[1].action = "writes";
  one.space = "global";
  const auto text = [&](index3 block, index3 thread, index3 other_block, index3 other_thread) {
    one.parties[0].block = block, one.parties[0].thread = thread;
    one.parties[1].block = other_block, one.parties[1].thread = other_thread;
    return told(one, {one}).text;
  };
  const auto has = [](const std::string& whole, const char* part) {
    return whole.find(part) != std::string::npos;
  };
  CHECK_FALSE(has(text({1, 0, 0}, {8, 0, 0}, {0, 0, 0}, {0, 1, 0}), "meet")); // of what size?
  one.block_size = {16, 16, 1};
  const std::string row = text({1, 0, 0}, {8, 0, 0}, {0, 0, 0}, {0, 1, 0});
  CHECK(has(row, "x = 24, y = 0 and x = 0, y = 1 meet there"));
  CHECK(has(row, "a row has 24 elements: is x = 24 beyond the end of a row?"));
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::guard_each_direction);
  CHECK(text({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {8, 0, 0}) == row);
  CHECK(has(text({0, 4096, 0}, {3, 2, 0}, {0, 0, 0}, {3, 2, 0}), "65,536 apart: is y kept in 16"));
  CHECK(has(text({4096, 0, 0}, {3, 2, 0}, {0, 0, 0}, {3, 2, 0}), "is x kept in 16 bits?"));
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::places_in_int);
  one.block_size = {1, 256, 1}; // in a grid of one dimension
  one.grid_size = {600, 1, 1};
  const std::string far = text({257, 0, 0}, {0, 2, 0}, {1, 0, 0}, {0, 2, 0});
  CHECK(has(far, "65,536 = 2^16 threads apart: is a place kept in 16 bits?"));
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::places_in_int);
  CHECK_FALSE(has(text({257, 0, 0}, {0, 3, 0}, {1, 0, 0}, {0, 2, 0}), "16 bits"));
  CHECK_FALSE(has(text({256, 0, 0}, {0, 2, 0}, {1, 0, 0}, {0, 2, 0}), "16 bits"));
  one.element = "d_out[65794]"; // that of the second thread itself
  CHECK_FALSE(has(text({257, 0, 0}, {0, 2, 0}, {1, 0, 0}, {0, 2, 0}), "16 bits"));
  one.element = "";
  one.block_size = {16, 16, 1};
  CHECK_FALSE(has(text({1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}), "meet"));
  CHECK_FALSE(has(text({7, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 2, 0}), "meet")); // far beyond any end
  one.parties[1].place.line = 43;
  CHECK_FALSE(has(text({1, 0, 0}, {8, 0, 0}, {0, 0, 0}, {0, 1, 0}), "meet"));
}

TEST_CASE("who reads in the line of a race what nobody wrote looks at the index first") {
  const finding too_early = race(41, 36, finding_case::raw_hazard, "Ns");
  finding unwritten = race(41, 36, finding_case::plain, "Ms");
  unwritten.kind = finding_kind::uninitialised_read;
  unwritten.parties.pop_back();
  const auto first = [&](const std::vector<finding>& all) {
    return told(too_early, all).fix.front().id;
  };
  CHECK(first({too_early, unwritten}) == cudalab::findings::remedy_id::unwritten_too);
  unwritten.parties[0].place.line = 42;
  CHECK(first({too_early, unwritten}) == cudalab::findings::remedy_id::read_too_early);
}

TEST_CASE("a copy of too many bytes, and one in no batch, are told by what they are") {
  finding one = race(41, 36, finding_case::copy_of_host_memory, "a");
  one.kind = finding_kind::out_of_bounds;
  one.space = "host";
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::bytes_of_array);
  one.kind = finding_kind::unfinished_copy;
  one.not_committed = true;
  CHECK(told(one, {one}).fix.front().id == cudalab::findings::remedy_id::commit_copy);
}

TEST_CASE("what follows from a call that was made to fail is no finding, and is known") {
  finding_log log;
  finding read = race(3, 4, finding_case::plain);
  read.kind = finding_kind::uninitialised_read;
  log.failure_begins();
  CHECK_FALSE(log.failure_ends());
  log.failure_begins();
  log.add(read);
  log.add(race(41, 36, finding_case::raw_hazard));
  finding freed = race(5, 6, finding_case::plain);
  freed.kind = finding_kind::double_free;
  log.add(freed);
  CHECK(log.failure_ends());
  CHECK_FALSE(log.failure_ends());
  CHECK(log.take().size() == 1);
  log.add(read);
  CHECK(log.take().size() == 1);
}
