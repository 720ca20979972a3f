// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "emulator/observe/traffic/profile_advice.h"
#include "emulator/observe/traffic/profile_table.h"

using namespace cudalab::emulator;
using nlohmann::json;

namespace {

json line(int number, const char* space, const char* operation, int sectors, int least,
          int lanes = 3200, int conflicts = 0, int worst = 1) {
  return {{"file", "/nowhere/k.cu"}, {"line", number},  {"space", space},
          {"operation", operation},  {"requests", 100}, {"sectors", sectors},
          {"least_sectors", least},  {"lanes", lanes},  {"conflicts", conflicts},
          {"worst_conflict", worst}};
}

json kernel(std::initializer_list<json> lines, unsigned threads = 256) {
  return {{"kernel", "k"},
          {"file", "/nowhere/k.cu"},
          {"line", 50},
          {"launches", 1},
          {"blocks", 1200},
          {"threads_per_block", threads},
          {"totals", {{"barriers_per_block_max", 3}}},
          {"lines", json(lines)}};
}

std::string only_remark(const json& about) {
  const std::vector<std::string> all = traffic_advice(about);
  REQUIRE(all.size() == 1);
  return all[0];
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST_CASE("a kernel without fault gets no advice") {
  CHECK(traffic_advice(
            kernel({line(3, "global", "load", 400, 400), line(4, "global", "load", 500, 400),
                    line(5, "shared", "load", 0, 0), line(6, "global", "atomic", 400, 400)}))
            .empty());
}

TEST_CASE("each waste has its sentence") {
  CHECK(contains(only_remark(kernel({line(3, "global", "load", 3200, 400)})),
                 "k.cu:3: each load moves 32 sectors of 32 bytes for a warp, where 4 would hold"));
  CHECK(contains(only_remark(kernel({line(7, "shared", "store", 0, 0, 3200, 1500, 16)})),
                 "k.cu:7: a 16-way bank conflict: threads of a warp write different words"));
  CHECK(contains(only_remark(kernel({line(9, "global", "atomic", 100, 100, 3200, 0, 32)})),
                 "k.cu:9: up to 32 threads of a warp update the same address"));
  CHECK(contains(only_remark(kernel({line(2, "global", "store", 100, 100, 400)})),
                 "k.cu:2: only 4 of the 32 threads of a warp take part in this store"));
  CHECK(
      contains(only_remark(kernel({}, 50)), "blocks of 50 threads: the last warp of each has 18"));
  json thin = kernel({});
  thin["occupancy"] = {{"theoretical_pct", 12.5}, {"limiter", "shared memory"}};
  CHECK(contains(only_remark(thin), "at most 12.5 % of a multiprocessor's threads are there at a "
                                    "time, because of shared memory"));
}

TEST_CASE("the costliest comes first") {
  const std::vector<std::string> all = traffic_advice(
      kernel({line(3, "global", "load", 800, 400), line(4, "global", "load", 3200, 400)}));
  REQUIRE(all.size() == 2);
  CHECK(contains(all[0], "k.cu:4"));
}

TEST_CASE("the table has a row a line, and what stands out") {
  const std::string text = profile_table(json::array(
      {kernel({line(3, "global", "load", 3200, 400), line(4, "shared", "load", 0, 0, 1600)})}));
  CAPTURE(text);
  CHECK(contains(text, "k (launched at k.cu:50): 1 time, 1,200 blocks of 256 threads, 3 barriers"));
  CHECK(contains(text, "  3  global load             100      32.0   32.0         -"));
  CHECK(contains(text, "  4  shared load             100         -   16.0         1"));
  CHECK(contains(text, "What stands out:"));
  CHECK(contains(profile_table(json::array()), "No kernel was launched"));
}
