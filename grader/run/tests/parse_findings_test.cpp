// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <array>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/run/read_reply.h"

using namespace cudalab::grader;

namespace {

constexpr const char* example = R"([{
  "kind": "race", "space": "shared", "object": "Mds[3][0]", "kernel": "matmul_tiled_kernel",
  "parties": [
    {"action": "reads", "thread": [1, 3, 0], "block": [0, 2, 0], "file": "/a/lab04.cu", "line": 41},
    {"action": "writes", "thread": [0, 3, 0], "block": [0, 2, 0], "file": "/a/lab04.cu", "line": 36}],
  "count": 3840, "text": "no barrier", "remedy": "put one", "source": "emulator"}])";

} // namespace

TEST_CASE("findings are read as docs/formats.md writes them") {
  const auto findings = parse_findings(example);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == "race");
  CHECK(findings[0].object == "Mds[3][0]");
  CHECK(findings[0].count == 3840);
  REQUIRE(findings[0].parties.size() == 2);
  CHECK(findings[0].parties[0].thread == std::array<unsigned, 3>{1, 3, 0});
  CHECK(findings[0].parties[1].line == 36);
  CHECK(parse_findings("").empty());
  CHECK(parse_findings("[]").empty());
}

TEST_CASE("a finding of host code, of a kind that the judge does not know") {
  const auto findings = parse_findings(R"([{
    "kind": "new_kind", "severity": "advice", "title": "something new", "page": "docs/new.md",
    "space": "", "object": "", "kernel": "k",
    "parties": [{"action": "frees it", "host": true, "thread": null, "block": null,
                 "file": "/a/lab04.cu", "line": 41}],
    "count": 1, "text": "", "remedy": "", "source": "emulator"}])");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].severity == "advice");
  CHECK(findings[0].title == "something new");
  CHECK(findings[0].page == "docs/new.md");
  CHECK(findings[0].parties[0].on_host);
  CHECK_FALSE(findings[0].parties[0].thread_known);
}

TEST_CASE("other JSON is refused") {
  for (const char* text : {"{", "[{}]", "[1]", "7", R"([{"kind":1}])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_findings(text), std::runtime_error);
  }
}

TEST_CASE("numbers that do not fit, and more than any report has, are refused") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = example;
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(parse_findings(with("3840", "18446744073709551615"))[0].count == ~std::uint64_t{0});
  CHECK(parse_findings(with("41}", "10000001}"))[0].parties[0].line == 0); // no file is that long
  for (const char* line : {"1e300}", "-1}", "2147483648}", "true}", "41.5}"})
    CHECK_THROWS_AS(parse_findings(with("41}", line)), std::runtime_error);
  CHECK_THROWS_AS(parse_findings(with("[1, 3, 0]", "[1, 3]")), std::runtime_error);
  CHECK_THROWS_AS(parse_findings(with("3840", "-1")), std::runtime_error);
  CHECK_THROWS_AS(parse_findings(with("no barrier", std::string(10'001, 'x'))), std::runtime_error);
  const std::string one = std::string(example).substr(1, std::string(example).size() - 2);
  std::string many = "[" + one;
  for (int i = 0; i < 200; ++i)
    many += "," + one;
  CHECK_THROWS_AS(parse_findings(many + "]"), std::runtime_error);
}

TEST_CASE("what a bad access missed has numbers that can be added") {
  const auto missing = [](const std::string& offset) {
    return std::string(example).replace(std::string(example).rfind("}"), 1,
                                        R"(, "missed": {"object": "d_P", "offset": )" + offset +
                                            R"(, "accessed": 4, "size": 4096, "unit": "bytes"}})");
  };
  CHECK(parse_findings(missing("-4"))[0].missed->offset == -4);
  for (const char* offset : {"9223372036854775807", "-9223372036854775808", "1e18"})
    CHECK_THROWS_AS(parse_findings(missing(offset)), std::runtime_error);
}

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
