// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The speed check: is a submission at least so many times faster than the lab's given kernel, on
/// the GPU of this machine and in the same grading?
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "grader/lab.h"
#include "grader/result.h"
#include "grader/run/worker_process.h"
#include "grader/speed/nvml/nvml_library.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// What a call wrote, by the output's name.
using output_bytes = std::map<std::string, std::vector<std::byte>>;

/// Says what is wrong with the outputs of a call; empty when they are right.
using output_check = std::function<std::string(const test_case&, const output_bytes&)>;

struct speed_settings {
  output_check check_outputs; ///< may be empty: then outputs are only compared with each other
  std::function<void(const std::string& step)> progress; ///< may be empty
  run_limits allowed;                                    ///< `wall` bounds one timing request
  std::chrono::milliseconds together{600'000};           ///< for all timing requests of one program
  std::uint64_t seed = 0;                                ///< of the bootstrap
  int pairs = 17; ///< of the first round; a second one takes twice as many
  double sample_ms = 5;
  std::string nvml = nvml_file; ///< the library that looks at the device, by name or path
};

/// Times `submission` against `baseline`, both built for the GPU, on the calls of `ring` (one
/// function, one size, different inputs). What goes wrong in the submission is a result; so is a
/// machine that is too noisy.
/// @throws std::runtime_error when the given kernel itself does not work, or when a part of the
/// copy bandwidth is asked for and that cannot be measured
check_result judge_speed(const check_description& described, const speed_check& wanted,
                         const std::filesystem::path& submission,
                         const std::filesystem::path& baseline, const std::vector<test_case>& ring,
                         const speed_settings& settings);

} // namespace cudalab::grader
