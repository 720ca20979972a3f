// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// device_buffer<T>: an array in the device's memory that frees itself.
#pragma once

#include <cstddef>
#include <utility>

#include "lab/cuda_check.h"

namespace lab {

/// Owns `size()` elements of device memory. It can be moved but not copied: two owners would free
/// the same memory twice.
template <class T>
class device_buffer {
public:
  device_buffer() = default;

  /// The content is arbitrary. @throws cuda_error when there is no room
  explicit device_buffer(std::size_t size) : size_(size) {
    if (size != 0)
      CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)));
  }

  /// A copy of `size` elements of host memory.
  device_buffer(const T* host, std::size_t size) : device_buffer(size) { copy_from(host); }

  ~device_buffer() { CUDA_CHECK_NOEXCEPT(cudaFree(data_)); }

  device_buffer(device_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

  device_buffer& operator=(device_buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  device_buffer(const device_buffer&) = delete;
  device_buffer& operator=(const device_buffer&) = delete;

  /// A device pointer: for kernels and copies, never to be followed on the host.
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; } ///< in elements
  std::size_t bytes() const { return size_ * sizeof(T); }

  /// Copies size() elements from host memory. @throws cuda_error
  void copy_from(const T* host) {
    if (size_ != 0)
      CUDA_CHECK(cudaMemcpy(data_, host, bytes(), cudaMemcpyHostToDevice));
  }

  /// Copies size() elements to host memory, after all kernels before it. @throws cuda_error
  void copy_to(T* host) const {
    if (size_ != 0)
      CUDA_CHECK(cudaMemcpy(host, data_, bytes(), cudaMemcpyDeviceToHost));
  }

private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace lab
