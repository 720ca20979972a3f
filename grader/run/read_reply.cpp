// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/read_reply.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "findings/json.h"
#include "grader/files/bounded_json.h"

namespace cudalab::grader {

namespace {

using nlohmann::json;

/// A list of kernels with their lines and those lines' figures needs 4. What is nested deeper is no
/// report, and copying it would use up the judge's stack.
constexpr int deepest = 8;
/// Bytes, kernels, and lines of all of them. Each case's is kept.
constexpr std::size_t longest_report = std::size_t{2} << 20, most_kernels = 1000,
                      most_lines = 20'000;
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
  constexpr std::string_view prefix = "cudaError";
  static constexpr std::pair<const char*, const char*> errors[] = {
      {"invalid argument", "cudaErrorInvalidValue"},
      {"invalid configuration", "cudaErrorInvalidConfiguration"},
      {"illegal memory access", "cudaErrorIllegalAddress"}};
  const auto is_large = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&](char c) { return is_large(c) || (c >= 'a' && c <= 'z'); };
  for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1))
    if (const auto rest = text.begin() + static_cast<std::ptrdiff_t>(at + prefix.size());
        rest != text.end() && is_large(*rest))
      return {text.begin() + static_cast<std::ptrdiff_t>(at),
              std::find_if_not(rest, text.end(), is_letter)};
  for (const auto& [words, error] : errors)
    if (text.find(words) != std::string::npos)
      return error;
  return "";
}

void read_exception(const protocol::call_reply& reply, case_outcome& outcome) {
  outcome.how = ending::exception;
  outcome.next = reply.next;
  outcome.threw_cuda_error = !reply.cuda_error.empty();
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
  outcome.copied_to_device = reply.copied_to_device;
  outcome.launches = reply.launches;
  outcome.operations = reply.operations;
  return outcome;
}

json parse_traffic(const std::string& text) {
  if (text.size() > longest_report)
    refuse_traffic("it is too long");
  json kernels = text.empty() ? json::array() : parse_flat(text);
  must_be_list_of_objects(kernels, "it");
  std::size_t lines = 0;
  for (const json& kernel : kernels) {
    check_kernel(kernel);
    lines += kernel.contains("lines") ? kernel["lines"].size() : 0;
  }
  if (kernels.size() > most_kernels || lines > most_lines)
    refuse_traffic("it has too many kernels or lines");
  return kernels;
}

} // namespace cudalab::grader
