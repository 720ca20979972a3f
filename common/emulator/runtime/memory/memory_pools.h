// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The books of memory pools: which piece of stream-ordered memory came from which pool, and what
/// is about to be freed. The memory itself is device_memory's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "emulator/include/cudalab/memory_pool_api.h"

/// Guarded by memory_pools.
struct CUmemPoolHandle_st {
  std::array<int, 4> reuse{0, 1, 1, 1}; ///< by attribute
  std::uint64_t release_threshold = 0;
  std::uint64_t most_bytes = 0; ///< 0: no limit
  std::uint64_t used_now = 0, used_most = 0;
};

namespace cudalab::emulator {

/// Any host thread, and the device's.
class memory_pools {
public:
  static memory_pools& instance();

  cudaMemPool_t default_pool() { return &default_; }
  cudaMemPool_t create(std::uint64_t most_bytes);
  /// False: there is no such pool, or it is the default one. The device then has the default one.
  bool destroy(cudaMemPool_t pool);
  cudaMemPool_t current();
  bool set_current(cudaMemPool_t pool);

  /// @return what CUDA's call of this name returns
  cudaError_t set(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void* value);
  cudaError_t get(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
  bool exists(cudaMemPool_t pool);

  /// Whether the pool may hold so many bytes more.
  bool has_room(cudaMemPool_t pool, std::size_t bytes);
  void took(cudaMemPool_t pool, const void* place, std::size_t bytes);
  /// Whether the memory came from a pool.
  bool gave(const void* place);
  /// It is freed next, by whichever call: afterwards another thread may get the same place. It need
  /// not have come from a pool.
  void gave_back(const void* place);

  /// The program asks for the memory to be freed. @return null; or the caller that has done so
  /// before, when that has not yet happened
  const void* begin_free(const void* place, const void* caller);

private:
  struct piece {
    cudaMemPool_t pool = nullptr; ///< null: destroyed meanwhile
    std::size_t bytes = 0;
  };
  bool known(cudaMemPool_t pool) const { return pool == &default_ || made_.count(pool) != 0; }

  std::mutex mutex_;
  CUmemPoolHandle_st default_;
  std::set<cudaMemPool_t> made_;
  cudaMemPool_t current_ = &default_;
  std::map<const void*, piece> pieces_;
  std::map<const void*, const void*> being_freed_; ///< and who asked for it
};

} // namespace cudalab::emulator
