// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A failed CUDA call of the worker's own, or one that the student's launch left behind.
#pragma once

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

namespace cudalab::worker {

struct cuda_failure : std::runtime_error {
  /// `doing`: "copying d_M to the device"
  cuda_failure(cudaError_t error, const std::string& doing)
      : std::runtime_error(doing + ": " + cudaGetErrorString(error)), code(error) {}
  std::string name() const { return cudaGetErrorName(code); }
  cudaError_t code;
};

/// @throws cuda_failure unless `error` is cudaSuccess
inline void require(cudaError_t error, const std::string& doing) {
  if (error != cudaSuccess)
    throw cuda_failure(error, doing);
}

/// Forgets an error that CUDA can forget. Gives the one with which CUDA fails from now on, whatever
/// is called; cudaSuccess: none.
inline cudaError_t error_that_stays() {
  cudaGetLastError();
  return cudaDeviceSynchronize();
}

} // namespace cudalab::worker
