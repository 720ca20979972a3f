// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arrays of device memory, and the objects by which kernels see them. They are made and destroyed
/// by the host; kernels only look them up.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "emulator/include/cudalab/texture_types.h"

/// Elements of a row are side by side, rows and slices too. What a 1-D array has no height for, is
/// one row.
struct cudaArray {
  cudaChannelFormatDesc format{};
  cudaExtent asked{}; ///< as the program gave it: 0 where there is no such side
  unsigned flags = 0;
  std::byte* begin = nullptr;
  bool is_level = false; ///< of a mipmapped array

  std::size_t element_bytes() const;
  std::size_t rows() const { return asked.height == 0 ? 1 : asked.height; }
  std::size_t slices() const { return asked.depth == 0 ? 1 : asked.depth; }
  std::size_t pitch() const { return asked.width * element_bytes(); }
  std::size_t slice() const { return pitch() * rows(); }
  std::size_t bytes() const { return slice() * slices(); }
};

struct cudaMipmappedArray {
  std::vector<cudaArray_t> levels; ///< the largest first
};

namespace cudalab::emulator {

/// One, two or four equal channels of 8, 16 or 32 bits. @return 0: there is no such format
int channels_of(const cudaChannelFormatDesc& format);

/// Where the elements of a texture or a surface are.
struct elements {
  std::byte* begin = nullptr;
  cudaChannelFormatDesc format{};
  std::size_t width = 0, height = 1, depth = 1; ///< in elements
  std::size_t pitch = 0, slice = 0;             ///< in bytes
  std::size_t bytes = 0;                        ///< all of it
  unsigned array_flags = 0;
  bool is_array = false;
  int channels = 0;
  std::size_t element_bytes = 0;

  std::byte* at(std::size_t x, std::size_t y, std::size_t z) const {
    return begin + z * slice + y * pitch + x * element_bytes;
  }
};

struct texture_object {
  elements source;
  std::vector<elements> levels; ///< of a mipmapped array, the source among them
  cudaResourceDesc resource{};
  cudaTextureDesc description{};
};

/// Null where the program's pointer is none of an array that lives.
cudaArray* find_array(const cudaArray* array);
cudaArray* add_array(const cudaArray& made);
void remove_array(cudaArray* array);

/// Null where the program's pointer is none of a mipmapped array that lives.
cudaMipmappedArray* find_mipmapped_array(const cudaMipmappedArray* array);
cudaMipmappedArray* add_mipmapped_array(const cudaMipmappedArray& made);
void remove_mipmapped_array(cudaMipmappedArray* array);
/// How many levels there are until one element is left.
unsigned most_levels(const cudaExtent& extent, unsigned flags);
/// @param number from 0, the whole extent
cudaExtent extent_of_level(const cudaExtent& extent, unsigned flags, unsigned number);

/// Of a mipmapped array, its largest level. @return nothing where the resource makes no sense
std::optional<elements> elements_of(const cudaResourceDesc& resource);
/// Of a mipmapped array; of others none.
std::vector<elements> levels_of(const cudaResourceDesc& resource);

/// Handles are never 0. @return 0: there are too many
unsigned long long add_object(const texture_object& made);
/// Null: there is none with this handle. It stays valid until the host removes it.
const texture_object* find_object(unsigned long long handle);
bool remove_object(unsigned long long handle);

} // namespace cudalab::emulator
