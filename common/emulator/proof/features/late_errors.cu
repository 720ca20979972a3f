// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: events and streams that are misused give CUDA's errors, and none of them is sticky.
#include "check.h"

int main() {
  cudaEvent_t timed = nullptr, untimed = nullptr;
  OK(cudaEventCreate(&timed));
  OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float milliseconds = 0;
  OK(cudaEventQuery(timed)); // never recorded: nothing to wait for
  OK(cudaEventSynchronize(timed));
  CHECK(cudaEventElapsedTime(&milliseconds, timed, timed) == cudaErrorInvalidResourceHandle);
  OK(cudaEventRecord(timed));
  OK(cudaEventRecordWithFlags(untimed, cudaStreamPerThread, cudaEventRecordDefault));
  OK(cudaDeviceSynchronize());
  OK(cudaEventElapsedTime(&milliseconds, timed, timed));
  CHECK(milliseconds == 0);
  CHECK(cudaEventElapsedTime(&milliseconds, timed, untimed) == cudaErrorInvalidResourceHandle);
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithFlags(&stream, 77) == cudaErrorInvalidValue);
  CHECK(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal) ==
        cudaErrorStreamCaptureUnsupported);
  cudaGetLastError();
  OK(cudaEventDestroy(timed));
  OK(cudaEventDestroy(untimed));
  OK(cudaDeviceSynchronize());
  OK(cudaGetLastError());
  return 0;
}
