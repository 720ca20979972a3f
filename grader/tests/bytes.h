// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Outputs for tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "protocol/messages.h"

namespace cudalab::grader {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline void poison(std::vector<std::byte>& bytes, std::size_t first, std::size_t count,
                   std::size_t element_size) {
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(first * element_size),
              count * element_size, std::byte{protocol::poison_byte});
}

} // namespace cudalab::grader
