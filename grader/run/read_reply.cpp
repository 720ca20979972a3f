// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/read_reply.h"

#include <stdexcept>

#include "findings/json.h"

namespace cudalab::grader {

case_outcome read_reply(const protocol::call_reply& reply) {
  if (reply.index != 0) // a batch has one call
    throw std::runtime_error("it answered a call that was not made");
  case_outcome outcome;
  outcome.detail = reply.error_text;
  if (reply.error == protocol::error_exception) {
    outcome.how = ending::exception;
  } else if (reply.error == protocol::error_host_access) {
    outcome.how = ending::crashed;
  } else if (!reply.error.empty()) {
    outcome.how = ending::cuda_error;
    outcome.detail += " (" + reply.error + ")";
  }
  outcome.findings = findings::read_findings(reply.findings);
  outcome.traffic = parse_traffic(reply.traffic);
  outcome.damaged_fences = reply.damaged;
  outcome.copied_to_host = reply.copied_to_host;
  outcome.launches = reply.launches;
  return outcome;
}

} // namespace cudalab::grader
