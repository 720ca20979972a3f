// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Words that messages of several checks are made of.
#include <doctest/doctest.h>

#include "grader/cases/gates.h"
#include "grader/checks/other_faults.h"
#include "grader/compare/classify.h"
#include "grader/compare/words.h"
#include "grader/report/matrix_text.h"
#include "grader/tests/bytes.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

/// A wrong line of whole numbers, as its pattern.
pattern wrong_line(const std::string& name, const std::vector<int>& got,
                   const std::vector<double>& want, std::size_t block = 0) {
  const expectation target{want, 0, 0, {1, want.size(), block == 0 ? 0u : 1u, block}, {}};
  auto bytes = bytes_of(got);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] == -1)
      poison(bytes, i, 1, sizeof(int));
  const comparison result = compare(bytes, protocol::element_type::int32, target);
  return classify({name, {got.begin(), got.end()}, result, target});
}

} // namespace

TEST_CASE("whole numbers are written in full, as far as an int reaches") {
  CHECK(number_text(2147483647, 6) == "2147483647");
  CHECK(number_text(-1936945292, 7) == "-1936945292");
  CHECK(number_text(0.80463661, 7) == "0.8046366");
  CHECK(number_text(1e12, 4) == "1e+12");
  CHECK(render_matrix({{123456, 2}, 2, {}, {}}, {}, "") == " 123456       2\n");
}

TEST_CASE("one thing is not told in the plural") {
  CHECK(counted(1, "barriers a block") == "1 barrier a block");
  CHECK(counted(2, "barriers a block") == "2 barriers a block");
  CHECK(counted(1, "global load requests") == "1 global load request");
  CHECK(counted(1234, "blocks") == "1,234 blocks");
  CHECK(has(at_most("blocks", 1, 3, 7, "").message, "1 block, allowed 3"));
}

TEST_CASE("of two passed gates the first speaks, and of two of which one failed that one") {
  const gate_verdict good = at_most("blocks", 1, 3, 7, "a"),
                     bad = at_most("barriers", 9, 3, 7, "b");
  CHECK(both(good, at_most("barriers", 2, 3, 7, "")).message == good.message);
  CHECK(both(good, bad).message == bad.message);
  CHECK(both(bad, good).message == bad.message);
  CHECK(both(good, bad).data.contains("blocks"));
}

TEST_CASE("a single wrong number is not counted as one of one") {
  const pattern element = wrong_line("d_out", {7}, {1000000});
  CHECK(element.message == "d_out is wrong: expected 1000000, got 7");
  CHECK(has(element.next, "reads, computes and stores"));
  const pattern returned = wrong_line(protocol::result_name, {7, 8}, {7, 9});
  CHECK(has(returned.next, "for the arguments of this call"));
  CHECK(has(wrong_line("d_out", {0}, {5}).message, "d_out is 0"));
}

TEST_CASE("a line has indices, not rows and columns") {
  const pattern first = wrong_line("d_sums", {4, 9, 9}, {4, 5, 6}, 1);
  CHECK(first.id == "only_first_block");
  CHECK(has(first.message, "only the first element of d_sums, the first block's, is right"));
  CHECK_FALSE(has(first.next, "row"));
  CHECK(has(first.next, "part of each index that they read with"));
  CHECK(has(wrong_line("d_sums", {4, 5, -1, 9}, {4, 5, 6, 7}, 2).next, "number of blocks"));
  CHECK(has(wrong_line("d_c", {4, 5, 9, 9, 9}, {4, 5, 6, 7, 8}, 2).message,
            "(the first 2 of d_c) are right"));
  // of smaller blocks than were thought of it may be the last one alone
  const pattern last = wrong_line("d_c", {4, 5, 6, 9, 9}, {4, 5, 6, 7, 8}, 3);
  CHECK(last.message == "only the first 3 of 5 elements of d_c are right");
  CHECK(has(last.next, "those of the last block, which is not full"));
  const pattern tail = wrong_line("d_c", {4, 5, -1, -1}, {4, 5, 6, 7});
  CHECK(tail.id == "unwritten_tail");
  CHECK_FALSE(has(tail.next, "in x and in y"));
  CHECK(wrong_line("d_c", {4, -1, 6, -1}, {4, 0, 6, 0}).id == "only_zeros_unwritten");
  CHECK(wrong_line("d_c", {4, -1, 0, -1}, {4, 0, 0, 7}).id != "only_zeros_unwritten");
  CHECK_FALSE(has(tail.next, "quarter"));
  CHECK(has(wrong_line("d_c", {4, 5, -1, -1, -1, -1, -1, -1}, {4, 5, 6, 7, 8, 9, 10, 11}).next,
            "count bytes"));
  CHECK(has(wrong_line("d_c", {4, -1}, {4, 5}).message, "the other one never"));
}

