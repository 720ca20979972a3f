// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/empty_pass.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/checks/spared_cases.h"
#include "grader/verdict.h"

namespace cudalab::grader {

void take_back(check_result& passed, const check_result& cause) {
  passed.status = check_status::fail;
  passed.blocked_by = cause.id;
  passed.message =
      passed.exercise == 0
          ? fmt::format("nothing wrong seen yet, but a part does nothing so far: first fix \"{}\"",
                        cause.title)
          : fmt::format("nothing came out that could count: first fix \"{}\"", cause.title);
}

void take_back_empty_pass(std::vector<check_result>& judged, std::size_t check) {
  check_result& each = judged[check];
  if (each.kind != check_kind::clean || each.status != check_status::pass)
    return;
  const auto cause = std::find_if(judged.begin(), judged.end(), [&each](const check_result& other) {
    return (each.exercise == other.exercise || each.exercise == 0) && wrote_nothing(other);
  });
  if (cause != judged.end())
    take_back(each, *cause);
}

namespace {

bool failed_in_every_case(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != check_status::fail)
    return false;
  const nlohmann::json cases = result.data.value("cases", nlohmann::json::array());
  return std::none_of(cases.begin(), cases.end(),
                      [](const auto& each) { return each.value("passed", false); });
}

bool stored_nothing(const case_outcome& outcome) {
  return outcome.how == ending::done &&
         std::all_of(outcome.traffic.begin(), outcome.traffic.end(), [](const auto& kernel) {
           const nlohmann::json totals = kernel.value("totals", nlohmann::json::object());
           return totals.value("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                               std::uint64_t{0}) == 0 &&
                  totals.value("global_atomic_requests", std::uint64_t{0}) == 0;
         });
}

/// Counts the kernels' stores in the cases of a clean check, up to the first that has some.
bool kernels_are_idle(grading_context& in, const std::vector<const test_case*>& cases) {
  const auto by_scene = [](const test_case* one) {
    return one->call().function != one->function();
  };
  if (std::any_of(cases.begin(), cases.end(), by_scene))
    return false;
  run_options options = watched_options(in.allowed);
  options.counted = true;
  const std::filesystem::path& program = in.submission(build_flavour::checked).program;
  return std::all_of(cases.begin(), cases.end(), [&](const test_case* each) {
    return stored_nothing(*in.outcomes.run(program, {each}, options).front());
  });
}

} // namespace

void take_back_idle_pass(grading_context& in, std::vector<check_result>& judged,
                         std::size_t check) {
  check_result& each = judged[check];
  if (each.kind != check_kind::clean || each.status != check_status::pass)
    return;
  const auto cause = std::find_if(judged.begin(), judged.end(), [&](const check_result& other) {
    return each.exercise == other.exercise && failed_in_every_case(other);
  });
  if (cause != judged.end() && kernels_are_idle(in, without_noted(in, in.plan.of(check)).own))
    take_back(each, *cause);
}

} // namespace cudalab::grader
