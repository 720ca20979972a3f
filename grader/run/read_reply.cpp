// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/read_reply.h"

#include <limits>
#include <regex>
#include <stdexcept>
#include <utility>

#include "findings/json.h"
#include "grader/files/bounded_json.h"

namespace cudalab::grader {

namespace {

using nlohmann::json;

/// A list of kernels with their lines and those lines' figures needs 4. What is nested deeper is no
/// report, and copying it would use up the judge's stack.
constexpr int deepest = 8;
/// What is added to it still fits.
constexpr std::uint64_t largest_line = 10'000'000;

[[noreturn]] void refuse_traffic(const std::string& what) {
  throw std::runtime_error("a report of traffic cannot be read: " + what);
}

json parse_flat(const std::string& text) try {
  return parse_bounded(text, deepest);
} catch (const std::exception& error) {
  refuse_traffic(error.what());
}

void must_be_list_of_objects(const json& list, const std::string& name) {
  if (!list.is_array())
    refuse_traffic(name + " is not a list");
  for (const json& each : list)
    if (!each.is_object())
      refuse_traffic(name + " has an element that is not an object");
}

void may_have_count(const json& object, const char* name,
                    std::uint64_t largest = std::numeric_limits<std::int64_t>::max()) {
  const auto found = object.find(name);
  if (found != object.end() &&
      (!found->is_number_unsigned() || found->get<std::uint64_t>() > largest))
    refuse_traffic(std::string("\"") + name + "\" is not a count");
}

void may_have_text(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found != object.end() && !found->is_string())
    refuse_traffic(std::string("\"") + name + "\" is not a text");
}

void check_kernel(const json& kernel) {
  constexpr auto largest_int = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  for (const char* name : {"launches", "blocks", "threads_per_block"})
    may_have_count(kernel, name, largest_int);
  const auto totals = kernel.find("totals");
  if (totals == kernel.end() || !totals->is_object())
    refuse_traffic("a kernel without totals");
  for (const auto& [name, value] : totals->items())
    if (!value.is_number_float() || !name.ends_with(".ratio")) // a mean
      may_have_count(*totals, name.c_str());
  const auto lines = kernel.find("lines");
  if (lines == kernel.end())
    return;
  must_be_list_of_objects(*lines, "\"lines\"");
  for (const json& line : *lines) {
    may_have_text(line, "file");
    may_have_count(line, "line", largest_line);
    may_have_count(line, "worst_conflict", largest_int);
  }
}

/// A student's own exception may hold CUDA's name of the error, or what cudaGetErrorString() says.
std::string cuda_error_in(const std::string& text) {
  static const std::regex name("cudaError[A-Z][A-Za-z]*");
  static constexpr std::pair<const char*, const char*> errors[] = {
      {"invalid argument", "cudaErrorInvalidValue"},
      {"invalid configuration", "cudaErrorInvalidConfiguration"},
      {"illegal memory access", "cudaErrorIllegalAddress"}};
  if (std::smatch found; std::regex_search(text, found, name))
    return found.str();
  for (const auto& [words, error] : errors)
    if (text.find(words) != std::string::npos)
      return error;
  return "";
}

void read_exception(const protocol::call_reply& reply, case_outcome& outcome) {
  outcome.how = ending::exception;
  outcome.next = reply.next;
  outcome.cuda_error = reply.cuda_error;
  outcome.cuda_call = reply.cuda_call;
  if (reply.cuda_error.empty() && reply.next.empty()) { // not the course's: it may name the call
    outcome.cuda_error = cuda_error_in(reply.error_text);
    outcome.cuda_call = reply.error_text;
  }
}

} // namespace

case_outcome read_reply(const protocol::call_reply& reply) {
  if (reply.index != 0) // a batch has one call
    throw std::runtime_error("it answered a call that was not made");
  case_outcome outcome;
  outcome.detail = reply.error_text;
  if (reply.error == protocol::error_exception) {
    read_exception(reply, outcome);
  } else if (reply.error == protocol::error_host_access) {
    outcome.how = ending::crashed;
  } else if (!reply.error.empty()) {
    outcome.how = ending::cuda_error;
    outcome.cuda_error = reply.error;
    outcome.detail += " (" + reply.error + ")";
  }
  outcome.findings = findings::read_findings(reply.findings);
  outcome.traffic = parse_traffic(reply.traffic);
  outcome.damaged_fences = reply.damaged;
  outcome.remarks = reply.remarks;
  outcome.waits = reply.waits;
  outcome.copied_to_host = reply.copied_to_host;
  outcome.launches = reply.launches;
  return outcome;
}

json parse_traffic(const std::string& text) {
  json kernels = text.empty() ? json::array() : parse_flat(text);
  must_be_list_of_objects(kernels, "it");
  for (const json& kernel : kernels)
    check_kernel(kernel);
  return kernels;
}

} // namespace cudalab::grader
