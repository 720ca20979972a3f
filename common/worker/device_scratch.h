// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Device memory of the worker's own: to push other data out of the cache, to copy from and to.
#pragma once

#include <algorithm>
#include <cstddef>

#include "worker/cuda_failure.h"

namespace cudalab::worker {

class device_scratch {
public:
  /// @throws cuda_failure
  explicit device_scratch(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, 1)) {
    require(cudaMalloc(&data_, bytes_), "allocating scratch memory");
  }
  ~device_scratch() { cudaFree(data_); }
  device_scratch(const device_scratch&) = delete;
  device_scratch& operator=(const device_scratch&) = delete;

  void* data() const { return data_; }
  void fill() { require(cudaMemset(data_, 0, bytes_), "flushing the cache"); }

private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

} // namespace cudalab::worker
