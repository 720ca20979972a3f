// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From an address to what a student calls it: "Mds[3][0]", "d_M[17]".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// The memory that an object lies in.
enum class object_space : std::uint8_t { shared, global, local, host, none };

struct named_object {
  std::string variable; ///< "Mds"
  std::string element;  ///< "Mds[3][0]"
};

/// What `bytes` bytes at an offset of a space are called. `pc`: an access to them.
named_object name_object(memory_space space, std::uint64_t offset, std::uint32_t bytes,
                         const void* pc);

/// The shape of an array: one entry a dimension, and its element's size.
struct array_shape {
  std::vector<std::uint64_t> dimensions;
  std::uint64_t element_bytes = 0;
};

struct shared_variable;
/// Of a __shared__ variable; no dimensions: it is no array, or not known. `pc`: an access to it.
array_shape shape_of_shared(const shared_variable& variable, const void* pc);

/// "[3][0]" for a byte in an array; empty for a plain variable.
std::string index_text(const array_shape& shape, std::uint64_t byte);

/// The arrays in the function around `pc` whose types end in these dimensions; where it has none,
/// those of its file. By name, with where they lie.
std::map<std::string, object_space> arrays_with(const std::vector<std::uint64_t>& dimensions,
                                                const void* pc);

} // namespace cudalab::emulator
