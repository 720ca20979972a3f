// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <set>

#include "emulator/runtime/memory/shared_memory.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

extern "C" __thread std::byte cudalab_dynamic_shared[];

namespace {

template <int width>
void tile_kernel(const void** where) {
  static __thread float template_tile[width];
  template_tile[threadIdx.x] = 1;
  where[0] = template_tile;
}

const shared_variable* find(const std::string& name, std::size_t bytes) {
  const auto& all = shared_variables();
  const auto found = std::find_if(all.begin(), all.end(), [&](const shared_variable& one) {
    return one.name == name && one.bytes == bytes;
  });
  return found == all.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("shared variables are found by name, with their place in every OS thread") {
  device_array<const void*> where(2);
  const void** out = where.data();
  run(launch_configuration(1, 1), [=] {
    tile_kernel<48>(out);
    out[1] = shared_segment().begin;
  });
  const shared_variable* tile = find("template_tile", 192);
  REQUIRE(tile != nullptr);
  CHECK(static_cast<const std::byte*>(where.copy()[1]) + tile->offset == where.copy()[0]);
  CHECK(!tile->dynamic);
}

TEST_CASE("the dynamic area is one of them, and none of the emulator's own is") {
  int dynamic = 0;
  std::size_t end = 0;
  for (const shared_variable& one : shared_variables()) {
    dynamic += one.dynamic ? 1 : 0;
    CHECK(one.offset >= end);
    end = one.offset + one.bytes;
    CHECK(one.name.find("threadIdx") == std::string::npos);
    CHECK(one.name.find("current_block") == std::string::npos);
    if (one.dynamic) {
      CHECK(one.bytes == 227 * 1024);
      CHECK(shared_segment().begin + one.offset == cudalab_dynamic_shared);
    }
  }
  CHECK(dynamic == 1);
  for (const char* of_nccl : {"text", "last_failure_text", "open_group"})
    CHECK(std::none_of(shared_variables().begin(), shared_variables().end(),
                       [&](const shared_variable& one) { return one.name == of_nccl; }));
  CHECK(reinterpret_cast<std::uintptr_t>(shared_segment().begin) % shared_alignment == 0);
  CHECK(end == shared_segment().bytes);
}

TEST_CASE("dynamic shared memory is the block's own") {
  device_array<int> result(64);
  int* out = result.data();
  run(launch_configuration(64, 32, 128), [=] {
    int* cells = reinterpret_cast<int*>(cudalab_dynamic_shared);
    cells[threadIdx.x] = static_cast<int>(blockIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int i = 0; i < 32; ++i)
        sum += cells[i];
      out[blockIdx.x] = sum;
    }
  });
  for (int b = 0; b < 64; ++b)
    CHECK(result.copy()[static_cast<std::size_t>(b)] == 32 * b);
}

TEST_CASE("what a block has not written is the same in each block, not another block's") {
  device_array<int> result(128);
  int* out = result.data();
  run(launch_configuration(64, 32, 128), [=] {
    static __thread volatile int tile[32]; // or clang reasons about who writes it
    volatile int* cells = reinterpret_cast<volatile int*>(cudalab_dynamic_shared);
    if (threadIdx.x == 31) {
      out[2 * blockIdx.x] = tile[0];
      out[2 * blockIdx.x + 1] = cells[0];
      tile[0] = 5; // for the next block to find, if it could
      cells[0] = 5;
    }
  });
  for (const int seen : result.copy())
    CHECK(seen == 0x41414141);
}
