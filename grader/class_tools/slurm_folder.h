// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the shell that submits and the tasks on the nodes tell each other: documents in the folder
/// of results, below `slurm`. Each is there whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/class_tools/grade_hand_in.h"

namespace cudalab::grader {

/// A hand-in as a task gets it. Its file lies in the folder of results.
struct ordered_hand_in {
  std::string owner, key;
  std::string first_key; ///< of its first part; empty: it is graded in one
  std::uint64_t seed = 0;
  std::string file_sha256;
};

/// What one array of jobs has to do: a slice for each task.
struct slurm_order {
  std::string lab, lab_version;
  std::string tools;           ///< as results name them, for people
  std::string backend_of_keys; ///< as results name it
  hand_in_part part = hand_in_part::whole;
  std::string settings; ///< in words, as results name them
  int time_limit = 0;
  bool require_sandbox = true;
  int at_once = 1;                          ///< gradings in one task
  std::map<std::string, double> thresholds; ///< by check
  std::vector<std::vector<ordered_hand_in>> slices;
};

class slurm_folder {
public:
  /// Makes it. Jobs of second parts, which need a GPU, have one of their own: they may still run
  /// while new first parts are graded.
  /// @param of_lab the lab's folder of results
  slurm_folder(const std::filesystem::path& of_lab, bool second_parts);

  const std::filesystem::path& path() const { return folder_; }

  void write_order(std::uint64_t number, const slurm_order& order) const;
  /// Nothing: there is none, or it is none.
  std::optional<slurm_order> read_order(std::uint64_t number) const;
  std::filesystem::path script_of(std::uint64_t number) const;
  /// What a task's output is written to; with "%a" it is a pattern of sbatch's.
  std::filesystem::path output_of(std::uint64_t number, const std::string& task) const;

  /// How often a task has begun with this hand-in and neither finished nor been asked to stop.
  int tries(const std::string& owner, const std::string& key) const;
  void set_tries(const std::string& owner, const std::string& key, int count) const;

  /// A grading that failed for another reason than the file. Empty: none did.
  std::string failure(const std::string& owner, const std::string& key) const;
  void set_failure(const std::string& owner, const std::string& key, const std::string& why) const;
  void forget(const std::string& owner) const;

  /// Why a task would grade nothing at all: wrong tools on its node. Empty: it would.
  std::string refusal(std::uint64_t number) const;
  void refuse(std::uint64_t number, const std::string& why) const;

  /// The end of what one of an order's tasks said on its standard output and error, and where.
  std::string said_in(std::uint64_t number) const;

private:
  std::filesystem::path of(std::uint64_t number, const char* ending) const;
  std::filesystem::path note(const char* kind, const std::string& owner) const;

  std::filesystem::path folder_;
};

/// Lost with this many tasks, a hand-in is taken for the reason, and not given to another one.
inline constexpr int most_tries = 3;

} // namespace cudalab::grader
