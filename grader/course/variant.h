// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A wrong variant of a solution, and whether a grading finds just its mistake.
///
/// A file solutions/labNN_topic/wrong/name.cu begins with
///
///     // FAILS clean.static (race) on both
///     // says: "Mds"
///     // also: correctness.whole_tiles, correctness.any_size
///     // needs: clang
///
/// - FAILS: the check that must fail, the kind of mistake, and the backend on which it must fail:
///   cpu, gpu or both.
/// - says: words that the check's message must hold, so that it fails for the right reason. Words
///   separated by | are alternatives.
/// - also (may be absent, or more than one line): checks that the same mistake may fail too, on
///   some machine. No other check may fail, unless it names the failed check that blocks it.
/// - needs (may be absent): a program without which the mistake cannot be seen (bwrap: one that
/// works).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::course {

struct variant {
  std::string check;   ///< "clean.static"
  std::string kind;    ///< "race", for people
  std::string backend; ///< "cpu", "gpu" or "both"
  std::vector<std::string> says;
  std::vector<std::string> also;
  std::string needs;

  bool must_fail_on(const std::string& on) const { return backend == "both" || backend == on; }
};

/// The head of a wrong variant is not as described above; what() says which line.
struct head_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param text the whole text of the file
/// @throws head_error
variant parse_variant(const std::string& text);

/// What is not as the variant says; empty when all is well.
/// @param grade a document of schema cudalab/grade/v1
std::vector<std::string> complaints(const variant& expected, const nlohmann::json& grade);

/// The same of the check that it names alone; others may fail or not.
std::vector<std::string> complaints_of_reason(const variant& expected, const nlohmann::json& grade);

/// The checks of a grading that failed by themselves: neither passed nor skipped nor blocked.
std::vector<std::string> failed_checks(const nlohmann::json& grade);

/// All that a student can read about a check, for comparison with `says`. Empty: no such check.
std::string words_of(const nlohmann::json& grade, const std::string& check);

} // namespace cudalab::course
