// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <array>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/run/read_reply.h"

using namespace cudalab::grader;

TEST_CASE("a report of traffic has counts, and no depth that would use up the stack") {
  CHECK(parse_traffic("").empty());
  CHECK(parse_traffic(R"([{"launches": 1, "totals": {"shared_load_requests": 7, "a.ratio": 0.5},
                           "lines": [{"file": "a.cu", "line": 3, "worst_conflict": 2}]}])")
            .size() == 1);
  for (const char* text :
       {"{}", "[1]", "[{}]", R"([{"totals": {"shared_load_requests": 1e300}}])",
        R"([{"totals": {"shared_load_requests": -1}}])", R"([{"totals": {}, "launches": 0.5}])",
        R"([{"totals": {}, "lines": {}}])", R"([{"totals": {}, "lines": [{"file": 1}]}])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_traffic(text), std::runtime_error);
  }
  CHECK_THROWS_AS(parse_traffic(std::string(1'000'000, '[')), std::runtime_error);
}

TEST_CASE("a report of traffic is kept for each case: it has a size") {
  const auto kernels = [](int count, const std::string& more) {
    std::string text = "[";
    for (int i = 0; i < count; ++i)
      text += (i == 0 ? "" : ",") + (R"({"totals": {})" + more + "}");
    return text + "]";
  };
  std::string lines = R"(, "lines": [{})";
  for (int i = 1; i < 20; ++i)
    lines += ",{}";
  CHECK(parse_traffic(kernels(1000, lines + "]")).size() == 1000);
  CHECK_THROWS_AS(parse_traffic(kernels(1001, "")), std::runtime_error);
  CHECK_THROWS_AS(parse_traffic(kernels(1000, lines + ", {}]")), std::runtime_error);
  CHECK_THROWS_AS(parse_traffic("[" + std::string(std::size_t{2} << 20, ' ') + "]"),
                  std::runtime_error);
}

TEST_CASE("a reply's launches and copies are those of the outcome") {
  cudalab::protocol::call_reply reply;
  reply.copied_to_host = 4096;
  reply.launches = {{{5, 4, 1}, {16, 16, 1}}};
  const case_outcome outcome = read_reply(reply);
  CHECK(outcome.copied_to_host == 4096);
  REQUIRE(outcome.launches.size() == 1);
  CHECK(outcome.launches[0].grid == std::array<unsigned, 3>{5, 4, 1});
  CHECK(outcome.launches[0].block == std::array<unsigned, 3>{16, 16, 1});
}
