// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What went wrong in one case of a correctness check.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/checks/context.h"
#include "grader/checks/name_mistake.h"
#include "grader/compare/patterns.h"
#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// What one case did, as far as it went wrong.
struct case_fault {
  bool stopped = false;      ///< it failed, crashed, hung, ...: nothing to compare
  bool in_lab_words = false; ///< stopped by the lab's own complaint, which knows the exercise
  bool answered = true;      ///< not crashed, hung, ...: the program itself said how it went
  std::string id, message, next;
  std::string cause;   ///< of a known mistake: its id
  std::string likely;  ///< the id of a known mistake that other cases of the function name
  bool vague = false;  ///< whether the cause is vague
  bool varies = false; ///< that the result differs from run to run belongs to it
  std::vector<std::string> details;
  nlohmann::json data = nlohmann::json::object();
  std::vector<spoilt_output> wrong;         ///< outputs
  std::vector<std::uint64_t> block_threads; ///< of the first launches; none on a GPU
  bool in_part = false;                     ///< a large case, of which some blocks ran
  std::string besides;                      ///< what else is wrong
  std::string recognised;               ///< what further calls have shown it to be; empty: nothing
  std::string function;                 ///< the student's
  std::optional<disturbance> disturbed; ///< a measurement: the device was not the program's alone

  bool names_a_mistake() const { return id == "known_mistake"; }
};

/// The call ended by a complaint of the lab's own, with what to look at next.
bool is_in_lab_words(const case_outcome& outcome);

/// Nothing: the case is right.
std::optional<case_fault> fault_of(const test_case& one, const case_outcome& outcome,
                                   const run_limits& allowed);

/// One a case.
std::vector<std::optional<case_fault>> faults_of(const std::vector<const test_case*>& cases,
                                                 const outcome_list& outcomes,
                                                 const run_limits& allowed);

/// Names known mistakes where they are sure, and completes what is said of each case. @return the
/// case to tell first: one with the mistake that explains most; else the first that failed. (The
/// number of cases when none did.)
std::size_t name_mistakes(const std::vector<const test_case*>& cases,
                          std::vector<std::optional<case_fault>>& faults);

/// @param data of a failed correctness check @param what is wrong in the case that is told first
std::string message_of(const nlohmann::json& data, const std::string& what);

} // namespace cudalab::grader
