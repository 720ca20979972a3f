// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/cuda_error_words.h"

#include <doctest/doctest.h>

#include "grader/checks/ending_words.h"

using namespace cudalab::grader;

namespace {

std::string next_of(ending how, const std::string& detail) {
  case_outcome outcome;
  outcome.how = how;
  outcome.detail = detail;
  return words_for(outcome, "f", limits{}).next;
}

} // namespace

TEST_CASE("not ready: wait for the event, or take it as an answer") {
  for (const char* detail :
       {"calling f: device not ready (cudaErrorNotReady)",
        "a.cu:59: cudaEventElapsedTime(&ms, start, stop): cudaErrorNotReady (device not ready)"}) {
    const std::string next = after_cuda_error(detail, "");
    CHECK(next.find("cudaEventSynchronize(stop)") != std::string::npos);
    CHECK(next.find("do not hand it to CUDA_CHECK") != std::string::npos);
    CHECK(next_of(ending::cuda_error, detail) == next);
    CHECK(next_of(ending::exception, detail) == next);
  }
}

TEST_CASE("an error of many causes gets the general advice") {
  CHECK(after_cuda_error("calling f: out of memory (cudaErrorMemoryAllocation)", "Look.") ==
        "Look.");
  CHECK(next_of(ending::exception, "a.cu:3: f(): cudaErrorUnknown").find("CUDA_CHECK throws") == 0);
  CHECK(next_of(ending::exception, "something").empty());
}

TEST_CASE("a program that aborts has printed why; one that crashes otherwise has not") {
  CHECK(next_of(ending::crashed, "SIGABRT (abort(), ...)").find("cudaFreeHost") !=
        std::string::npos);
  CHECK(next_of(ending::crashed, "SIGSEGV (invalid memory access)").find("device pointer") !=
        std::string::npos);
}