TEST_CASE("conflicts of stores alone have a remedy of their own, where the lab has one") {
  traffic_counts counts;
  counts.shared_store_conflicts = 5;
  CHECK(no_conflicts(counts, "loads", "stores").next == "stores");
  CHECK(no_conflicts(counts, "loads").next == "loads");
  counts.shared_load_conflicts = 1;
  CHECK(no_conflicts(counts, "loads", "stores").next == "loads");
}

namespace {

/// One line whose worst request has lanes so many bytes apart, in blocks of 16 x 2.
traffic_counts with_lanes(const std::string& space, int apart, int of_odd_ones = 0) {
  nlohmann::json offsets = nlohmann::json::array();
  for (int lane = 0; lane < 32; ++lane)
    offsets.push_back(lane % 16 * apart + lane / 16 * 4000 + lane % 2 * of_odd_ones);
  offsets[5] = nullptr; // it took no part
  nlohmann::json line = {{"file", "a.cu"},       {"line", 9},     {"space", space},
                         {"operation", "store"}, {"sectors", 40}, {"least_sectors", 4},
                         {"worst_conflict", 16}};
  line["example"] = {{"object", "tile"},
                     {"block_size", nlohmann::json::array({16U, 2U, 1U})},
                     {"warp", 0U},
                     {"bytes", 4},
                     {"offsets", offsets}};
  traffic_counts counts;
  counts.kernels = nlohmann::json::array();
  counts.kernels.push_back(nlohmann::json::object());
  counts.kernels[0]["lines"] = nlohmann::json::array({line});
  return counts;
}

} // namespace

TEST_CASE("how far neighbouring threads of a block's row are apart") {
  const auto seen = neighbours_in(with_lanes("global", 12), "global", "store");
  REQUIRE(seen);
  CHECK(seen->apart == 12);
  CHECK(seen->block_width == 16);
  CHECK(seen->object == "tile");
  CHECK_FALSE(neighbours_in(with_lanes("global", 12), "global", "load"));
  CHECK_FALSE(neighbours_in(with_lanes("global", 12), "shared"));
  CHECK_FALSE(neighbours_in(with_lanes("global", 12, 4), "global")->apart);
  CHECK_FALSE(neighbours_in({}, "global"));
}

TEST_CASE("two threads with words of one bank, the nearest ones") {
  const auto apart = [](int bytes) {
    traffic_counts counts = with_lanes("shared", bytes);
    auto& offsets = counts.kernels[0]["lines"][0]["example"]["offsets"];
    for (int lane = 16; lane < 32; ++lane)
      offsets[static_cast<std::size_t>(lane)] = lane % 16 * bytes + 256;
    offsets[5] = 5 * bytes;
    return conflict_in(counts);
  };
  const auto rows = apart(0); // each row of threads uses one word
  REQUIRE(rows);
  CHECK(rows->one_word_a_half);
  CHECK(rows->first == 0);
  CHECK(rows->second == 16);
  CHECK(rows->apart == 64);
  CHECK(rows->line == 9);
  CHECK(rows->object == "tile");
  CHECK_FALSE(rows->is_load);
  const auto steps = apart(16);
  REQUIRE(steps);
  CHECK_FALSE(steps->one_word_a_half);
  CHECK(steps->next_word == 4);
  CHECK(steps->second - steps->first == 8);
  CHECK_FALSE(conflict_in(with_lanes("global", 128)));
  CHECK_FALSE(conflict_in({}));
}

