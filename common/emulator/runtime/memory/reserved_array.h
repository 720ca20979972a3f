// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An array as long as device memory, of which only touched pages cost memory.
#pragma once

#include <cstddef>
#include <new>

#include <sys/mman.h>

namespace cudalab::emulator {

/// Zero at first. T must be fine with all bytes zero and need no destructor.
template <class T>
class reserved_array {
public:
  explicit reserved_array(std::size_t count) : bytes_(count * sizeof(T)) {
    if (bytes_ == 0)
      return;
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    data_ = static_cast<T*>(memory);
  }
  ~reserved_array() {
    if (data_ != nullptr)
      munmap(data_, bytes_);
  }
  reserved_array(const reserved_array&) = delete;
  reserved_array& operator=(const reserved_array&) = delete;

  T* data() { return data_; }
  std::size_t size() const { return bytes_ / sizeof(T); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  /// All zero again, and the memory given back.
  void clear() { madvise(data_, bytes_, MADV_DONTNEED); }

private:
  T* data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace cudalab::emulator
