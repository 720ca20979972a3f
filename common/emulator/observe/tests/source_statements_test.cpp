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

TEST_CASE("a fence or a barrier of a warp where one of the block belongs") {
  const auto fence = read(chunks("fence", "warp")).lesser_in_gap(12, 15);
  REQUIRE(fence);
  CHECK(fence->line == 13);
  CHECK(fence->fence);
  const auto warp = read(chunks("fence", "warp")).lesser_at_end_of_round(15, 12);
  REQUIRE(warp);
  CHECK(warp->line == 16);
  CHECK_FALSE(warp->fence);
  CHECK_FALSE(read(chunks("barrier", "")).lesser_in_gap(12, 15));
  CHECK_FALSE(read(chunks("fence", "barrier")).lesser_at_end_of_round(15, 12));
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

TEST_CASE("without a loop, a barrier between two accesses leaves the next call of their function") {
  const std::string begin = "file\tk.cu\n0 block 1 9 body\n1 plain 3 3 -\n",
                    end = "1 plain 6 6 -\n";
  CHECK(source_statements(begin + "1 plain 5 5 barrier\n" + end, "k.cu").in_one_round(3, 6) ==
        false);
  CHECK(source_statements(begin + "1 plain 5 5 -\n" + end, "k.cu").in_one_round(3, 6) == true);
}

TEST_CASE("a barrier in a branch is none that orders in any case") {
  const std::string lines = "file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n"
                            "3 plain 3 3 -\n3 branch 4 5 -\n4 plain 5 5 barrier\n3 plain 6 6 -\n";
  CHECK_FALSE(source_statements(lines, "k.cu").in_one_round(3, 6));
}

TEST_CASE("the only way out of a round before a barrier is told") {
  // 2 for { 3 if 4 continue; 5 (a barrier) 6 if 7 break; 8 (a barrier) }
  const std::string head = "file\tk.cu\n0 block 1 10 body\n1 loop 2 9 -\n2 block 2 9 -\n";
  const std::string tail = "3 plain 5 5 perhaps\n3 branch 6 7 -\n4 plain 7 7 break\n"
                           "3 plain 8 8 perhaps\n1 plain 10 10 -\n";
  const source_statements one(head + tail, "k.cu");
  CHECK_FALSE(one.way_out_before(5)); // it comes later
  REQUIRE(one.way_out_before(8));
  CHECK(one.way_out_before(8)->line == 7);
  CHECK(one.way_out_before(8)->breaks);
  CHECK(one.way_out_before(8)->loop_end == 9);
  CHECK_FALSE(one.way_out_before(10)); // no loop is around it
  const source_statements two(head + "3 branch 3 4 -\n4 plain 4 4 continue\n" + tail, "k.cu");
  REQUIRE(two.way_out_before(5));
  CHECK(two.way_out_before(5)->line == 4);
  CHECK_FALSE(two.way_out_before(5)->breaks);
  CHECK_FALSE(two.way_out_before(8)); // which of the two it was is not known
}

TEST_CASE("a break of an inner loop or of a switch is no way out of the outer one") {
  for (const char* inner : {"3 loop 3 5 -\n", "3 branch 3 5 switch\n"}) {
    CAPTURE(inner);
    const source_statements code("file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n" +
                                     std::string(inner) +
                                     "4 block 3 5 -\n5 plain 4 4 break\n3 plain 6 6 barrier\n",
                                 "k.cu");
    CHECK_FALSE(code.way_out_before(6));
  }
}

TEST_CASE("a barrier that a branch skips in some rounds is told where it is the only one") {
  // 2 for { 3 s[t] = ...; 4 (a barrier) 5 sum += s[j]; 6 if 7 (a barrier) }
  const std::string lines = "file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n"
                            "3 plain 3 3 -\n3 plain 4 4 barrier\n3 plain 5 5 -\n"
                            "3 branch 6 7 -\n4 plain 7 7 barrier\n";
  const source_statements code(lines, "k.cu");
  REQUIRE(code.barrier_in_branch(5, 3));
  CHECK(code.barrier_in_branch(5, 3)->line == 7);
  CHECK(code.barrier_in_branch(5, 3)->branch == 6);
  CHECK_FALSE(code.barrier_in_branch(3, 5)); // it stands in no branch
  CHECK_FALSE(source_statements(lines + "3 plain 8 8 perhaps\n", "k.cu").barrier_in_branch(5, 3));
}

TEST_CASE("a barrier between two lines that a branch skips, and one in the loop around a line") {
  // 2 for { 3 s[t] = ...; 4 if 5 (a barrier) 6 sum += s[j]; }
  const auto code = [](const std::string& more, const std::string& sort = "barrier") {
    return source_statements("file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n"
                             "3 plain 3 3 -\n3 branch 4 5 -\n4 plain 5 5 " +
                                 sort + "\n3 plain 6 6 -\n" + more,
                             "k.cu");
  };
  REQUIRE(code("").skipped_between(3, 6));
  CHECK(code("").skipped_between(3, 6)->line == 5);
  CHECK(code("").skipped_between(3, 6)->branch == 4);
  CHECK_FALSE(code("", "perhaps").skipped_between(3, 6)); // of a warp?
  CHECK_FALSE(code("").skipped_between(5, 6));            // that line is in the branch
  CHECK_FALSE(code("").skipped_between(6, 8));
  REQUIRE(code("").skipped_around(6));
  CHECK(code("").skipped_around(6)->line == 5);
  CHECK(code("3 plain 7 7 barrier\n").skipped_around(6)); // that one stands in no branch
  CHECK_FALSE(code("3 branch 7 8 -\n4 plain 8 8 barrier\n").skipped_around(6));
  CHECK_FALSE(code("").skipped_around(5));
}

TEST_CASE("what is done between a lambda and what follows it is not what is written there") {
  // 2 load = [] { 3 s[t] = ...; }; 4 use = [] { 5 sum += s[j]; }; 6 for { 7 if 8 (a barrier) 9 ...
  // }
  const auto code = [](const std::string& more) {
    return source_statements("file\tk.cu\n0 block 1 12 body\n1 plain 2 3 -\n2 block 2 3 body\n"
                             "3 plain 3 3 -\n1 plain 4 5 -\n2 block 4 5 body\n3 plain 5 5 -\n"
                             "1 loop 6 9 -\n2 block 6 9 -\n3 branch 7 8 -\n4 plain 8 8 barrier\n"
                             "3 plain 9 9 -\n" +
                                 more,
                             "k.cu");
  };
  CHECK(code("").apart_in_lambdas(3, 5));
  CHECK(code("").apart_in_lambdas(3, 9));
  CHECK_FALSE(code("").apart_in_lambdas(8, 9));
  CHECK_FALSE(code("").apart_in_lambdas(3, 3));
  CHECK_FALSE(code("").in_one_round(3, 5));
  REQUIRE(code("").skipped_in_function(3, 5));
  CHECK(code("").skipped_in_function(3, 5)->line == 8);
  CHECK(code("").skipped_in_function(3, 5)->branch == 7);
  CHECK_FALSE(code("1 plain 11 11 barrier\n").skipped_in_function(3, 5));
}

TEST_CASE("barriers in no branch on both ways keep two lines apart") {
  CHECK(read(chunks("perhaps", "barrier")).separated(12, 15));
  CHECK_FALSE(read(chunks("barrier", "")).separated(12, 15));
  CHECK_FALSE(read(chunks("", "barrier")).separated(12, 15));
  CHECK_FALSE(read(chunks("barrier", "barrier")).separated(14, 15)); // one holds the other
  const std::string in_branch = "file\tk.cu\n0 block 1 9 body\n1 plain 2 2 -\n1 branch 3 4 -\n"
                                "2 plain 4 4 barrier\n1 plain 5 5 -\n";
  CHECK_FALSE(source_statements(in_branch, "k.cu").separated(2, 5));
}

TEST_CASE("a line is in a branch of its function") {
  const source_statements code("file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 branch 3 5 -\n"
                               "3 plain 4 4 -\n2 plain 6 6 -\n",
                               "k.cu");
  CHECK(code.in_branch(4));
  CHECK_FALSE(code.in_branch(6));
  CHECK_FALSE(code.in_branch(20));
}

TEST_CASE("of two lines the one is told that is in a branch or a loop without the other") {
  const source_statements code("file\tk.cu\n0 block 1 20 body\n1 loop 2 9 -\n2 block 2 9 -\n"
                               "3 plain 3 3 barrier\n3 branch 4 8 -\n4 block 4 6 -\n"
                               "5 plain 5 5 barrier\n4 block 7 8 -\n5 plain 7 7 barrier\n"
                               "1 plain 11 11 barrier\n",
                               "k.cu");
  for (const auto& found : {code.inside_alone(3, 5), code.inside_alone(5, 3)}) {
    REQUIRE(found);
    CHECK(found->line == 5);
    CHECK(found->loop == 0);
  }
  CHECK_FALSE(code.inside_alone(5, 7)); // the two halves of an `if`
  REQUIRE(code.inside_alone(11, 3));
  CHECK(code.inside_alone(11, 3)->line == 3);
  CHECK(code.inside_alone(11, 3)->loop == 2);
  CHECK(code.inside_alone(11, 5)->loop == 0); // the `if` counts
  CHECK_FALSE(code.inside_alone(3, 30));
}

TEST_CASE("a branch around the place is told") {
  const source_statements code("file\tk.cu\n0 block 1 9 body\n1 branch 2 8 -\n2 block 2 8 -\n"
                               "3 plain 3 3 -\n3 loop 4 6 -\n4 block 4 6 -\n5 plain 5 5 -\n"
                               "5 plain 6 6 -\n3 plain 7 7 -\n",
                               "k.cu");
  CHECK(code.gap(3, 5)->branch == 2);
  CHECK(code.end_of_round(5, 6)->branch == 2);
  CHECK(code.end_of_round(5, 6)->outer == 0);
  CHECK_FALSE(code.gap(3, 9)); // nothing is known of line 9
}

TEST_CASE("the next loop around that of the round is told, also where a branch lies between") {
  const source_statements code("file\tk.cu\n0 block 1 9 body\n1 loop 2 8 -\n2 block 2 8 -\n"
                               "3 branch 3 7 -\n4 block 3 7 -\n5 loop 4 6 -\n6 block 4 6 -\n"
                               "7 plain 5 5 -\n7 plain 6 6 -\n3 plain 8 8 -\n",
                               "k.cu");
  CHECK(code.end_of_round(5, 6)->loop == 4);
  CHECK(code.end_of_round(5, 6)->outer == 2);
  CHECK(code.end_of_round(5, 8)->loop == 2);
  CHECK(code.end_of_round(5, 8)->outer == 0);
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
