// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/execution.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

TEST_CASE("after a barrier every thread sees what all wrote before it") {
  for (const unsigned threads : {1u, 2u, 31u, 32u, 33u, 256u, 1000u, 1024u}) {
    device_array<unsigned> result(threads * 8);
    unsigned* out = result.data();
    run(launch_configuration(8, threads), [=] {
      static __thread unsigned cells[1024];
      const unsigned i = threadIdx.x;
      unsigned value = i + blockIdx.x;
      for (int round = 0; round < 5; ++round) {
        cells[i] = value;
        __syncthreads();
        value = cells[(i + 1) % threads];
        __syncthreads();
      }
      out[blockIdx.x * threads + i] = value;
    });
    std::vector<unsigned> expected;
    for (unsigned b = 0; b < 8; ++b)
      for (unsigned i = 0; i < threads; ++i)
        expected.push_back((i + 5) % threads + b);
    CHECK(result.copy() == expected);
  }
}

TEST_CASE("threads that left early are not waited for") {
  device_array<int> result(64);
  int* out = result.data();
  run(launch_configuration(1, 64), [=] {
    static __thread int cells[64];
    const unsigned i = threadIdx.x;
    if (i % 3 == 0)
      return;
    cells[i] = static_cast<int>(i);
    __syncthreads();
    if (i % 3 == 1)
      return;
    __syncthreads();
    out[i] = cells[i - 1];
  });
  for (int i = 0; i < 64; ++i)
    CHECK(result.copy()[static_cast<std::size_t>(i)] == (i % 3 == 2 ? i - 1 : 0));
}

TEST_CASE("a warp's barrier orders its lanes, and only the lanes of its mask") {
  device_array<unsigned> result(96);
  unsigned* out = result.data();
  run(launch_configuration(1, 96), [=] {
    static __thread unsigned cells[96];
    const unsigned i = threadIdx.x, base = i / 32 * 32;
    cells[i] = i;
    __syncwarp();
    const unsigned next = cells[base + (i + 1) % 32];
    __syncwarp();
    cells[i] = next;
    if (i % 32 < 16) {
      __syncwarp(0xffff);
      out[i] = cells[base + (i + 1) % 16];
    } else {
      out[i] = next;
    }
  });
  for (unsigned i = 0; i < 96; ++i) {
    const unsigned base = i / 32 * 32, lane = i % 32;
    CHECK(result.copy()[i] == base + (lane < 16 ? ((lane + 1) % 16 + 1) % 32 : (lane + 1) % 32));
  }
}

TEST_CASE("two groups of a warp may wait at the same time, each for its own lanes") {
  device_array<unsigned> result(32);
  unsigned* out = result.data();
  run(launch_configuration(1, 32), [=] {
    static __thread unsigned cells[32];
    const unsigned i = threadIdx.x, even = 0x55555555, odd = 0xaaaaaaaa;
    for (unsigned round = 1; round <= 3; ++round) {
      cells[i] = i * round;
      __syncwarp(i % 2 == 0 ? even : odd);
      out[i] += cells[(i + 2) % 32];
      __syncwarp(i % 2 == 0 ? even : odd);
    }
  });
  for (unsigned i = 0; i < 32; ++i)
    CHECK(result.copy()[i] == (i + 2) % 32 * 6);
}

TEST_CASE("a divergent barrier opens all the same") {
  device_array<int> result(64);
  int* out = result.data();
  run(launch_configuration(1, 64), [=] {
    if (threadIdx.x % 2 == 0)
      __syncthreads();
    else
      __syncthreads();
    if (threadIdx.x < 8)
      __syncwarp(); // lanes 8 to 31 wait for the block
    __syncthreads();
    out[threadIdx.x] = 1;
  });
  CHECK(result.copy() == std::vector<int>(64, 1));
}

TEST_CASE("locals survive a barrier, whatever the thread keeps on its stack") {
  device_array<double> result(256);
  double* out = result.data();
  run(launch_configuration(1, 256), [=] {
    double mine[128];
    for (int k = 0; k < 128; ++k)
      mine[k] = threadIdx.x + k;
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < 128; ++k)
      sum += mine[k];
    out[threadIdx.x] = sum;
  });
  for (int i = 0; i < 256; ++i)
    CHECK(result.copy()[static_cast<std::size_t>(i)] == 128.0 * i + 127 * 64);
}

TEST_CASE("lanes that met in smaller groups are in one warp epoch after they all met") {
  device_array<unsigned> result(32);
  unsigned* out = result.data();
  run(launch_configuration(1, 32), [=] {
    if (threadIdx.x < 8)
      __syncwarp(0xff);
    __syncwarp();
    out[threadIdx.x] = current_block->thread->warp_epoch;
  });
  for (const unsigned epoch : result.copy())
    CHECK(epoch == 2);
}
