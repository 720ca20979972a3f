// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/backend_choice.h"

#include <fmt/format.h>

#include "grader/cli/tool_output.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/run/find_program.h"

namespace cudalab::grader {

namespace {

constexpr const char* no_gpu = "no NVIDIA GPU was found";
constexpr const char* no_nvcc = "an NVIDIA GPU was found, but not the CUDA Toolkit (nvcc)";
constexpr const char* not_configured =
    "the CUDA Toolkit came after the tools were built (delete the folder build and try again)";

backend_choice on_cpu(const std::string& reason) {
  return {backend_kind::cpu, reason, "emulated CUDA device", "clang++ " CUDALAB_CLANG_VERSION};
}

backend_choice on_gpu(const gpu_parts& here, const std::string& reason) {
  return {backend_kind::gpu, reason, here.gpus.front().name,
          "nvcc " + version_of(here.nvcc, "--version")};
}

/// Empty: enough.
std::string too_few(const gpu_parts& here, std::size_t gpus) {
  return here.gpus.empty() || here.gpus.size() >= gpus
             ? ""
             : fmt::format("this lab takes {} GPUs, and the driver shows {}", gpus,
                           here.gpus.size());
}

} // namespace

gpu_parts look_for_gpu() {
  std::error_code ignored;
  return {find_nvcc(), find_gpus(),
          std::filesystem::exists(build_root() / "lib" / "libworker_gpu.a", ignored)};
}

backend_choice choose_backend(const std::string& requested, const gpu_parts& here,
                              std::size_t gpus) {
  if (requested == "cpu")
    return on_cpu("asked for with --backend cpu");
  const std::string few = too_few(here, gpus);
  if (!here.gpus.empty() && few.empty() && !here.nvcc.empty() && here.worker_built)
    return on_gpu(here, requested == "gpu" ? "asked for with --backend gpu"
                                           : "a GPU and the CUDA Toolkit were found");
  if (requested == "auto")
    return on_cpu(here.gpus.empty()   ? no_gpu
                  : !few.empty()      ? few
                  : here.nvcc.empty() ? no_nvcc
                                      : not_configured);
  std::string missing = "--backend gpu is not possible here:\n";
  if (here.gpus.empty())
    missing += "  - no NVIDIA GPU was found (nvidia-smi -L lists none). If there is one, install "
               "its driver:\n    sudo apt-get install nvidia-driver   (Ubuntu: sudo "
               "ubuntu-drivers install)\n";
  if (!few.empty())
    missing += fmt::format("  - {}\n", few);
  if (here.nvcc.empty())
    missing += "  - nvcc of the CUDA Toolkit was not found. To install it: sudo apt-get install "
               "nvidia-cuda-toolkit,\n    or from https://developer.nvidia.com/cuda-downloads\n";
  else if (!here.worker_built)
    missing += fmt::format("  - {}\n", not_configured);
  missing += "Without --backend the lab is graded on the emulated device, which needs neither.";
  throw usage_error(missing);
}

backend_choice choose_backend(const std::string& requested, std::size_t gpus) {
  return choose_backend(requested, requested == "cpu" ? gpu_parts() : look_for_gpu(), gpus);
}

} // namespace cudalab::grader
