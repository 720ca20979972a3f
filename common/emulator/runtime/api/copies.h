// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What all calls that copy or fill memory come down to.
#pragma once

#include <cstddef>
#include <functional>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// The call of the program that something is done for.
struct api_call {
  const char* name = "";
  const void* caller = nullptr; ///< its return address
  cudaStream_t stream = nullptr;
  bool asynchronous = false; ///< it is one of the ...Async calls
};

/// `slices` times `rows` times `width` bytes. Pitches say how far rows and slices are apart.
struct memory_block {
  std::size_t width = 0, rows = 1, slices = 1;
};
struct memory_strides {
  std::size_t pitch = 0, slice = 0;
};

struct copy_request {
  void* to = nullptr;
  const void* from = nullptr;
  memory_block block;
  memory_strides to_strides, from_strides;
  cudaMemcpyKind kind = cudaMemcpyDefault;
  const cudaMemcpy3DParms* box = nullptr; ///< it was asked for by these; null: by what is above
};

/// Checks it as CUDA does, and submits it. Returns what the call returns.
cudaError_t copy(const api_call& call, const copy_request& request);

/// The same for arrays and pitched memory. @param box null: an error
cudaError_t copy_box(const api_call& call, const cudaMemcpy3DParms* box);

/// Whether the memory is where the call says it is; says so where not. @param which "first"
bool is_on_device(const void* pointer, int device, const char* which);

/// Frees in a stream that nothing orders, and waits for that alone: what still uses the memory is
/// found. @param work its effect is to free
cudaError_t free_unordered(operation work, const void* caller);

enum class way_of_symbol { to_symbol, from_symbol };
/// To a variable of the device, or from it. @param other the other side's memory
cudaError_t copy_symbol(const api_call& call, way_of_symbol direction, const symbol_in& symbol,
                        const void* other, std::size_t bytes, std::size_t offset,
                        cudaMemcpyKind kind);

struct fill_request {
  void* to = nullptr;
  int value = 0;
  memory_block block;
  memory_strides strides;
  unsigned element_bytes = 1; ///< of `value`, its lowest; a divisor of the block's width
  /// In place of the value: stores a block of one row, when the stream comes to it.
  std::function<void(std::byte* to)> make = {};
};
cudaError_t fill(const api_call& call, const fill_request& request);

} // namespace cudalab::emulator
