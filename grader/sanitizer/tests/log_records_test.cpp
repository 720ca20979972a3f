// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/log_records.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("a record is a head and its indented lines") {
  const auto records = split_log("========= COMPUTE-SANITIZER\n"
                                 "========= Invalid read\n"
                                 "=========     at k(float *)+0x10 in a.cu:3\n"
                                 "noise of the program\n"
                                 "=========     by thread (1,2,3) in block (4,5,6)\n"
                                 "========= \n"
                                 "=========     an orphan\n"
                                 "========= ERROR SUMMARY: 1 error");
  REQUIRE(records.size() == 3);
  CHECK(records[0].head == "COMPUTE-SANITIZER");
  CHECK(records[1].head == "Invalid read");
  REQUIRE(records[1].lines.size() == 2);
  CHECK(records[1].lines[0] == "at k(float *)+0x10 in a.cu:3");
  CHECK(records[2].lines.empty());
}

TEST_CASE("nothing, cut lines and endless lines are survived") {
  CHECK(split_log("").empty());
  CHECK(split_log("=====").empty());
  CHECK(split_log("=========").empty());
  CHECK(split_log("========= " + std::string(100'000, 'x')).empty());
}

TEST_CASE("places: templates, namespaces, folders with colons and blanks") {
  const log_place plain = parse_place("k(float *, int)+0xc0 in /home/a b/c:d/lab04.cu:31");
  CHECK(plain.function == "k");
  CHECK(plain.file == "/home/a b/c:d/lab04.cu");
  CHECK(plain.line == 31);
  CHECK(parse_place("void tiled<(bool)1, (int)16>(const float *)+0x1 in l.cu:7").function ==
        "tiled");
  CHECK(parse_place("void a::b<a::c<(int)2>>(a::c<(int)2>)+0x1 in l.cu:7").function == "a::b");
  const log_place nowhere = parse_place("k(float *)+0xc0");
  CHECK(nowhere.function == "k");
  CHECK(nowhere.file.empty());
  CHECK(nowhere.line == 0);
  CHECK(parse_place("").function.empty());
}

TEST_CASE("threads and numbers") {
  const auto found = parse_thread("by thread (8,1,2) in block (3,4,5)");
  REQUIRE(found);
  CHECK(found->thread == std::array<unsigned, 3>{8, 1, 2});
  CHECK(found->block == std::array<unsigned, 3>{3, 4, 5});
  CHECK_FALSE(parse_thread("by thread (8,1) in block"));
  CHECK(first_number("size 16,384 bytes, 7") == 16384);
  CHECK(first_number("none") == 0);
}
