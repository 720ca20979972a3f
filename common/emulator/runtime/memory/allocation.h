// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Memory that a kernel may use by a pointer: its kinds, and one piece of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "emulator/runtime/call_path.h"

namespace cudalab::emulator {

enum class memory_kind : std::uint8_t {
  device,            ///< cudaMalloc and its like
  device_heap,       ///< malloc and new in a kernel
  managed,           ///< cudaMallocManaged
  pinned,            ///< cudaMallocHost, cudaHostAlloc
  registered,        ///< the host's own memory after cudaHostRegister
  device_variable,   ///< __device__
  constant_variable, ///< __constant__
  managed_variable   ///< __managed__
};

inline bool is_variable(memory_kind kind) {
  return kind >= memory_kind::device_variable;
}

/// Whether host code may read and write it as well.
inline bool host_may_touch(memory_kind kind) {
  return kind == memory_kind::managed || kind == memory_kind::pinned ||
         kind == memory_kind::registered || kind == memory_kind::managed_variable;
}

/// Whether it is not in the range of device addresses: the bytes were there before.
inline bool is_adopted(memory_kind kind) {
  return kind == memory_kind::registered || is_variable(kind);
}

/// Whether it holds something from the beginning: zeros, or what the host put there.
inline bool is_filled(memory_kind kind) {
  return kind != memory_kind::device && kind != memory_kind::device_heap;
}

/// In allocation::flags of device memory: cudaMallocAsync gave it, or the node of a graph (then the
/// second is set as well where cudaGraphAddMemAllocNode or cudaGraphAddNode made the node).
inline constexpr unsigned stream_ordered = 1, of_graph_node = 2;
/// Likewise: cuMemMap has put it there, side by side with others.
inline constexpr unsigned mapped = 8;
/// Likewise: another process has it, and cudaIpcOpenMemHandle has opened it here.
inline constexpr unsigned of_other_process = 16;
/// Likewise: a kernel called cudaMalloc. Only kernels free such memory.
inline constexpr unsigned by_kernel = 4;

class physical_memory;

/// What was given out or adopted. Kept after it is freed, so that a use after free can be named.
struct allocation {
  std::byte* begin = nullptr; ///< in the reserved range
  std::size_t bytes = 0;
  std::string name;              ///< from name_allocation, or of the variable; may be empty
  std::size_t element_bytes = 0; ///< from name_allocation; 0: not known
  const void* made_by = nullptr; ///< code address of the call
  call_path behind = {};         ///< that call
  const void* freed_by = nullptr;
  std::uint64_t freed_at = 0; ///< number of the operation that freed it; 0: none, the host did
  bool live = true;
  bool was_there = true; ///< false: a node of a graph is to allocate it, and never has
  bool expected = false; ///< of a plan: what the program has launched allocates it
  memory_kind kind = memory_kind::device;
  std::byte* content = nullptr; ///< where the bytes are: begin, if not adopted
  unsigned flags = 0;           ///< of cudaHostAlloc, cudaHostRegister
  int device = 0;               ///< that has it: of memory_kind::device
  std::uint64_t context = 0;    ///< that ends its life, if it still lives; 0: the device's own
  bool by_driver = false;       ///< a call of the driver API has made it
  /// Its pages, where other processes may have them, too; else null. Not kept after it is freed.
  std::shared_ptr<const physical_memory> pages = {};
  std::size_t period = 0; ///< so many bytes of memory over and over; 0: it has its own

  std::byte* end() const { return begin + bytes; }
  /// Bytes from its begin that are different memory.
  std::size_t own_bytes() const { return period == 0 ? bytes : period; }
};

inline bool is_of_other_process(const allocation& one) {
  return one.kind == memory_kind::device && (one.flags & of_other_process) != 0;
}

inline bool is_mapped(const allocation& one) {
  return one.kind == memory_kind::device && (one.flags & mapped) != 0;
}

inline bool is_of_kernel(const allocation& one) {
  return one.kind == memory_kind::device && (one.flags & by_kernel) != 0;
}

} // namespace cudalab::emulator
