// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/source_statements.h"

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

/// 11 for (chunks) {
/// 12   s[t] = ...;
/// 13   (a barrier)
/// 14   for (taps)
/// 15     sum += s[j];
/// 16   (a barrier)
/// 17 }
std::string chunks(const std::string& before_use, const std::string& after_use) {
  return "file\tlab06.cu\n0 block 10 19 body\n1 loop 11 17 -\n2 block 11 17 -\n3 plain 12 12 -\n" +
         (before_use.empty() ? "" : "3 plain 13 13 " + before_use + '\n') +
         "3 loop 14 15 -\n4 plain 15 15 -\n" +
         (after_use.empty() ? "" : "3 plain 16 16 " + after_use + '\n') + "1 plain 18 18 -\n";
}

source_statements read(const std::string& lines) {
  return {lines, "/home/me/lab06.cu"};
}

} // namespace

TEST_CASE("a barrier stands in the block around both accesses, not in a loop of one of them") {
  const auto found = read(chunks("", "")).gap(12, 15);
  REQUIRE(found);
  CHECK(found->after == 12);
  CHECK(found->before == 14);
  CHECK(found->branch == 0);
  CHECK_FALSE(read(chunks("", "")).gap(14, 15)); // the loop's head, and what it repeats
}

TEST_CASE("the end of a round is that of the loop around both") {
  const auto found = read(chunks("barrier", "")).end_of_round(15, 12);
  REQUIRE(found);
  CHECK(found->loop == 11);
  CHECK(found->last == 15);
  CHECK_FALSE(read(chunks("barrier", "")).end_of_round(15, 18));
}

TEST_CASE("the barriers that there are tell which one is missing") {
  CHECK(read(chunks("barrier", "")).in_one_round(12, 15) == false);
  CHECK(read(chunks("", "barrier")).in_one_round(12, 15) == true);
  CHECK_FALSE(read(chunks("", "")).in_one_round(12, 15));
  CHECK_FALSE(read(chunks("barrier", "perhaps")).in_one_round(12, 15));
  CHECK_FALSE(read(chunks("perhaps", "")).in_one_round(12, 15));
  CHECK(read(chunks("", "")).in_one_round(15, 18) == true); // and no loop is around both
}

TEST_CASE("a barrier in a branch is none that orders in any case") {
  const std::string lines = "file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n"
                            "3 plain 3 3 -\n3 branch 4 5 -\n4 plain 5 5 barrier\n3 plain 6 6 -\n";
  CHECK_FALSE(source_statements(lines, "k.cu").in_one_round(3, 6));
}

TEST_CASE("a branch around the place is told") {
  const source_statements code("file\tk.cu\n0 block 1 9 body\n1 branch 2 8 -\n2 block 2 8 -\n"
                               "3 plain 3 3 -\n3 loop 4 6 -\n4 block 4 6 -\n5 plain 5 5 -\n"
                               "5 plain 6 6 -\n3 plain 7 7 -\n",
                               "k.cu");
  CHECK(code.gap(3, 5)->branch == 2);
  CHECK(code.end_of_round(5, 6)->branch == 2);
  CHECK_FALSE(code.gap(3, 9)); // nothing is known of line 9
}

TEST_CASE("two functions, two branches and other files have no place in common") {
  const std::string lines = "file\tlab06.cu\n0 block 1 3 body\n1 plain 2 2 -\n"
                            "file\tlab06.cu\n0 block 5 12 body\n1 branch 6 10 -\n2 plain 7 7 -\n"
                            "2 plain 9 9 -\n";
  CHECK_FALSE(read(lines).gap(2, 7));
  CHECK_FALSE(read(lines).gap(7, 9));
  CHECK_FALSE(read(lines).in_one_round(2, 7));
  CHECK(read(lines).known());
  CHECK_FALSE(source_statements(lines, "/home/me/my_lab06.cu").known());
  CHECK(source_statements(lines, "/home/me/wrong/../lab06.cu").known());
}

TEST_CASE("lines that emucc does not write are passed over") {
  const source_statements code(
      "0 block 1 9 body\nfile\tk.cu\n3 plain 1 1 -\n0 block\n\n0 block 1 9 "
      "body\n7 loop 2 3 -\n1 plain 4 4 -\n",
      "k.cu");
  CHECK(code.known());
  CHECK_FALSE(code.gap(1, 4));
}
