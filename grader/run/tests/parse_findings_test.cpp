// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/run/case_runner.h"

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
