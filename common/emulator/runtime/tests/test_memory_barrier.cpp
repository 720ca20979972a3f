// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/include/cuda/barrier"
#include "emulator/runtime/blocks/memory_barrier.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using async::barrier_fields;
using kernel_test::device_array;
using kernel_test::run;

namespace {

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

block_barrier& barrier_at(unsigned long long* place) {
  return *reinterpret_cast<block_barrier*>(place);
}

} // namespace

TEST_CASE("a barrier's fields fit 8 bytes") {
  barrier_fields fields;
  fields.missing = (1u << 20) - 1;
  fields.expected = 5;
  fields.bytes = -70000;
  fields.phase = 7;
  const barrier_fields again = barrier_fields::of(fields.state());
  CHECK(again.missing == fields.missing);
  CHECK(again.expected == fields.expected);
  CHECK(again.bytes == fields.bytes);
  CHECK(again.phase == fields.phase);
  CHECK(sizeof(block_barrier) == 8);
}

TEST_CASE("phases of a barrier end when all have arrived, more than eight times") {
  device_array<unsigned long long> place(1);
  device_array<int> ahead(1, 0), wrong(1, 0);
  unsigned long long* const at = place.data();
  int *const counter = ahead.data(), *const mistakes = wrong.data();
  run({1, 64}, [=] {
    if (threadIdx.x == 0)
      init(&barrier_at(at), 64);
    __syncthreads();
    for (int round = 1; round <= 20; ++round) {
      atomicAdd(counter, 1);
      barrier_at(at).arrive_and_wait();
      if (atomicAdd(counter, 0) < 64 * round)
        atomicAdd(mistakes, 1);
    }
  });
  CHECK(ahead.copy()[0] == 64 * 20);
  CHECK(wrong.copy()[0] == 0);
}

TEST_CASE("a phase waits for the bytes that it was told of") {
  device_array<unsigned long long> place(1);
  device_array<int> source(4, 3), target(4, 0), states(3, 0);
  unsigned long long* const at = place.data();
  const int* const from = source.data();
  int *const to = target.data(), *const seen = states.data();
  run({1, 1}, [=] {
    block_barrier& barrier = barrier_at(at);
    init(&barrier, 1);
    auto token = cuda::device::barrier_arrive_tx(barrier, 1, 16);
    seen[0] = barrier.try_wait(block_barrier::arrival_token(token));
    cuda::device::memcpy_async_tx(to, from, cuda::aligned_size_t<16>(16), barrier);
    seen[1] = barrier.try_wait(static_cast<block_barrier::arrival_token&&>(token));
    seen[2] = barrier.try_wait_parity(true);
  });
  CHECK(states.copy() == std::vector<int>{0, 1, 0});
  CHECK(target.copy() == std::vector<int>{3, 3, 3, 3});
}

TEST_CASE("arriving more often than a barrier expects ends the kernel") {
  device_array<unsigned long long> place(1);
  unsigned long long* const at = place.data();
  SUBCASE("at once") {
    run({1, 1}, [=] {
      init(&barrier_at(at), 2);
      (void)barrier_at(at).arrive(3);
    });
  }
  SUBCASE("none") {
    run({1, 1}, [=] {
      init(&barrier_at(at), 2);
      (void)barrier_at(at).arrive(0);
    });
  }
  SUBCASE("a barrier for too many") {
    run({1, 1}, [=] { init(&barrier_at(at), block_barrier::max() + 1); });
  }
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
}
