// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/backend_choice.h"
#include "grader/cli/commands.h"
#include "grader/cli/tool_output.h"
#include "grader/report/terminal.h"
#include "grader/report/wrap.h"
#include "grader/run/find_program.h"
#include "grader/run/sandbox/sandbox.h"
#include "grader/run/sandbox/trial_memory.h"
#include "grader/sanitizer/compute_sanitizer.h"
#include "grader/speed/nvml/nvml_library.h"

namespace cudalab::grader {

namespace {

class checkup {
public:
  explicit checkup(style how) : how_(how) {}

  void here(const std::string& what, const std::string& found) {
    line("✓", tint::good, what, found);
  }
  void missing(bool needed, const std::string& what, const std::string& use,
               const std::string& install) {
    line(needed ? "✗" : "-", needed ? tint::bad : tint::warning, what, "not found: " + use);
    if (!install.empty())
      fmt::print("{}", wrap("to install it: " + install, how_.width, std::string(25, ' ')));
    complete_ = complete_ && !needed;
  }
  bool complete() const { return complete_; }

private:
  void line(const char* mark, tint colour, const std::string& what, const std::string& text) {
    fmt::print("{}", tinted(how_, colour, fmt::format("{:<3}", shown(how_, mark))));
    fmt::print("{}", wrap(shown(how_, text), how_.width - 3, fmt::format("{:<22}", what),
                          std::string(25, ' ')));
  }

  style how_;
  bool complete_ = true;
};

void compilers(checkup& to) {
  const std::filesystem::path clang = CUDALAB_CLANG;
  if (const std::string version = version_of(clang, "--version"); !version.empty())
    to.here("clang", fmt::format("{} {}", clang.string(), version));
  else
    to.missing(true, "clang",
               "it compiles your file for the emulated device, and was " + clang.string() +
                   " when the tools were built",
               "sudo apt-get install clang");
}

void gpu(checkup& to, const gpu_parts& here) {
  if (here.gpus.empty())
    to.missing(false, "NVIDIA GPU", "labs are graded on the emulated device; speed is not measured",
               "");
  for (const gpu_device& each : here.gpus)
    to.here("NVIDIA GPU", each.name);
  if (here.nvcc.empty())
    to.missing(false, "CUDA Toolkit (nvcc)", "needed only with a GPU",
               "sudo apt-get install nvidia-cuda-toolkit (or "
               "https://developer.nvidia.com/cuda-downloads)");
  else
    to.here("CUDA Toolkit (nvcc)",
            fmt::format("{} {}", here.nvcc.string(), version_of(here.nvcc, "--version")));
  if (const auto sanitizer = find_compute_sanitizer(); !sanitizer.empty())
    to.here("compute-sanitizer", sanitizer.string());
  else
    to.missing(false, "compute-sanitizer",
               "only with a GPU: the clean checks then use the emulated device alone",
               "it comes with the CUDA Toolkit (package cuda-sanitizer-13-0 or like it)");
  if (const auto nvml = nvml_library::open())
    to.here("NVML", fmt::format("driver {}: what is timed while the device is too hot, or used by "
                                "another process, is thrown away",
                                nvml->driver_version()));
  else
    to.missing(false, "NVML",
               "only with a GPU: it tells whether the device is too hot, or used by another "
               "process, while something is timed",
               "it comes with NVIDIA's driver (libnvidia-ml.so.1)");
}

/// What holds a submission, part by part.
void shelter(checkup& to) {
  forget_trial(kept_trial()); // who asks wants to know how it is now
  const sandbox_state& state = sandbox();
  if (state.name == "bubblewrap")
    to.here("sandbox",
            "bubblewrap: your file and its compiler see the system and the lab's headers "
            "only, no network, no other programs");
  else
    to.missing(false, "sandbox",
               "your program runs without a sandbox: " + state.reason +
                   (state.installed ? ". " + sandbox_advice(state) : ""),
               state.installed ? "" : sandbox_advice(state));
  if (state.filters_calls)
    to.here("system call filter", "seccomp: system calls that no lab needs are refused");
  else
    to.missing(false, "system call filter", "Linux has no seccomp filters here", "");
  if (state.control_groups != 0)
    to.here("control groups",
            fmt::format("version {}: Linux limits memory and processes", state.control_groups));
  else
    to.missing(false, "control groups",
               "not possible here; the grader checks memory and processes a hundred times a "
               "second instead",
               "");
}

} // namespace

int command_doctor(const options&) {
  checkup lines(style_for(STDOUT_FILENO));
  const gpu_parts here = look_for_gpu();
  compilers(lines);
  gpu(lines, here);
  shelter(lines);
  const backend_choice choice = choose_backend("auto", here);
  fmt::print("\n{}",
             wrap(fmt::format("Labs are graded on {}: {}.",
                              choice.chosen == backend_kind::gpu ? choice.device + " (GPU)"
                                                                 : "the emulated device (CPU)",
                              choice.reason),
                  style_for(STDOUT_FILENO).width));
  return lines.complete() ? 0 : 2;
}

} // namespace cudalab::grader
