// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/memory_pools.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

bool is_reuse(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

} // namespace

memory_pools& memory_pools::instance() {
  static auto& all = *new memory_pools;
  return all;
}

cudaMemPool_t memory_pools::create(std::uint64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  auto* const made = new CUmemPoolHandle_st;
  made->most_bytes = most_bytes;
  made_.insert(made);
  return made;
}

bool memory_pools::destroy(cudaMemPool_t pool) {
  const std::lock_guard lock(mutex_);
  if (made_.erase(pool) == 0)
    return false;
  for (auto& [place, one] : pieces_)
    if (one.pool == pool)
      one.pool = nullptr;
  if (current_ == pool)
    current_ = &default_;
  delete pool;
  return true;
}

cudaMemPool_t memory_pools::current() {
  const std::lock_guard lock(mutex_);
  return current_;
}

bool memory_pools::set_current(cudaMemPool_t pool) {
  const std::lock_guard lock(mutex_);
  if (!known(pool))
    return false;
  current_ = pool;
  return true;
}

cudaError_t memory_pools::set(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void* value) {
  const std::lock_guard lock(mutex_);
  if (!known(pool) || value == nullptr)
    return cudaErrorInvalidValue;
  if (is_reuse(attribute)) {
    pool->reuse[attribute] = *static_cast<const int*>(value);
    return cudaSuccess;
  }
  const bool is_mark =
      attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
  if (!is_mark && attribute != cudaMemPoolAttrReleaseThreshold)
    return cudaErrorInvalidValue;
  const std::uint64_t number = *static_cast<const std::uint64_t*>(value);
  if (is_mark && number != 0) // a high-water mark can only be reset
    return cudaErrorInvalidValue;
  if (is_mark)
    pool->used_most = pool->used_now;
  else
    pool->release_threshold = number;
  return cudaSuccess;
}

cudaError_t memory_pools::get(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const std::lock_guard lock(mutex_);
  if (!known(pool) || value == nullptr)
    return cudaErrorInvalidValue;
  if (is_reuse(attribute)) {
    *static_cast<int*>(value) = pool->reuse[attribute];
    return cudaSuccess;
  }
  std::uint64_t& number = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
  case cudaMemPoolAttrReleaseThreshold:
    number = pool->release_threshold;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemCurrent:
  case cudaMemPoolAttrUsedMemCurrent:
    number = pool->used_now;
    return cudaSuccess;
  case cudaMemPoolAttrReservedMemHigh:
  case cudaMemPoolAttrUsedMemHigh:
    number = pool->used_most;
    return cudaSuccess;
  default:
    return cudaErrorInvalidValue;
  }
}

bool memory_pools::exists(cudaMemPool_t pool) {
  const std::lock_guard lock(mutex_);
  return known(pool);
}

bool memory_pools::has_room(cudaMemPool_t pool, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return known(pool) && (pool->most_bytes == 0 || pool->used_now + bytes <= pool->most_bytes);
}

void memory_pools::took(cudaMemPool_t pool, const void* place, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  pieces_[place] = {pool, bytes};
  pool->used_now += bytes;
  pool->used_most = std::max(pool->used_most, pool->used_now);
}

bool memory_pools::gave(const void* place) {
  const std::lock_guard lock(mutex_);
  return pieces_.count(place) != 0;
}

void memory_pools::gave_back(const void* place) {
  const std::lock_guard lock(mutex_);
  being_freed_.erase(place);
  const auto found = pieces_.find(place);
  if (found == pieces_.end())
    return;
  if (found->second.pool != nullptr)
    found->second.pool->used_now -= found->second.bytes;
  pieces_.erase(found);
}

const void* memory_pools::begin_free(const void* place, const void* caller) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = being_freed_.try_emplace(place, caller);
  return fresh ? nullptr : found->second;
}

} // namespace cudalab::emulator
