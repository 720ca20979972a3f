// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/arrays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

std::size_t cudaArray::element_bytes() const {
  return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

namespace cudalab::emulator {

namespace {

/// A kernel looks an object up while the host makes others: the table never moves.
struct object_table {
  static constexpr std::size_t room = 1 << 16;
  std::array<std::atomic<const texture_object*>, room> objects{};
  std::vector<std::size_t> unused;
  std::size_t used = 0;
};

std::mutex& books_mutex() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

std::map<const cudaArray*, std::unique_ptr<cudaArray>>& arrays() {
  static auto& all = *new std::map<const cudaArray*, std::unique_ptr<cudaArray>>;
  return all;
}

std::map<const cudaMipmappedArray*, std::unique_ptr<cudaMipmappedArray>>& mipmapped_arrays() {
  static auto& all = *new std::map<const cudaMipmappedArray*, std::unique_ptr<cudaMipmappedArray>>;
  return all;
}

elements elements_of_array(const cudaArray& array) {
  return {array.begin,
          array.format,
          array.asked.width,
          array.rows(),
          array.slices(),
          array.pitch(),
          array.slice(),
          array.bytes(),
          array.flags,
          true,
          channels_of(array.format),
          array.element_bytes()};
}

object_table& table() {
  static auto& all = *new object_table;
  return all;
}

} // namespace

int channels_of(const cudaChannelFormatDesc& format) {
  const int bits = format.x;
  const bool known_bits = bits == 8 || bits == 16 || bits == 32;
  const bool known_kind = format.f == cudaChannelFormatKindSigned ||
                          format.f == cudaChannelFormatKindUnsigned ||
                          (format.f == cudaChannelFormatKindFloat && bits >= 16);
  if (!known_bits || !known_kind)
    return 0;
  if (format.y == 0 && format.z == 0 && format.w == 0)
    return 1;
  if (format.y == bits && format.z == 0 && format.w == 0)
    return 2;
  return format.y == bits && format.z == bits && format.w == bits ? 4 : 0;
}

cudaArray* find_array(const cudaArray* array) {
  const std::lock_guard guard(books_mutex());
  const auto found = arrays().find(array);
  return found == arrays().end() ? nullptr : found->second.get();
}

cudaArray* add_array(const cudaArray& made) {
  auto kept = std::make_unique<cudaArray>(made);
  cudaArray* const handle = kept.get();
  const std::lock_guard guard(books_mutex());
  arrays()[handle] = std::move(kept);
  return handle;
}

void remove_array(cudaArray* array) {
  const std::lock_guard guard(books_mutex());
  arrays().erase(array);
}

cudaMipmappedArray* find_mipmapped_array(const cudaMipmappedArray* array) {
  const std::lock_guard guard(books_mutex());
  const auto found = mipmapped_arrays().find(array);
  return found == mipmapped_arrays().end() ? nullptr : found->second.get();
}

cudaMipmappedArray* add_mipmapped_array(const cudaMipmappedArray& made) {
  auto kept = std::make_unique<cudaMipmappedArray>(made);
  cudaMipmappedArray* const handle = kept.get();
  const std::lock_guard guard(books_mutex());
  mipmapped_arrays()[handle] = std::move(kept);
  return handle;
}

void remove_mipmapped_array(cudaMipmappedArray* array) {
  const std::lock_guard guard(books_mutex());
  mipmapped_arrays().erase(array);
}

unsigned most_levels(const cudaExtent& extent, unsigned flags) {
  const bool has_depth = (flags & (cudaArrayLayered | cudaArrayCubemap)) == 0;
  const std::size_t longest =
      std::max({extent.width, extent.height, has_depth ? extent.depth : std::size_t{0}});
  return static_cast<unsigned>(std::bit_width(longest));
}

cudaExtent extent_of_level(const cudaExtent& extent, unsigned flags, unsigned number) {
  const bool has_depth = (flags & (cudaArrayLayered | cudaArrayCubemap)) == 0;
  const auto part = [&](std::size_t size) {
    return size == 0 ? size : std::max<std::size_t>(1, size >> number);
  };
  return {part(extent.width), part(extent.height), has_depth ? part(extent.depth) : extent.depth};
}

std::vector<elements> levels_of(const cudaResourceDesc& resource) {
  std::vector<elements> found;
  if (resource.resType == cudaResourceTypeMipmappedArray)
    if (const cudaMipmappedArray* const array = find_mipmapped_array(resource.res.mipmap.mipmap))
      for (const cudaArray* const level : array->levels)
        found.push_back(elements_of_array(*level));
  return found;
}

std::optional<elements> elements_of(const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeMipmappedArray) {
    const std::vector<elements> levels = levels_of(resource);
    return levels.empty() ? std::nullopt : std::optional(levels.front());
  }
  elements found;
  if (resource.resType == cudaResourceTypeArray) {
    const cudaArray* const array = find_array(resource.res.array.array);
    return array == nullptr ? std::nullopt : std::optional(elements_of_array(*array));
  }
  if (resource.resType == cudaResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    found.begin = static_cast<std::byte*>(linear.devPtr);
    found.format = linear.desc;
    found.bytes = linear.sizeInBytes;
  } else if (resource.resType == cudaResourceTypePitch2D) {
    const auto& pitched = resource.res.pitch2D;
    found.begin = static_cast<std::byte*>(pitched.devPtr);
    found.format = pitched.desc;
    found.width = pitched.width;
    found.height = pitched.height;
    found.pitch = pitched.pitchInBytes;
    found.bytes = pitched.pitchInBytes * pitched.height;
  }
  found.channels = channels_of(found.format);
  found.element_bytes = static_cast<std::size_t>(found.channels * found.format.x) / 8;
  if (found.begin == nullptr || found.channels == 0)
    return std::nullopt;
  if (resource.resType == cudaResourceTypeLinear)
    found.width = found.bytes / found.element_bytes;
  else if (found.height == 0 || found.pitch < found.width * found.element_bytes)
    return std::nullopt;
  found.slice = found.bytes;
  return found.width == 0 ? std::nullopt : std::optional(found);
}

unsigned long long add_object(const texture_object& made) {
  const std::lock_guard guard(books_mutex());
  object_table& all = table();
  std::size_t place = all.used;
  if (!all.unused.empty()) {
    place = all.unused.back();
    all.unused.pop_back();
  } else if (all.used == object_table::room) {
    return 0;
  } else {
    ++all.used;
  }
  all.objects[place].store(new texture_object(made), std::memory_order_release);
  return place + 1;
}

const texture_object* find_object(unsigned long long handle) {
  if (handle == 0 || handle > object_table::room)
    return nullptr;
  return table().objects[handle - 1].load(std::memory_order_acquire);
}

bool remove_object(unsigned long long handle) {
  const std::lock_guard guard(books_mutex());
  if (find_object(handle) == nullptr)
    return false;
  delete table().objects[handle - 1].exchange(nullptr);
  table().unused.push_back(handle - 1);
  return true;
}

} // namespace cudalab::emulator
