// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/idle_kernels.h"

#include <algorithm>

#include "grader/checks/empty_pass.h"

namespace cudalab::grader {

namespace {

bool failed_in_every_case(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != status::fail)
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

/// Counts the kernels' stores in the cases of a clean check.
bool kernels_are_idle(context& in, const clean& asked) {
  const std::vector<test_case> cases = cases_of(in, asked.cases);
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases) {
    if (one.call().function != one.function())
      return false;
    pointers.push_back(&one);
  }
  run_options options;
  options.observation = protocol::observation::traffic;
  options.allowed = in.allowed;
  const auto outcomes = in.outcomes.run(in.submission(flavour::checked).program, pointers, options,
                                        [](std::size_t) {});
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [](const auto& each) { return stored_nothing(*each); });
}

} // namespace

void take_back_idle_passes(context& in, std::vector<check_result>& judged) {
  for (std::size_t i = 0; i < judged.size(); ++i) {
    check_result& each = judged[i];
    if (each.kind != check_kind::clean || each.status != status::pass)
      continue;
    const auto cause = std::find_if(judged.begin(), judged.end(), [&](const check_result& other) {
      return each.exercise == other.exercise && failed_in_every_case(other);
    });
    if (cause != judged.end() && kernels_are_idle(in, std::get<clean>(in.lab.checks[i].what)))
      take_back(each, *cause);
  }
}

} // namespace cudalab::grader
