// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Threads that wait for each other by memory alone, as fast programs do: nothing is observed.
#include <cfenv>

#include <doctest/doctest.h>

#include "emulator/emulator.h"
#include "emulator/runtime/blocks/progress.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

TEST_CASE("lanes that compete for a lock all get it") {
  device_array<int> cells(2);
  int* const lock = cells.data();
  run(launch_configuration(8, 96), [=] {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    lock[1] = lock[1] + 1;
    __threadfence();
    __nanosleep(10); // others try in vain meanwhile
    atomicExch(lock, 0);
  });
  CHECK(cells.copy() == std::vector<int>{0, 8 * 96});
}

TEST_CASE("a thread that waits for a flag without any call is interrupted") {
  device_array<int> cells(2);
  int* const cell = cells.data();
  run(launch_configuration(1, 64), [=] {
    volatile int* const flag = cell;
    if (threadIdx.x == 63)
      *flag = 1;
    double kept[16]; // registers must survive
    for (int i = 0; i < 16; ++i)
      kept[i] = threadIdx.x + i * 0.5;
    while (*flag == 0) {
    }
    double sum = 0;
    for (const double each : kept)
      sum += each;
    if (sum == 16 * threadIdx.x + 60.0)
      atomicAdd(cell + 1, 1);
  });
  CHECK(cells.copy() == std::vector<int>{1, 64});
}

TEST_CASE("a thread that is interrupted while it rounds upwards keeps that to itself") {
  device_array<int> cells(2);
  int* const cell = cells.data();
  run(launch_configuration(1, 32), [=] {
    volatile int* const flag = cell;
    volatile float one = 1.0f, tiny = 1e-9f, sum = 0; // volatile: computed where it is written
    if (threadIdx.x != 0) {
      sum = one + tiny;
      if (sum == 1.0f)
        atomicAdd(cell + 1, 1);
      if (threadIdx.x == 31)
        *flag = 1;
      return;
    }
    std::fesetround(FE_UPWARD);
    while (*flag == 0) {
    }
    sum = one + tiny;
    std::fesetround(FE_TONEAREST);
    if (sum > 1.0f)
      atomicAdd(cell + 1, 100);
  });
  CHECK(cells.copy() == std::vector<int>{1, 131});
}

TEST_CASE("lanes at a warp's barrier wait for one that rests") {
  device_array<int> cells(1);
  volatile int* const flag = cells.data();
  device_array<unsigned> votes(64);
  unsigned* const out = votes.data();
  run(launch_configuration(1, 64), [=] {
    if (threadIdx.x == 40) // a lane of the other warp sets it
      *flag = 1;
    if (threadIdx.x == 3)
      while (*flag == 0)
        __nanosleep(10);
    out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x % 2);
  });
  CHECK(votes.copy() == std::vector<unsigned>(64, 0xaaaaaaaa));
}

TEST_CASE("a launch that takes too long ends, and the next calls say so") {
  const double usual = launch_time_limit().count();
  set_launch_time_limit(0.05);
  device_array<int> cells(2);
  volatile int* const flag = cells.data();
  run(launch_configuration(4, 64), [=] {
    __syncthreads();
    if (threadIdx.x == 5)
      while (*flag == 0) {
      }
    __syncthreads();
  });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  CHECK(cudaGetLastError() == cudaErrorLaunchTimeout);
  forget_errors_when_idle();
  set_launch_time_limit(usual);
  int* const out = cells.data();
  run(launch_configuration(1, 1), [=] { out[1] = 7; });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cells.copy()[1] == 7);
}

TEST_CASE("blocks that wait for one that failed give up") {
  device_array<int> cells(1);
  volatile int* const flag = cells.data();
  run(launch_configuration(2, 32), [=] {
    if (blockIdx.x == 0 && threadIdx.x == 0)
      __trap();
    while (*flag == 0)
      __nanosleep(10);
  });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  forget_errors_when_idle();
}
