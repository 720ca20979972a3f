// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/waiting.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

bool begins_with(const std::string& text, const char* beginning) {
  return text.rfind(beginning, 0) == 0;
}

/// What to do in place of the call.
std::string instead_of(const std::string& call) {
  if (call == "cudaFree")
    return "Take the memory with cudaMallocAsync(&pointer, bytes, 0) and free it with "
           "cudaFreeAsync(pointer, 0): it is freed when the kernels before have ended, and the "
           "host goes on. (lab::device_buffer frees with cudaFree.)";
  if (begins_with(call, "cudaMemcpy"))
    return "The arrays are on the device, and no copy to or from the host is needed: what a kernel "
           "stored another one can read. To set memory of the device, there is cudaMemsetAsync.";
  return fmt::format("Take out {}(). Work of one stream comes in the order of its calls, and who "
                     "needs the result waits.",
                     call);
}

} // namespace

std::optional<waiting_words> waited(const lab_description& lab, const test_case& one,
                                    const case_outcome& outcome) {
  if (outcome.how != ending::done || outcome.waits.empty() ||
      std::find(lab.never_wait.begin(), lab.never_wait.end(), one.function()) ==
          lab.never_wait.end())
    return std::nullopt;
  const std::string& call = outcome.waits.front();
  return waiting_words{
      fmt::format("{} waits for its kernel: {} does so", one.function(), call),
      fmt::format("A launch returns at once, and {}.h wants the function to do so too. {}",
                  lab.name, instead_of(call))};
}

} // namespace cudalab::grader
