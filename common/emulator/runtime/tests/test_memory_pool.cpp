// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <cstdint>

#include "emulator/emulator.h"
#include "emulator/runtime/memory/device_memory.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::gate;
using kernel_test::scoped_stream;

TEST_CASE("memory is freed when the stream gets there") {
  const scoped_stream stream;
  int* memory = nullptr;
  REQUIRE(cudaMallocAsync(&memory, 400, stream) == cudaSuccess);
  gate closed;
  closed.close_stream(stream);
  CHECK(cudaMemsetAsync(memory, 0, 400, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaErrorInvalidValue); // asked for already
  CHECK(device_memory::instance().find(memory));
  closed.open();
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(!device_memory::instance().find(memory));
  CHECK(cudaFreeAsync(memory, stream) == cudaErrorInvalidValue);
  CHECK(cudaFreeAsync(nullptr, stream) == cudaSuccess);
  int here = 0;
  CHECK(cudaFreeAsync(&here, stream) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("both kinds of allocation can be freed in both ways") {
  int *plain = nullptr, *ordered = nullptr;
  REQUIRE(cudaMalloc(&plain, 4) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&ordered, 4, cudaStreamPerThread) == cudaSuccess);
  CHECK(cudaFreeAsync(plain, nullptr) == cudaSuccess);
  CHECK(cudaFree(ordered) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(!device_memory::instance().find(plain));
}

TEST_CASE("the host has waited for what it frees, and for nothing else") {
  const scoped_stream stream;
  int *memory = nullptr, *other = nullptr;
  REQUIRE(cudaMallocAsync(&memory, 4, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK_FALSE(work_is_pending());
  REQUIRE(cudaMallocAsync(&memory, 4, stream) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&other, 4, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(other, 0, 4, stream) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(work_is_pending());
  CHECK(cudaFreeAsync(other, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
}

TEST_CASE("the default pool keeps count") {
  cudaMemPool_t pool = nullptr, same = nullptr;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  CHECK(cudaDeviceGetMemPool(&same, 0) == cudaSuccess);
  CHECK(same == pool);
  CHECK(cudaDeviceSetMemPool(0, pool) == cudaSuccess);
  std::uint64_t before = 0, now = 0, threshold = 1 << 20;
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &before) == cudaSuccess);
  void* memory = nullptr;
  CHECK(cudaMallocFromPoolAsync(&memory, 1000, pool, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &now) == cudaSuccess);
  CHECK(now == before + 1000);
  CHECK(cudaFreeAsync(memory, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &now) == cudaSuccess);
  CHECK(now == before);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &now) == cudaSuccess);
  CHECK(now >= before + 1000);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &now) == cudaSuccess);
  CHECK(now == threshold);
  int reuse = 0;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &now) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
  CHECK(cudaMallocFromPoolAsync(&memory, 1, nullptr, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a pool of the program's own has a limit, and is forgotten by the device when it goes") {
  cudaMemPool_t own = nullptr, now = nullptr, usual = nullptr;
  cudaMemPoolProps properties{};
  CHECK(cudaMemPoolCreate(&own, &properties) == cudaErrorInvalidValue); // of no kind
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  properties.maxSize = 1000;
  REQUIRE(cudaMemPoolCreate(&own, &properties) == cudaSuccess);
  CHECK(cudaDeviceSetMemPool(0, own) == cudaSuccess);
  void *first = nullptr, *second = nullptr;
  CHECK(cudaMallocAsync(&first, 600, nullptr) == cudaSuccess);
  CHECK(cudaMallocAsync(&second, 600, nullptr) == cudaErrorMemoryAllocation);
  CHECK(cudaFree(first) == cudaSuccess);
  CHECK(cudaMallocAsync(&second, 600, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(own) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(own) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetMemPool(&now, 0) == cudaSuccess);
  CHECK(cudaDeviceGetDefaultMemPool(&usual, 0) == cudaSuccess);
  CHECK(now == usual);
  CHECK(cudaMemPoolDestroy(usual) == cudaErrorInvalidValue);
  CHECK(cudaFreeAsync(second, nullptr) == cudaSuccess); // it outlives its pool
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("a pool's memory is the device's to read and write, and no other's") {
  cudaMemPool_t pool = nullptr;
  REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  cudaMemAccessDesc wanted = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
  CHECK(cudaMemPoolSetAccess(pool, &wanted, 1) == cudaSuccess);
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  CHECK(cudaMemPoolGetAccess(&flags, pool, &wanted.location) == cudaSuccess);
  CHECK(flags == cudaMemAccessFlagsProtReadWrite);
  wanted.flags = cudaMemAccessFlagsProtNone;
  CHECK(cudaMemPoolSetAccess(pool, &wanted, 1) == cudaErrorInvalidValue);
  wanted.location.id = 1;
  CHECK(cudaMemPoolSetAccess(pool, &wanted, 1) == cudaErrorInvalidDevice);
  CHECK(cudaMemPoolGetAccess(&flags, pool, &wanted.location) == cudaErrorInvalidDevice);
  CHECK(cudaMemPoolSetAccess(nullptr, &wanted, 1) == cudaErrorInvalidValue);
  CHECK(cudaMemPoolSetAccess(pool, nullptr, 1) == cudaErrorInvalidValue);
}

TEST_CASE("memory whose free is pending comes back when there is no room") {
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  void *first = nullptr, *second = nullptr;
  REQUIRE(cudaMallocAsync(&first, free / 4 * 3, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(first, nullptr) == cudaSuccess);
  CHECK(cudaMallocAsync(&second, free / 4 * 3, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(second, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("pools are asked for by a place, which must be a device") {
  cudaMemPool_t pool = nullptr, usual = nullptr, own = nullptr;
  cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
  const auto pinned = cudaMemAllocationTypePinned;
  REQUIRE(cudaDeviceGetDefaultMemPool(&usual, 0) == cudaSuccess);
  CHECK(cudaMemGetDefaultMemPool(&pool, &place, pinned) == cudaSuccess);
  CHECK(pool == usual);
  cudaMemPoolProps properties{};
  properties.allocType = pinned;
  properties.location = place;
  REQUIRE(cudaMemPoolCreate(&own, &properties) == cudaSuccess);
  CHECK(cudaMemSetMemPool(&place, pinned, own) == cudaSuccess);
  CHECK(cudaMemGetMemPool(&pool, &place, pinned) == cudaSuccess);
  CHECK(pool == own);
  CHECK(cudaMemPoolDestroy(own) == cudaSuccess);

  CHECK(cudaMemGetMemPool(nullptr, &place, pinned) == cudaErrorInvalidValue);
  CHECK(cudaMemGetMemPool(&pool, nullptr, pinned) == cudaErrorInvalidValue);
  CHECK(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypeInvalid) == cudaErrorInvalidValue);
  CHECK(cudaMemGetDefaultMemPool(&pool, &place, cudaMemAllocationTypeManaged) ==
        cudaErrorNotSupported);
  CHECK(cudaMemSetMemPool(&place, pinned, nullptr) == cudaErrorInvalidValue);
  place = {cudaMemLocationTypeHost, 0};
  CHECK(cudaMemGetDefaultMemPool(&pool, &place, pinned) == cudaErrorNotSupported);
  place = {cudaMemLocationTypeDevice, 9};
  CHECK(cudaMemGetMemPool(&pool, &place, pinned) == cudaErrorInvalidDevice);
  cudaGetLastError();
}
