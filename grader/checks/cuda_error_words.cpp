// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/cuda_error_words.h"

namespace cudalab::grader {

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

} // namespace

std::string after_cuda_error(const std::string& detail, const std::string& otherwise) {
  if (contains(detail, "cudaErrorNotReady"))
    return "The device had not come to an event yet. Wait for the second event, "
           "cudaEventSynchronize(stop), before you call cudaEventElapsedTime. If you ask in a loop "
           "(cudaEventQuery, cudaStreamQuery): \"not ready\" is an answer there, so do not hand it "
           "to CUDA_CHECK.";
  const bool refused = contains(detail, "cudaErrorInvalidValue") ||
                       contains(detail, "cudaErrorInvalidConfiguration") ||
                       contains(detail, "invalid argument") ||
                       contains(detail, "invalid configuration");
  const char* const rest = " If so: are there more bytes than the memory has, or was a pointer "
                           "never set?";
  if (refused && contains(detail, "cudaMemcpyHostToDevice"))
    return std::string("cudaMemcpyHostToDevice means: to memory of the device (the first pointer), "
                       "from an array of the host (the second). Is it so in that call?") +
           rest;
  if (refused && contains(detail, "cudaMemcpyDeviceToHost"))
    return std::string("cudaMemcpyDeviceToHost means: to an array of the host (the first pointer), "
                       "from memory of the device (the second). Is it so in that call?") +
           rest;
  if (refused && (contains(detail, "cudaMemcpy") || contains(detail, "cudaMemset")))
    return "Look at that call: are its pointers where it says, on the host or on the device? Are "
           "there more bytes than the memory has, or was a pointer never set?";
  if (contains(detail, "IllegalAddress") || contains(detail, "illegal memory access"))
    return "A thread of a kernel used memory outside its arrays; CUDA reports it at a later "
           "call. The checks that watch each access show the line.";
  if (refused && contains(detail, "cudaGetLastError"))
    return "The launch before that line was refused. Look at its <<<...>>>: at least one block and "
           "one thread (is the number rounded up? With nothing to do, as with n = 0: no launch), "
           "at "
           "most 1,024 threads a block, and no more shared memory than a block may have.";
  if (contains(detail, "cudaErrorAlreadyMapped"))
    return "What was mapped must be unmapped before it can be mapped again.";
  if (contains(detail, "cudaErrorNotMapped"))
    return "Map it first: it has a pointer between map and unmap only.";
  return otherwise;
}

} // namespace cudalab::grader
