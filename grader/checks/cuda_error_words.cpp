// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/cuda_error_words.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cudalab::grader {

namespace {

struct advice {
  std::vector<std::string_view> errors;
  std::string_view call; ///< a part of the call as the file writes it; empty: any
  std::string_view words;
};

const std::vector<std::string_view> refused = {"cudaErrorInvalidValue",
                                               "cudaErrorInvalidConfiguration"};

constexpr std::string_view copied_or_set =
    "Look at that call: are its pointers where it says, on the host or on the device? Are there "
    "more bytes than the memory has, or was a pointer never set?";

/// The first that fits.
const std::vector<advice> all_advice = {
    {{"cudaErrorNotReady"},
     "",
     "The device had not come to an event yet. Wait for the second event, "
     "cudaEventSynchronize(stop), before you call cudaEventElapsedTime. If you ask in a loop "
     "(cudaEventQuery, cudaStreamQuery): \"not ready\" is an answer there, so do not hand it to "
     "CUDA_CHECK."},
    {refused, "cudaMemcpyHostToDevice",
     "cudaMemcpyHostToDevice means: to memory of the device (the first pointer), from an array of "
     "the host (the second). Is it so in that call? If so: are there more bytes than the memory "
     "has, or was a pointer never set?"},
    {refused, "cudaMemcpyDeviceToHost",
     "cudaMemcpyDeviceToHost means: to an array of the host (the first pointer), from memory of "
     "the device (the second). Is it so in that call? If so: are there more bytes than the memory "
     "has, or was a pointer never set?"},
    {refused, "cudaMemcpy", copied_or_set},
    {refused, "cudaMemset", copied_or_set},
    {{"cudaErrorIllegalAddress"},
     "",
     "A thread of a kernel used memory outside its arrays; CUDA reports it at a later call. The "
     "checks that watch each access show the line."},
    {refused, "cudaGetLastError",
     "The launch before that line was refused. Look at its <<<...>>>: at least one block and one "
     "thread (is the number rounded up? With nothing to do, as with n = 0: no launch), at most "
     "1,024 threads a block, and no more shared memory than a block may have."},
    {{"cudaErrorAlreadyMapped"},
     "",
     "What was mapped must be unmapped before it can be mapped again."},
    {{"cudaErrorNotMapped"}, "", "Map it first: it has a pointer between map and unmap only."}};

} // namespace

std::string after_cuda_error(const case_outcome& outcome, const std::string& otherwise) {
  for (const advice& each : all_advice)
    if (std::find(each.errors.begin(), each.errors.end(), outcome.cuda_error) !=
            each.errors.end() &&
        outcome.cuda_call.find(each.call) != std::string::npos)
      return std::string(each.words);
  return otherwise;
}

} // namespace cudalab::grader
