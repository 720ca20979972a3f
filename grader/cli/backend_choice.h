// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// GPU or emulated device?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/result.h"
#include "grader/run/gpus.h"

namespace cudalab::grader {

/// What of the GPU backend is here.
struct gpu_parts {
  std::filesystem::path nvcc;   ///< empty: none
  std::vector<gpu_device> gpus; ///< empty: none
  bool worker_built = false;    ///< CMake found the toolkit when it configured
};
gpu_parts look_for_gpu();

struct backend_choice {
  backend_kind chosen = backend_kind::cpu;
  std::string reason;   ///< after "lab04 on the emulated device (CPU): "; may be empty
  std::string device;   ///< "NVIDIA H200", "emulated CUDA device"
  std::string compiler; ///< "clang++ 14.0.6", "nvcc 13.0"
};

/// @param requested "auto", "cpu" or "gpu"
/// @param gpus      how many the lab takes (lab_description::gpus)
/// @throws usage_error when the GPU is asked for and something is missing: what, and how to get it.
backend_choice choose_backend(const std::string& requested, const gpu_parts& here,
                              std::size_t gpus = 1);
/// The same for this machine. The GPU is not looked for where the answer does not hang on it.
backend_choice choose_backend(const std::string& requested, std::size_t gpus = 1);

} // namespace cudalab::grader