TEST_CASE("a warp's rows of neighbouring words, and how far apart they begin") {
  const auto rows = [](int length, int apart) {
    traffic_counts counts = with_lanes("shared", 4);
    auto& offsets = counts.kernels[0]["lines"][0]["example"]["offsets"];
    for (int lane = 0; lane < 32; ++lane)
      offsets[static_cast<std::size_t>(lane)] = (lane / length * apart + lane % length) * 4;
    return conflict_in(counts);
  };
  const auto padded = rows(8, 9); // lanes 0 and 29
  REQUIRE(padded);
  CHECK(padded->row_words == 8);
  CHECK(padded->rows_apart == 9);
  const auto apart = rows(1, 32);
  REQUIRE(apart);
  CHECK(apart->row_words == 0);
}

TEST_CASE("nobody asks whether smaller cases are right where one is told that is wrong") {
  case_fault headline, large;
  headline.id = "wrong_in_a_row";
  headline.function = large.function = "f";
  large.id = "wrong_values";
  large.message = "all are wrong";
  large.next = "Right in the smaller cases?";
  large.in_part = true;
  const auto told = [&] {
    other_faults all;
    all.add("a large one", large, headline);
    std::vector<std::string> details;
    all.tell(headline, details);
    return details.front();
  };
  CHECK(told() == "a large one: all are wrong");
  headline.function = "g";
  CHECK(told() == "a large one: all are wrong. Right in the smaller cases?");
  headline.function = "f";
  headline.in_part = true;
  CHECK(told() == "a large one: all are wrong. Right in the smaller cases?");
}

TEST_CASE("of lines with conflicts, the one with most, of those that are counted") {
  const auto line = [](const char* operation, int number, int worst, int conflicts, int apart) {
    nlohmann::json one = with_lanes("shared", apart).kernels[0]["lines"][0];
    one["operation"] = operation;
    one["line"] = number;
    one["worst_conflict"] = worst;
    one["conflicts"] = conflicts;
    one["example"]["bytes"] = 16;
    for (int lane = 0; lane < 32; ++lane)
      one["example"]["offsets"][static_cast<std::size_t>(lane)] = lane * apart;
    return one;
  };
  traffic_counts counts = with_lanes("shared", 4);
  counts.kernels[0]["lines"] = {line("store", 3, 4, 90, 128), line("load", 5, 2, 10, 272),
                                line("load", 6, 2, 80, 288), line("load", 7, 1, 0, 16)};
  CHECK(worst_conflict(counts) == "; at worst, a.cu:3, 4 different words of one bank in a request");
  counts.shared_load_conflicts = 90;
  CHECK(worst_conflict(counts) == "; at worst, a.cu:6, 2 different words of one bank in a request");
  const auto rows = rows_in_one_bank_of(counts);
  REQUIRE(rows);
  CHECK(rows->line == 6);
  CHECK(rows->is_load);
  CHECK(rows->first == 0);
  CHECK(rows->second == 4);
  CHECK(rows->apart == 4 * 288);
  CHECK_FALSE(rows_in_one_bank_of(with_lanes("shared", 128))); // of 4 bytes
  CHECK_FALSE(rows_in_one_bank_of({}));
}

TEST_CASE("words that are in one bank are told, and where") {
  const auto next = [](int apart, int of_odd_ones = 0) {
    traffic_counts counts = with_lanes("shared", apart, of_odd_ones);
    counts.shared_store_conflicts = 1;
    return no_conflicts(counts, "use neighbours").next;
  };
  CHECK(next(128) == "threads with neighbouring threadIdx.x use words of tile that are 32 apart "
                     "(line 9, or a function that it calls): all of them lie in one bank. So, use "
                     "neighbours");
  CHECK(has(next(16), "4 apart (line 9, or a function that it calls): 2 of 16 lie in one bank"));
  CHECK(next(8) == "use neighbours");      // the 16 of a row have banks of their own
  CHECK(next(132) == "use neighbours");    // 33 words
  CHECK(next(128, 4) == "use neighbours"); // not all alike
}
