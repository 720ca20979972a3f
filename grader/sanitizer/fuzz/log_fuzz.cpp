// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as a log of compute-sanitizer: it says nothing where no line is the tool's, and what it
// says can be shown.
#include <algorithm>

#include "findings/words.h"
#include "fuzzing/property.h"
#include "grader/report/fuzz/clean.h"
#include "grader/sanitizer/parse_log.h"

using namespace cudalab::fuzzing;
using namespace cudalab::grader;

namespace {

void try_sanitizer_log(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const char* tool : {"memcheck", "racecheck"}) {
    const sanitizer_log log = parse_sanitizer_log(tool, text);
    if (text.find("=========") == std::string::npos)
      must(log.findings.empty() && log.problems.empty() && !log.finished,
           "other lines are passed over");
    must(log.findings.size() + log.problems.size() <= lines, "at most one finding a line");
    must(!log.finished || text.find("SUMMARY:") != std::string::npos, "the end has a summary");
    check_result check;
    check.status = check_status::fail;
    check.details = log.problems;
    for (const finding& each : log.findings) {
      must(!each.parties.empty(), "a finding has a place");
      check.message = one_sentence(each);
    }
    check.findings = log.findings;
    must_be_reported_cleanly(std::move(check));
  }
}

const fuzz_test log_fuzz("log_fuzz", try_sanitizer_log);

} // namespace
