// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a grading ends with. The JSON document is written from these (report/json.h), and every
/// other output from the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "findings/finding.h"

namespace cudalab::grader {

enum class backend_kind { cpu, gpu };

/// How a check ended. `error`: it could not be judged (build, crash, timeout, infrastructure).
/// `noisy`: the machine was too noisy to time. `skipped`: not possible here; its points leave the
/// maximum.
enum class check_status { pass, fail, error, noisy, skipped };

/// Each is its name in the document, too.
#define CUDALAB_CHECK_KINDS(X) X(correctness) X(clean) X(traffic) X(speed) X(build)
#define CUDALAB_CHECK_KIND(id) id,
enum class check_kind { CUDALAB_CHECK_KINDS(CUDALAB_CHECK_KIND) };
#undef CUDALAB_CHECK_KIND

std::string name_of(backend_kind value);
std::string name_of(check_status value);
std::string name_of(check_kind value);

using findings::finding;
using findings::finding_kind;
using findings::finding_severity;
using findings::party;

struct check_result {
  std::string id; ///< "correctness.any_size"
  std::string title;
  check_kind kind = check_kind::correctness;
  int exercise = 0; ///< 0: the whole lab
  check_status status = check_status::error;
  double points = 0;
  double max_points = 0;
  bool bonus = false;               ///< nobody needs it to pass
  std::string message;              ///< the first thing to read: what is wrong, where
  std::string next;                 ///< what to look at next; empty when passed
  std::vector<std::string> details; ///< more lines
  std::vector<findings::finding> findings;
  std::string blocked_by; ///< id of the failed check without which this one means nothing
  nlohmann::json data = nlohmann::json::object(); ///< machine-readable; by kind, docs/grade.md
};

/// A step and how long it took, in seconds of wall time.
struct step_time {
  std::string step;
  double seconds = 0;
};

/// Lines of a file that a grade speaks of, by number (from 1).
struct quoted_file {
  std::string file; ///< as findings name it
  std::map<int, std::string> lines;
};

struct grade {
  std::string lab;   ///< "lab04"
  std::string title; ///< "Tiled matrix multiplication"
  std::string file;  ///< the graded .cu
  std::string file_sha256;
  std::uint64_t seed = 0;
  backend_kind backend = backend_kind::cpu;
  std::string backend_requested;  ///< "auto", "cpu", "gpu"
  std::string backend_reason;     ///< "no NVIDIA GPU was found"
  std::string device;             ///< "NVIDIA H200", "emulated CUDA device"
  std::string compiler;           ///< "clang++ 14.0.6"
  std::string sandbox;            ///< "bubblewrap" or "unsandboxed"
  std::vector<std::string> notes; ///< what was not checked here, and why
  check_status verdict = check_status::error;
  double points = 0;
  double max_points = 0;
  double bonus_points = 0, max_bonus_points = 0; ///< they are none of the points above
  std::vector<check_result> checks;
  nlohmann::json pictures = nlohmann::json::array(); ///< of the whole grading: docs/grade.md
  std::vector<step_time> times;
  std::vector<quoted_file> sources; ///< report/quote_sources.h
};

} // namespace cudalab::grader
