// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as a worker's answer, and as the findings and the traffic in one.
#include <stdexcept>

#include "findings/words.h"
#include "fuzzing/property.h"
#include "grader/cases/gates.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/traffic_counts.h"
#include "grader/report/fuzz/clean.h"
#include "grader/run/read_reply.h"
#include "protocol/channel.h"

using namespace cudalab;
using namespace cudalab::fuzzing;
using namespace cudalab::grader;

namespace {

void must_be_told(const case_outcome& outcome) {
  check_result check;
  check.status = check_status::fail;
  const ending_words words = words_for(outcome, "matmul", {});
  check.message = words.message;
  check.next = words.next;
  check.details = {outcome.detail};
  for (const finding& each : outcome.findings)
    check.details.push_back(one_sentence(each));
  check.findings = outcome.findings;
  must_be_reported_cleanly(std::move(check));
}

/// What read_reply() lets through, the traffic checks can read.
void must_be_counted(const nlohmann::json& kernels) {
  const traffic_counts counts = add_up(kernels);
  static_cast<void>(not_many_threads(counts, 1e6, "next").passed);
  static_cast<void>(no_conflicts(counts, "next").passed);
}

void try_reply(const protocol::call_reply& reply) try {
  const case_outcome outcome = read_reply(reply);
  must((outcome.how == ending::done) == reply.error.empty(), "an error is no normal end");
  must_be_counted(outcome.traffic);
  must_be_told(outcome);
} catch (const std::runtime_error&) { // refused
}

void try_worker_reply(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  try {
    const protocol::reply reply = protocol::parse_reply(text);
    if (const auto* answer = std::get_if<protocol::call_reply>(&reply))
      try_reply(*answer);
  } catch (const protocol::malformed&) {
  }
  try_reply({0, "", "", text, "", {}, 0, false});
  try_reply({0, "", "", "", text, {}, 0, false});
  try_reply({0, protocol::error_exception, text, "", "", {text}, 0, false});
}

const fuzz_test reply_fuzz("reply_fuzz", try_worker_reply);

} // namespace
