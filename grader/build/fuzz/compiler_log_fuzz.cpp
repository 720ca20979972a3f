// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as what a compiler printed.
#include "fuzzing/property.h"
#include "grader/build/compiler_messages.h"
#include "grader/checks/build_check.h"
#include "grader/report/fuzz/clean.h"

using namespace cudalab::fuzzing;
using namespace cudalab::grader;

namespace {

void must_be_told(const build_outcome& outcome) {
  check_result check = judge_build({&outcome}, nullptr, "");
  must(check.status == check_status::error && !check.message.empty(), "an error is told");
  must_be_reported_cleanly(std::move(check));
}

void try_compiler_log(const std::uint8_t* data, std::size_t size) {
  build_outcome outcome;
  outcome.log = text_of(data, size);
  outcome.diagnostics = parse_diagnostics(outcome.log);
  for (const diagnostic& each : outcome.diagnostics) {
    must(each.line >= 0 && each.column >= 0, "places are places");
    must(each.severity == "error" || each.severity == "warning", "a severity is one of two");
    for (const std::string* part : {&each.file, &each.message}) {
      must(outcome.log.find(*part) != std::string::npos, "nothing is made up");
      must(part->find('\n') == std::string::npos, "a message stands on one line");
    }
  }
  outcome.how = build_outcome::kind::compile_error;
  must_be_told(outcome);
  outcome.missing = parse_missing_functions(outcome.log);
  if (!outcome.missing.empty()) {
    outcome.how = build_outcome::kind::missing_function;
    must_be_told(outcome);
  }
}

const fuzz_test compiler_log_fuzz("compiler_log_fuzz", try_compiler_log);

} // namespace
