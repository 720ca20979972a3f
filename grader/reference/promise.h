// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a grading of a wrong file must find, and whether it did: the head of a wrong variant
/// (variants.h), or, behind "// ", of a hostile submission.
///
///     fails: clean.static (race) on both: "Mds|Nds"
///     also: correctness.whole_tiles, correctness.any_size
///     named: only_first_phase
///     needs: clang
///
/// - fails: the check that must fail, the kind of mistake, and the backend on which it must fail:
///   cpu, gpu or both. Then words that the check's message must hold, so that it fails for the
///   right reason; those separated by | are alternatives.
/// - says (in place of these words, where they are too many for one line): says: "Mds|Nds".
/// - also (may be absent, or more than one line): checks that the same mistake may fail too, on
///   some machine. No other check may fail, unless it names the failed check that blocks it.
/// - named (may be absent): named: id, id. The known mistakes (grader/test_case.h) that a check
///   recognises in it. No other one may be named; on a CPU each of them must be.
/// - needs (may be absent): a program without which the mistake cannot be seen (bwrap: one that
///   works).
/// - time limit (may be absent): time limit: 3 s. For one call, of what never ends: it costs that.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::reference {

struct promise {
  std::string check;   ///< "clean.static"
  std::string kind;    ///< "race", for people
  std::string backend; ///< "cpu", "gpu" or "both"
  std::vector<std::string> says;
  std::vector<std::string> also;
  std::vector<std::string> named; ///< ids of known mistakes
  std::string needs;
  int time_limit = 0; ///< seconds for a call, of what never ends; 0: as for students

  bool must_fail_on(const std::string& on) const { return backend == "both" || backend == on; }
};

/// The head of a wrong file is not as described above; what() says which line.
struct head_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Adds a line of a head to what it promises. @throws head_error
void add_line(promise& to, const std::string& line);

/// @throws head_error when it does not say what must fail, and with which words
void require_whole(const promise& one);

/// @param text the whole text of a file that begins with a head as a comment, up to the licence
/// @throws head_error
promise promise_of_file(const std::string& text);

/// What is not as promised; empty when all is well.
/// @param grade a document of schema cudalab/grade/v1
std::vector<std::string> complaints(const promise& expected, const nlohmann::json& grade);

/// The same of the check that it names alone; others may fail or not.
std::vector<std::string> complaints_of_reason(const promise& expected, const nlohmann::json& grade);

/// The known mistakes that a grading names, each once, in their order.
std::vector<std::string> named_mistakes(const nlohmann::json& grade);

/// The checks of a grading that failed by themselves: neither passed nor skipped nor blocked.
std::vector<std::string> failed_checks(const nlohmann::json& grade);

} // namespace cudalab::reference
