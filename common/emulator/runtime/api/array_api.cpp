// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: arrays, and copies to and from them.
#include <algorithm>
#include <limits>

#include "emulator/include/cudalab/texture_api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/arrays.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

bool sensible(const cudaExtent& extent, unsigned flags) {
  const bool layered = (flags & cudaArrayLayered) != 0, cube = (flags & cudaArrayCubemap) != 0;
  if (extent.width == 0 || (extent.height == 0 && extent.depth != 0 && !layered))
    return false;
  if (cube)
    return extent.width == extent.height && extent.depth != 0 &&
           (layered ? extent.depth % 6 == 0 : extent.depth == 6);
  return !layered || extent.depth != 0;
}

/// @return an error, or cudaSuccess
cudaError_t check_array(const void* handle, const cudaChannelFormatDesc* format,
                        const cudaExtent& extent, unsigned flags) {
  constexpr unsigned known =
      cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
  constexpr std::size_t most = 1 << 20; // of elements on a side; the largest GPUs have fewer
  if (handle == nullptr || format == nullptr || channels_of(*format) == 0 ||
      (flags & ~known) != 0 || !sensible(extent, flags) || extent.width > most ||
      extent.height > most || extent.depth > most)
    return cudaErrorInvalidValue;
  return check_unsafe_call();
}

cudaError_t allocate(cudaArray_t* handle, const cudaChannelFormatDesc* format,
                     const cudaExtent& extent, unsigned flags, const void* caller) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_array(handle, format, extent, flags); error != cudaSuccess)
    return finish(error);
  cudaArray made{*format, extent, flags};
  made.begin = static_cast<std::byte*>(device_memory::instance().allocate(made.bytes(), caller));
  if (made.begin == nullptr)
    return finish(cudaErrorMemoryAllocation);
  *handle = add_array(made);
  return finish(cudaSuccess);
}

void free_levels(const cudaMipmappedArray& array, const void* caller) {
  for (cudaArray* const level : array.levels) {
    device_memory::instance().free(level->begin, caller);
    remove_array(level);
  }
}

/// `bytes` from this column and row on are inside the first slice.
bool holds(const cudaArray& array, std::size_t column, std::size_t row, std::size_t width,
           std::size_t rows) {
  return column <= array.pitch() && width <= array.pitch() - column && row <= array.rows() &&
         rows <= array.rows() - row;
}

cudaError_t copy_rows_to(const api_call& call, cudaArray_t to, std::size_t column, std::size_t row,
                         const void* from, std::size_t pitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  const cudaArray* const array = find_array(to);
  if (array == nullptr || !holds(*array, column, row, width, height))
    return finish(cudaErrorInvalidValue);
  return copy(call, {array->begin + row * array->pitch() + column,
                     from,
                     {width, height},
                     {array->pitch()},
                     {pitch},
                     kind});
}

cudaError_t copy_rows_from(const api_call& call, void* to, std::size_t pitch,
                           cudaArray_const_t from, std::size_t column, std::size_t row,
                           std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  const cudaArray* const array = find_array(from);
  if (array == nullptr || !holds(*array, column, row, width, height))
    return finish(cudaErrorInvalidValue);
  return copy(call, {to,
                     array->begin + row * array->pitch() + column,
                     {width, height},
                     {pitch},
                     {array->pitch()},
                     kind});
}

