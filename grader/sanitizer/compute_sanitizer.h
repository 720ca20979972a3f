// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs a lab program on the GPU under NVIDIA's compute-sanitizer, one untimed run for each of its
/// four tools, and makes findings of what it logs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/result.h"
#include "grader/run/case_runner.h"
#include "grader/run/worker_process.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// compute-sanitizer beside nvcc, from PATH or from /usr/local/cuda; empty when there is none.
std::filesystem::path find_compute_sanitizer();

/// The words before the program's own command. `log`: where the tool writes, apart from what its
/// program prints.
std::vector<std::string> sanitizer_command(const std::filesystem::path& program,
                                           const std::string& tool,
                                           const std::filesystem::path& log);

struct sanitizer_outcome {
  bool available = false; ///< false: there is no compute-sanitizer here, see `problems`
  std::string version;    ///< "2025.3.1.0"; may be empty
  std::vector<finding> findings;
  /// A tool that could not do its work, in words ("racecheck: ..."). Not a mistake of the student.
  std::vector<std::string> problems;
  std::vector<step_time> times; ///< one for each tool
};

/// Runs `cases` under memcheck, racecheck, initcheck and synccheck. Findings are aggregated: one
/// for each kind and place. The tools run side by side, and so do calls of several threads and
/// processes: as many at the same time in all as the GPU has places for (gpu_lock.h).
sanitizer_outcome run_compute_sanitizer(const std::filesystem::path& program,
                                        const std::vector<const test_case*>& cases,
                                        const run_limits& allowed);

} // namespace cudalab::grader
