// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/json.h"
#include "findings/words.h"

#include <array>
#include <stdexcept>

#include <doctest/doctest.h>

#include "findings/tests/all_kinds.h"

using namespace cudalab::findings;

namespace {

constexpr const char* example = R"([{
  "kind": "race", "space": "shared", "object": "Mds[3][0]", "kernel": "matmul_tiled_kernel",
  "parties": [
    {"action": "reads", "thread": [1, 3, 0], "block": [0, 2, 0], "file": "/a/lab04.cu", "line": 41},
    {"action": "writes", "thread": [0, 3, 0], "block": [0, 2, 0], "file": "/a/lab04.cu", "line": 36}],
  "count": 3840, "text": "no barrier", "remedy": "put one", "source": "emulator"}])";

} // namespace

TEST_CASE("findings are read as docs/formats.md writes them") {
  const auto findings = read_findings(example);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == finding_kind::race);
  CHECK(findings[0].object == "Mds[3][0]");
  CHECK(findings[0].count == 3840);
  REQUIRE(findings[0].parties.size() == 2);
  CHECK(findings[0].parties[0].thread == std::array<unsigned, 3>{1, 3, 0});
  CHECK(findings[0].parties[1].line == 36);
  CHECK(read_findings("").empty());
  CHECK(read_findings("[]").empty());
}

TEST_CASE("a finding of host code has no thread") {
  const auto findings = read_findings(R"([{
    "kind": "leak", "severity": "information", "space": "", "object": "", "kernel": "k",
    "parties": [{"action": "frees it", "host": true, "thread": null, "block": null,
                 "file": "/a/lab04.cu", "line": 41}],
    "count": 1, "text": "", "remedy": "", "source": "emulator"}])");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].severity == finding_severity::information);
  CHECK(findings[0].parties[0].on_host);
  CHECK_FALSE(findings[0].parties[0].thread_known);
}

TEST_CASE("the words of a remedy are those of its data, without data, what the document says") {
  CHECK(read_findings(example)[0].remedy == "put one");
  const std::string with_fix =
      std::string(example).replace(std::string(example).rfind("}"), 1,
                                   R"(, "fix": [{"id": "read_too_early", "name": "Mds"},
                   {"id": "barrier_between", "lines": [36, 41]}]})");
  const finding read = read_findings(with_fix)[0];
  CHECK(read.remedy == "a thread may read Mds before its neighbour has loaded it: put a barrier "
                       "between lines 36 and 41");
  CHECK(read.fix[1] == remedy_step{remedy_id::barrier_between, {36, 41}});
}

TEST_CASE("a finding that is written and read is the same") {
  for (const finding_kind kind : all_kinds) {
    finding one;
    one.kind = kind;
    one.severity = finding_severity::warning;
    one.space = "global";
    one.object = "a[3]";
    one.kernel = "k";
    one.parties = {{"reads", {1, 2, 3}, {4, 5, 6}, "/a.cu", 7},
                   {"writes", {}, {}, "", 0, false, true}};
    one.count = 12;
    one.text = "seen";
    advise({{remedy_id::store_before_reading, {}, "a"}, {remedy_id::look_at_branch, {8}}}, one);
    one.source = "emulator";
    one.order = race_order::between_streams;
    one.parties[0].called_in = {7, 9};
    one.missed = {"a", -4, 4, 64, "bytes", "a.cu", 3, "b.cu", 5};
    one.seen_in = "3 x 4";
    const nlohmann::ordered_json written = to_json(one);
    const finding read = read_finding(nlohmann::json::parse(written.dump()));
    CHECK(to_json(read) == written);
    CHECK(read.fix == one.fix);
    CHECK(read.parties[1].on_host);
    CHECK(where(read.parties[0]).ends_with(", called in line 7, and that in line 9"));
    CHECK(written["title"] == title_of(kind));
    CHECK(written.value("page", "") == page_of(kind));
  }
}

TEST_CASE("other JSON is refused") {
  for (const char* text : {"{", "[{}]", "[1]", "7", R"([{"kind":1}])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_findings(text), std::runtime_error);
  }
}

TEST_CASE("numbers that do not fit, and more than any report has, are refused") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = example;
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(read_findings(with("3840", "18446744073709551615"))[0].count == ~std::uint64_t{0});
  CHECK(read_findings(with("41}", "10000001}"))[0].parties[0].line == 0); // no file is that long
  for (const char* line : {"1e300}", "-1}", "2147483648}", "true}", "41.5}"})
    CHECK_THROWS_AS(read_findings(with("41}", line)), std::runtime_error);
  CHECK_THROWS_AS(read_findings(with("[1, 3, 0]", "[1, 3]")), std::runtime_error);
  CHECK_THROWS_AS(read_findings(with("3840", "-1")), std::runtime_error);
  CHECK_THROWS_AS(read_findings(with("\"race\"", "\"no_kind\"")), std::runtime_error);
  CHECK_THROWS_AS(read_findings(with("\"count\"", "\"severity\": \"bad\", \"count\"")),
                  std::runtime_error);
  for (const char* fix : {"{}", "[{}]", R"([{"id": "no_remedy"}])", "[1,2,3,4,5,6,7,8,9]",
                          R"([{"id": "barrier_between", "lines": [-1]}])"})
    CHECK_THROWS_AS(
        read_findings(with("\"count\"", "\"fix\": " + std::string(fix) + ", \"count\"")),
        std::runtime_error);
  CHECK_THROWS_AS(read_findings(with("no barrier", std::string(10'001, 'x'))), std::runtime_error);
  const std::string one = std::string(example).substr(1, std::string(example).size() - 2);
  std::string many = "[" + one;
  for (int i = 0; i < 200; ++i)
    many += "," + one;
  CHECK_THROWS_AS(read_findings(many + "]"), std::runtime_error);
}

TEST_CASE("findings that are nested without end are refused") {
  const auto with_more = [](const std::string& more) {
    return std::string(example).replace(std::string(example).rfind("}"), 1,
                                        ", \"more\": " + more + "}");
  };
  CHECK(read_findings(with_more("[[]]")).size() == 1);
  CHECK_THROWS_AS(read_findings(with_more(std::string(100, '[') + std::string(100, ']'))),
                  std::runtime_error);
}

TEST_CASE("what a bad access missed has numbers that can be added") {
  const auto missing = [](const std::string& offset) {
    return std::string(example).replace(std::string(example).rfind("}"), 1,
                                        R"(, "missed": {"object": "d_P", "offset": )" + offset +
                                            R"(, "accessed": 4, "size": 4096, "unit": "bytes"}})");
  };
  CHECK(read_findings(missing("-4"))[0].missed->offset == -4);
  for (const char* offset : {"9223372036854775807", "-9223372036854775808", "1e18"})
    CHECK_THROWS_AS(read_findings(missing(offset)), std::runtime_error);
}
