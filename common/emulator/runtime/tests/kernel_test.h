// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Launching without the translator: what it would have written.
#pragma once

#include <vector>

#include <cuda_runtime.h>

#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

/// As in a new process.
inline void forget_errors_when_idle() {
  wait_until_idle(); // what is pending must still be dropped
  forget_errors();
}

} // namespace cudalab::emulator

namespace kernel_test {

using cudalab::emulator::launch_configuration;

/// Launches a kernel that does `body` once for each thread. It may use threadIdx and barriers.
template <class Body>
void start(const launch_configuration& configuration, Body body) {
  cudalab::emulator::launch(
      configuration, "kernel", [=](auto& inner) { inner(); }, body);
}

/// The same, and waits for the end.
template <class Body>
void run(const launch_configuration& configuration, Body body) {
  start(configuration, body);
  cudaDeviceSynchronize();
}

/// Global memory with a host's view of it: the emulated device's memory can be read by tests.
template <class T>
class device_array {
public:
  explicit device_array(std::size_t size, T value = T()) : size_(size) {
    cudaMalloc(&data_, size * sizeof(T));
    for (std::size_t i = 0; i < size; ++i)
      data_[i] = value;
  }
  ~device_array() {
    cudalab::emulator::forget_errors_when_idle();
    cudaFree(data_);
  }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;

  T* data() const { return data_; }
  std::vector<T> copy() const {
    cudalab::emulator::wait_until_idle();
    return std::vector<T>(data_, data_ + size_);
  }

private:
  T* data_ = nullptr;
  std::size_t size_;
};

} // namespace kernel_test
