// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All cases of a grading, made before anything runs, and who judges what of each: what is watched
/// is compared, and what is counted is watched and compared, so that a program has no run in which
/// it may behave otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// What a check is judged over.
struct check_cases {
  std::vector<const test_case*> own;
  /// Cases of other checks: of a correctness check those whose results it judges besides its own,
  /// of a clean check those whose findings it judges. On a GPU they run on the emulated device.
  std::vector<const test_case*> others;
  /// Functions of a correctness check whose findings no clean check judges, and of a clean check
  /// whose results no correctness check does: it judges both.
  std::set<std::string> alone;

  std::vector<const test_case*> all() const;
};

/// Cases that the checked program runs, each different one once.
struct checked_cases {
  std::vector<const test_case*> cases;
  std::vector<bool> counted; ///< parallel: some traffic check uses it
};

/// Bytes of all buffers that a call reads.
std::size_t bytes_of_inputs(const test_case& one);

class case_plan {
public:
  /// Timed cases are none of it. Every check starts from the same seed, so that checks with one
  /// case maker get equal cases.
  case_plan(const lab_description& lab, backend_kind backend, std::uint64_t seed);
  case_plan(const case_plan&) = delete;
  case_plan& operator=(const case_plan&) = delete;

  /// Whether a grading of these would make the same cases. @param lab no copy of the plan's
  bool is_for(const lab_description& lab, backend_kind backend, std::uint64_t seed) const {
    return &lab == &lab_ && backend == backend_ && seed == seed_;
  }
  /// @param check its place in the lab's list
  const check_cases& of(std::size_t check) const { return checks_.at(check); }
  checked_cases of_checked_program() const;
  /// What the lab's given kernel is counted on: each different case of the traffic checks once.
  std::vector<const test_case*> of_given_kernel() const;

private:
  using place = std::optional<std::size_t>; ///< in the lab's list
  void rehearse_one_of_each_function();
  void refuse_one_of_each_function();
  void make_each(const std::set<std::string>& chosen, test_case& (test_case::*make)());
  place results_judge(std::size_t check, const std::string& function) const;
  place findings_judge(std::size_t check, const std::string& function) const;
  template <class Fits>
  place nearest(std::size_t check, const std::string& function, bool before, Fits fits) const;
  void share(std::size_t check);
  void add_once(std::vector<const test_case*>& to, const test_case& one,
                const std::vector<const test_case*>& besides) const;

  const lab_description& lab_;
  backend_kind backend_;
  std::uint64_t seed_;
  std::vector<std::vector<test_case>> made_;     ///< by check
  std::vector<std::set<std::string>> functions_; ///< the same
  std::vector<check_cases> checks_;
};

} // namespace cudalab::grader
