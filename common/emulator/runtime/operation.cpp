// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/operation.h"

#include <atomic>

#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/errors.h"

namespace cudalab::emulator {

namespace {
std::atomic<operation_number> submitted = 0;
} // namespace

cudaError_t submit(cudaStream_t stream, operation work) {
  if (!is_stream(stream))
    return cudaErrorInvalidResourceHandle;
  const operation_number number = ++submitted;
  if (work.perform)
    work.perform(number);
  return cudaSuccess;
}

cudaError_t submit_and_wait(cudaStream_t stream, operation work) {
  return submit(stream, std::move(work));
}

void wait_until_idle() {}

bool happens_before(operation_number earlier, operation_number later) {
  return earlier < later;
}

operation_number first_remembered() {
  return submitted + 1;
}

} // namespace cudalab::emulator