/// Where bytes that follow one row by row begin. Null: they are not all inside.
std::byte* run_of(const cudaArray* array, std::size_t column, std::size_t row, std::size_t bytes) {
  if (array == nullptr || column > array->pitch() || row > array->rows())
    return nullptr;
  const std::size_t begin = row * array->pitch() + column;
  return begin <= array->slice() && bytes <= array->slice() - begin ? array->begin + begin
                                                                    : nullptr;
}

} // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned int flags) {
  return allocate(array, format, {width, height, 0}, flags, CALLER);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
  return allocate(array, format, extent, flags, CALLER);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  if (sticky_error() != cudaSuccess || array == nullptr)
    return finish(cudaSuccess);
  note_host_wait("cudaFreeArray", CALLER);
  if (const cudaError_t error = wait_for_device(every_device); error != cudaSuccess)
    return finish(error);
  const cudaArray* const found = find_array(array);
  if (found == nullptr || found->is_level) {
    the_program_observer().free_refused(array, CALLER);
    return finish(cudaErrorInvalidValue);
  }
  device_memory::instance().free(found->begin, CALLER);
  remove_array(array);
  return finish(cudaSuccess);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                     const cudaChannelFormatDesc* format, cudaExtent extent,
                                     unsigned int levels, unsigned int flags) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_array(array, format, extent, flags); error != cudaSuccess)
    return finish(error);
  cudaMipmappedArray made;
  const unsigned count = std::clamp(levels, 1u, most_levels(extent, flags));
  for (unsigned number = 0; number < count; ++number) {
    cudaArray level{*format, extent_of_level(extent, flags, number), flags};
    level.is_level = true;
    level.begin =
        static_cast<std::byte*>(device_memory::instance().allocate(level.bytes(), CALLER));
    if (level.begin == nullptr) {
      free_levels(made, CALLER);
      return finish(cudaErrorMemoryAllocation);
    }
    made.levels.push_back(add_array(level));
  }
  *array = add_mipmapped_array(made);
  return finish(cudaSuccess);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned int number) {
  const cudaMipmappedArray* const found = find_mipmapped_array(array);
  if (level == nullptr || found == nullptr || number >= found->levels.size())
    return finish(cudaErrorInvalidValue);
  *level = found->levels[number];
  return finish(cudaSuccess);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  if (sticky_error() != cudaSuccess || array == nullptr)
    return finish(cudaSuccess);
  note_host_wait("cudaFreeMipmappedArray", CALLER);
  if (const cudaError_t error = wait_for_device(every_device); error != cudaSuccess)
    return finish(error);
  const cudaMipmappedArray* const found = find_mipmapped_array(array);
  if (found == nullptr) {
    the_program_observer().free_refused(array, CALLER);
    return finish(cudaErrorInvalidValue);
  }
  free_levels(*found, CALLER);
  remove_mipmapped_array(array);
  return finish(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  const cudaArray* const found = find_array(array);
  if (format == nullptr || found == nullptr)
    return finish(cudaErrorInvalidValue);
  *format = found->format;
  return finish(cudaSuccess);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  const cudaArray* const found = find_array(array);
  if (found == nullptr)
    return finish(cudaErrorInvalidValue);
  if (format != nullptr)
    *format = found->format;
  if (extent != nullptr)
    *extent = found->asked;
  if (flags != nullptr)
    *flags = found->flags;
  return finish(cudaSuccess);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t column, std::size_t row, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  std::byte* const place = run_of(find_array(to), column, row, bytes);
  if (place == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy({"cudaMemcpyToArray", CALLER}, {place, from, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t column,
                                std::size_t row, std::size_t bytes, cudaMemcpyKind kind) {
  const std::byte* const place = run_of(find_array(from), column, row, bytes);
  if (place == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy({"cudaMemcpyFromArray", CALLER}, {to, place, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t column, std::size_t row,
                                   const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  std::byte* const place = run_of(find_array(to), column, row, bytes);
  if (place == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy({"cudaMemcpyToArrayAsync", CALLER, stream, true},
              {place, from, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t column,
                                     std::size_t row, std::size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  const std::byte* const place = run_of(find_array(from), column, row, bytes);
  if (place == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy({"cudaMemcpyFromArrayAsync", CALLER, stream, true},
              {to, place, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t to_column, std::size_t to_row,
                                   cudaArray_const_t from, std::size_t from_column,
                                   std::size_t from_row, std::size_t bytes, cudaMemcpyKind kind) {
  std::byte* const target = run_of(find_array(to), to_column, to_row, bytes);
  const std::byte* const source = run_of(find_array(from), from_column, from_row, bytes);
  if (target == nullptr || source == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy({"cudaMemcpyArrayToArray", CALLER}, {target, source, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_column, std::size_t to_row,
                                     cudaArray_const_t from, std::size_t from_column,
                                     std::size_t from_row, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
  const cudaArray* const source = find_array(from);
  if (source == nullptr || !holds(*source, from_column, from_row, width, height))
    return finish(cudaErrorInvalidValue);
  return copy_rows_to({"cudaMemcpy2DArrayToArray", CALLER}, to, to_column, to_row,
                      source->begin + from_row * source->pitch() + from_column, source->pitch(),
                      width, height, kind);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t column, std::size_t row,
                                const void* from, std::size_t pitch, std::size_t width,
                                std::size_t height, cudaMemcpyKind kind) {
  return copy_rows_to({"cudaMemcpy2DToArray", CALLER}, to, column, row, from, pitch, width, height,
                      kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t column, std::size_t row,
                                     const void* from, std::size_t pitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows_to({"cudaMemcpy2DToArrayAsync", CALLER, stream, true}, to, column, row, from,
                      pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                  std::size_t column, std::size_t row, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
  return copy_rows_from({"cudaMemcpy2DFromArray", CALLER}, to, pitch, from, column, row, width,
                        height, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from,
                                       std::size_t column, std::size_t row, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return copy_rows_from({"cudaMemcpy2DFromArrayAsync", CALLER, stream, true}, to, pitch, from,
                        column, row, width, height, kind);
}
