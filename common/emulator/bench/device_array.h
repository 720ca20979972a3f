// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Floats in device memory.
#pragma once

#include <stdexcept>
#include <vector>

#include <cuda_runtime.h>

namespace bench {

inline void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

class device_array {
public:
  explicit device_array(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(float)));
    check(cudaMemset(data_, 0, count * sizeof(float)));
  }
  explicit device_array(const std::vector<float>& host) : device_array(host.size()) {
    check(cudaMemcpy(data_, host.data(), count_ * sizeof(float), cudaMemcpyHostToDevice));
  }
  ~device_array() { cudaFree(data_); }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;

  float* data() { return data_; }
  std::vector<float> host() const {
    std::vector<float> copy(count_);
    check(cudaMemcpy(copy.data(), data_, count_ * sizeof(float), cudaMemcpyDeviceToHost));
    return copy;
  }

private:
  std::size_t count_;
  float* data_ = nullptr;
};

} // namespace bench
