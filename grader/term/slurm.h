// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Slurm as whoever submits jobs sees it: its commands, called without a shell. Accounting is not
/// needed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::term {

/// what() says what is wrong, in Slurm's own words where it has some, and what to do.
struct slurm_trouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The controller does not answer, which may pass.
struct slurm_silent : slurm_trouble {
  using slurm_trouble::slurm_trouble;
};
/// sbatch was answered, and the answer was no.
struct slurm_refusal : slurm_trouble {
  using slurm_trouble::slurm_trouble;
};

/// A task of an array that has not ended.
struct queued_task {
  std::string job;  ///< of the whole array: "123"
  std::size_t task; ///< in it
  std::string name, state, reason;
};

struct job_array {
  std::string name;
  std::size_t tasks = 1;
  std::filesystem::path script;
  std::vector<std::string> options; ///< for sbatch
};

/// The most tasks of one array. @throws slurm_trouble
std::size_t largest_array();

/// Gives the job's number. @throws slurm_trouble
std::string submit(const job_array& what);

/// Of this user, those whose jobs' names begin so. @throws slurm_trouble
std::vector<queued_task> queued_tasks(const std::string& name_begins);

/// "123" or "123_4". What has ended is no trouble.
void cancel(const std::string& job);

/// What squeue says, a line for each task: "123|4|RUNNING|name|None". For tests.
std::vector<queued_task> parse_queue(const std::string& text, const std::string& name_begins);
/// What "scontrol show config" says. @throws slurm_trouble when it does not tell
std::size_t parse_largest_array(const std::string& text);

/// A word as /bin/sh reads it back.
std::string shell_word(const std::string& word);

} // namespace cudalab::term
