// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/report/finding_report.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

finding of_kind(finding_kind kind, int line) {
  finding made;
  made.kind = kind;
  made.kernel = "k";
  made.space = "global";
  made.element = "a[" + std::to_string(line) + "]";
  made.parties = {{.action = "reads",
                   .thread = {3, 1, 0},
                   .block = {2, 0, 5},
                   .place = {"/nowhere/lab.cu", line}}};
  made.count = 10'000'000;
  made.detail = "what was seen";
  return made;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST_CASE("nothing is said of nothing") {
  CHECK(report_of({}, {}) == "");
}

TEST_CASE("headline, who, where, what, remedy, page, and a sum") {
  finding host = of_kind(finding_kind::leak, 9);
  host.parties[0].on_host = true;
  const std::string text = report_of({of_kind(finding_kind::out_of_bounds, 7), host}, {});
  CHECK(has(text, "error: access outside of its bounds, global memory: a[7]   (kernel k)\n"));
  CHECK(has(text, "    thread (3,1) of block (2,0,5) reads it   /nowhere/lab.cu:7\n"));
  CHECK(has(text, "    what was seen\n    → threads beyond the edge"));
  CHECK(has(text, "      docs/findings/out_of_bounds.md\n"));
  CHECK(has(text, "warning: never freed, global memory: a[9]"));
  CHECK(has(text, "    the host reads it   /nowhere/lab.cu:9\n"));
  CHECK(has(text, "\nemucc: 1 error, 1 warning\n"));
  CHECK_FALSE(has(text, "\033["));
  CHECK(has(report_of({host}, {.colour = true}), "\033[33;1mwarning"));
}

TEST_CASE("of memory that is used too early in a header only the student's line is told") {
  finding early = of_kind(finding_kind::unfinished_read, 91);
  early.parties.push_back(early.parties.front());
  early.parties.back().place.line = 88;
  CHECK(has(report_of({early}, {.columns = 200}), "after line 88 and before line 91. (An event"));
  early.parties.front().place = {"/usr/include/algo.h", 431};
  CHECK(has(report_of({early}, {.columns = 200}),
            "after line 88 and before the host uses that memory\n"));
}

TEST_CASE("however many there are, it is a page, and no line is too long") {
  std::vector<finding> many;
  for (int line = 1; line <= 200; ++line)
    many.push_back(of_kind(finding_kind::uninitialised_read, line));
  const std::string text = report_of(many, {.colour = false, .columns = 60});
  CHECK(std::count(text.begin(), text.end(), '\n') < 100);
  CHECK(has(text, "... and 192 findings at other places"));
  CHECK(has(text, "emucc: 200 errors\n"));
}
