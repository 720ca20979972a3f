// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/run_in_order.h"

#include <memory>
#include <utility>

namespace cudalab::grader {

namespace {

/// Wrong at first, and right in order.
case_fault disturbing_blocks() {
  case_fault fault;
  fault.id = "depends_on_order";
  fault.message = "wrong while several blocks run at a time, right when they run one after the "
                  "other";
  fault.next = "Threads disturb each other, most likely those of different blocks: look for memory "
               "that more than one block changes. Give each block elements of its own, or use an "
               "atomic operation. The check for races says where.";
  return fault;
}

} // namespace

void tell_from_order(context& in, const std::filesystem::path& program, run_options options,
                     const std::vector<test_case>& cases, outcome_list& outcomes,
                     std::vector<std::optional<case_fault>>& faults) {
  std::vector<const test_case*> compared;
  std::vector<std::size_t> position;
  bool wrong = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (outcomes[i]->how != ending::done || cases[i].is_measured())
      continue;
    compared.push_back(&cases[i]);
    position.push_back(i);
    wrong = wrong || faults[i];
  }
  if (!wrong)
    return;
  in.progress("wrong results are made again, one block after the other");
  options.blocks_in_order = true;
  std::vector<case_outcome> ordered = in.outcomes.run_again(program, compared, options);
  for (std::size_t k = 0; k < ordered.size(); ++k)
    if (ordered[k].how == ending::done)
      outcomes[position[k]] = std::make_shared<const case_outcome>(std::move(ordered[k]));
  const auto before = std::exchange(faults, faults_of(cases, outcomes, in.allowed));
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (before[i] && !faults[i])
      faults[i] = disturbing_blocks();
}

} // namespace cudalab::grader
