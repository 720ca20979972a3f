// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Gradings on the nodes of a cluster: arrays of jobs for an existing Slurm.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/class_tools/slurm_folder.h"
#include "grader/term/process_pool.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

struct slurm_settings {
  std::vector<std::string> sbatch;     ///< options of its own
  std::vector<std::string> sbatch_gpu; ///< more of them, for jobs of second parts
  std::vector<std::string> on_node;    ///< how class_tools is started there
  std::size_t per_task = 20;           ///< hand-ins
  /// Between questions to the controller; more where nothing changes.
  std::chrono::milliseconds ask_after{1000};
};

struct slurm_work {
  slurm_order order; ///< without slices
  std::vector<ordered_hand_in> all;
  /// As of a process_pool's job; `said` as of grade_hand_in(). False: no more is wanted.
  std::function<bool(std::size_t which, term::process_end how, const std::string& said)> ended;
  std::function<void(const std::string& state)> waiting; ///< in a few words, now and then
};

/// What the jobs of a folder of results and a lab are called, but for the order's number. No name
/// of first parts' jobs begins as one of second parts'.
std::string name_of_jobs(const std::filesystem::path& results, const std::string& lab,
                         bool second_parts);

/// Takes over what is queued, submits what is missing, and returns when each of `all` has ended or
/// is not wanted any more. Jobs that are not wanted are cancelled.
/// @throws usage_error when Slurm is not there or refuses
void run_on_slurm(const std::filesystem::path& results, const slurm_settings& settings,
                  const slurm_work& work);

} // namespace cudalab::grader
