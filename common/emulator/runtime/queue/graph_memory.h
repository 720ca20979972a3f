// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Memory that nodes of graphs allocate: its addresses are there as long as the graph, the memory
/// from the node that allocates it to what frees it. Under device_queue's lock, if nothing else is
/// said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

/// What a GPU would put behind addresses of graphs: bytes that memory of several graphs shares, one
/// after the other. Only books: here all memory has pages of its own.
struct graph_block {
  std::size_t bytes = 0;
  int device = 0;
  bool held = false;     ///< memory that is not freed is there
  operation_handle last; ///< what freed the last one that was there
};

struct graph_memory : std::enable_shared_from_this<graph_memory> {
  /// Null: the addresses have run out.
  /// @param caller code address of the call that makes the node; @param by_node that call makes
  /// nothing else
  static std::shared_ptr<graph_memory> make(std::size_t bytes, int device, const void* caller,
                                            bool by_node);
  ~graph_memory(); ///< any OS thread
  graph_memory(const graph_memory&) = delete;
  graph_memory& operator=(const graph_memory&) = delete;

  std::byte* const begin;
  const std::size_t bytes;
  const int device;
  cudaMemPoolProps properties = {};
  std::vector<cudaMemAccessDesc> access;

  const void* owner = nullptr; ///< the graph that has the node
  bool freed_by_owner = false; ///< a node of that graph frees it
  bool freed_by_other = false; ///< a node of another graph

  /// The program has launched what allocates it, and nothing that frees it.
  bool outstanding() const { return kept_ != nullptr; }
  void note_launched(const operation_handle& allocates);
  /// @param caller of the call that frees it; null: it was a node
  void note_freed(const void* caller);
  /// What note_freed() told of was submitted as this operation; null: it was not accepted.
  void note_free_submitted(const operation_handle& frees);
  operation_handle allocated, freed; ///< the last operations that do so
  const void* free_asked_by = nullptr;
  graph_block* block = nullptr; ///< while it is outstanding

private:
  graph_memory(std::byte* place, std::size_t size, int of)
      : begin(place), bytes(size), device(of) {}
  std::shared_ptr<graph_memory> kept_; ///< itself: the graph may be destroyed before
};

/// The device was reset: what began there is gone, be it a graph's or not. Without the lock.
void note_gone(const void* begin);

/// The memory of a graph that begins there, or null. Any OS thread.
std::shared_ptr<graph_memory> graph_memory_at(const void* begin);

operation allocating_operation(const std::shared_ptr<graph_memory>& memory, const char* name,
                               const void* caller);
operation freeing_operation(const std::shared_ptr<graph_memory>& memory, const char* name,
                            const void* caller);

/// The program frees it by a call. cudaSuccess: it is noted as freed. The finding, if it cannot, is
/// told.
cudaError_t begin_call_that_frees(graph_memory& memory, const void* caller);

using graph_blocks = std::vector<std::shared_ptr<graph_block>>;

/// A place for what an operation allocates: one that nobody uses any more when it begins, or a new
/// one.
std::shared_ptr<graph_block> take_block(std::size_t bytes, int device,
                                        const operation_handle& allocates);
/// The program asks for the sums to be counted anew: an executable graph has taken other blocks.
void count_blocks();

struct graph_memory_sums {
  std::uint64_t used = 0, used_most = 0;         ///< blocks that an executable graph has, or memory
  std::uint64_t reserved = 0, reserved_most = 0; ///< all blocks
};
graph_memory_sums& graph_memory_of(int device);
/// Blocks that no memory is in, and whose use the host has waited for, are given up.
void trim_blocks(int device);

} // namespace cudalab::emulator
