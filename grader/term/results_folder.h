// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where the results of a course are kept: for each lab a folder with a plan, the files that were
/// graded, and a document for each result. Each of them is there whole or not at all.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "grader/term/collect.h"

namespace cudalab::term {

/// A name that any file system takes: other bytes than letters, digits and "-_.@" as "%20", long
/// ones cut and told apart by a sum.
std::string file_name_for(const std::string& owner);

/// All that a result hangs on. Where any of it changes, the hand-in is graded again.
struct result_settings {
  std::string lab_version; ///< of the lab and of the tools
  std::uint64_t seed = 0;
  std::string backend;
  std::string others; ///< limits, thresholds
  // For people: a result does not hang on these.
  std::string tools = {};   ///< "CUDA Labs 0.1.0, commit 0123456789ab, unchanged"
  std::string machine = {}; ///< its name
};
std::string result_key(const hand_in& one, const result_settings& settings);

class results_folder {
public:
  /// Makes it. @throws std::filesystem::filesystem_error
  results_folder(std::filesystem::path root, const std::string& lab);

  /// False: another process holds it, and still does after `patience`. It is let go when this
  /// process and all that it forked have ended: who grades for a batch that was killed may still
  /// write.
  bool lock(std::chrono::milliseconds patience);
  /// Removes what a process that was killed had half written. To be called with the lock.
  void tidy() const;

  std::filesystem::path plan() const { return folder_ / "plan.json"; }
  std::filesystem::path copy_of(const std::string& owner) const;
  std::filesystem::path result_of(const std::string& owner) const;
  /// Of a grading in two parts, what the first one says. Once there is a result it is not needed.
  std::filesystem::path first_part_of(const std::string& owner) const;
  bool is_first_part_fresh(const std::string& owner, const std::string& key) const;
  void forget_first_part(const std::string& owner) const;
  /// Whether there is a whole result with this key.
  bool is_fresh(const std::string& owner, const std::string& key) const;
  /// The document of a result that is fresh, for another owner of the same file.
  std::string result_for(const std::string& owner, const std::string& other) const;

private:
  std::filesystem::path root_, folder_;
  std::string lab_;
  int lock_ = -1;
};

inline const std::string result_schema = "cudalab/result/v1", plan_schema = "cudalab/plan/v1",
                         first_part_schema = "cudalab/first-part/v1";

/// The document of a result, or of a first part: the judge's own, and what it hangs on.
std::string result_text(const std::string& owner, const std::string& lab, const std::string& key,
                        const result_settings& settings, const std::string& graded_at,
                        const nlohmann::json& grade, const std::string& schema = result_schema);

/// The document of a plan. `keys`: of the hand-ins, in their order. @throws std::system_error
void write_plan(const std::filesystem::path& file, const collection& all, const std::string& lab,
                const assignment& asked, const std::vector<std::string>& keys, std::uint64_t seed);

/// The document of a plan without its hand-ins, of which there may be ten thousand: each of them
/// is given to `take`, in its order. Null: there is no plan, or it is none; what was taken of it
/// then does not count.
nlohmann::json read_plan(const std::filesystem::path& file,
                         const std::function<void(const nlohmann::json& hand_in)>& take);

/// Null: there is none, or it is none.
nlohmann::json read_document(const std::filesystem::path& file, const std::string& schema);

} // namespace cudalab::term
