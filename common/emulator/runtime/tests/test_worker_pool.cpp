// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <atomic>
#include <numeric>
#include <set>
#include <thread>

#include "emulator/emulator.h"
#include "emulator/runtime/blocks/worker_pool.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

TEST_CASE("blocks run in several OS threads at a time, never in the host's") {
  const std::size_t workers = std::min<std::size_t>(2, worker_pool::instance().size());
  static std::atomic<std::size_t> arrived;
  arrived = 0;
  device_array<std::thread::id> ids(2);
  std::thread::id* out = ids.data();
  // Each of the two blocks waits for the other, where there are two OS threads.
  run(launch_configuration(static_cast<unsigned>(workers), 1), [=] {
    ++arrived;
    while (arrived < workers)
      std::this_thread::yield();
    out[blockIdx.x] = std::this_thread::get_id();
  });
  const auto seen = ids.copy();
  CHECK(seen[0] != std::this_thread::get_id());
  if (workers == 2)
    CHECK(seen[0] != seen[1]);
}

TEST_CASE("many blocks, each once") {
  constexpr unsigned blocks = 20000;
  device_array<unsigned> visits(blocks);
  unsigned* out = visits.data();
  run(launch_configuration(blocks, 2), [=] {
    if (threadIdx.x == 1)
      ++out[blockIdx.x];
  });
  CHECK(visits.copy() == std::vector<unsigned>(blocks, 1));
}

TEST_CASE("blocks run in their order when that is wanted, and not longer") {
  constexpr unsigned blocks = 500;
  device_array<unsigned> order(blocks);
  device_array<std::thread::id> threads(blocks);
  unsigned* const out = order.data();
  std::thread::id* const by = threads.data();
  static std::atomic<unsigned> begun;
  begun = 0;
  run_blocks_in_order(true);
  run(launch_configuration(blocks, 2), [=] {
    if (threadIdx.x != 0)
      return;
    out[blockIdx.x] = begun++;
    by[blockIdx.x] = std::this_thread::get_id();
    std::this_thread::yield(); // another OS thread would come in between
  });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  run_blocks_in_order(false);
  std::vector<unsigned> expected(blocks);
  std::iota(expected.begin(), expected.end(), 0u);
  CHECK(order.copy() == expected);
  const auto all = threads.copy();
  CHECK(std::set<std::thread::id>(all.begin(), all.end()).size() == 1);

  const std::size_t workers = std::min<std::size_t>(2, worker_pool::instance().size());
  static std::atomic<std::size_t> arrived;
  arrived = 0;
  run(launch_configuration(static_cast<unsigned>(workers), 1), [=] {
    ++arrived;
    while (arrived < workers) // for ever, if one of them had to end first
      std::this_thread::yield();
  });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("of a large grid the blocks at its begin, in its middle and at its end may be enough") {
  const auto visited = [](unsigned blocks) {
    device_array<unsigned> visits(blocks);
    unsigned* const out = visits.data();
    run(launch_configuration(blocks, 1), [=] { ++out[blockIdx.x]; });
    return visits.copy();
  };
  sample_blocks(2);
  CHECK(visited(10) == std::vector<unsigned>{1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(visited(6) == std::vector<unsigned>(6, 1));
  CHECK(visited(1) == std::vector<unsigned>(1, 1));
  sample_blocks(0);
  CHECK(visited(10) == std::vector<unsigned>(10, 1));
}

TEST_CASE("where blocks are sampled, large copies and fills are handed over and not done") {
  constexpr std::size_t large = std::size_t{1} << 26;
  char *host = nullptr, *device = nullptr;
  REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&host), large) == cudaSuccess);
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&device), large) == cudaSuccess);
  const auto first_and_last = [&](std::size_t bytes) {
    host[0] = host[bytes - 1] = 0;
    CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    sample_blocks(1);
    const std::size_t before = operations_submitted();
    host[0] = host[bytes - 1] = 7;
    CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    host[0] = host[bytes - 1] = 5;
    CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(operations_submitted() == before + 2);
    sample_blocks(0);
    return std::vector<int>{host[0], host[bytes - 1], device[0], device[bytes - 1]};
  };
  CHECK(first_and_last(large - 4096) == std::vector<int>{7, 7, 7, 7});
  CHECK(first_and_last(large) == std::vector<int>{5, 5, 0, 0});
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFreeHost(host) == cudaSuccess);
}

TEST_CASE("of a large grid the first blocks run whose places need more than 16 bits") {
  const auto first_threads = [](dim3 grid, dim3 block) {
    device_array<unsigned> seen(8);
    unsigned* const out = seen.data();
    sample_blocks(1);
    run_blocks_in_order(true);
    run(launch_configuration(grid, block), [=] {
      if (threadIdx.x == 0 && threadIdx.y == 0) {
        const unsigned x = blockIdx.x * blockDim.x, y = blockIdx.y * blockDim.y;
        const unsigned places[] = {0, 65535, 65536, 131072};
        for (int i = 0; i < 4; ++i) {
          out[i] += x == places[i];
          out[4 + i] += y == places[i];
        }
      }
    });
    run_blocks_in_order(false);
    sample_blocks(0);
    return seen.copy();
  };
  // The first block, and that of place 65,536; or of block 65,536; the middle and the end are
  // others.
  CHECK(first_threads({40000, 1}, {2, 1}) == std::vector<unsigned>{1, 0, 1, 0, 4, 0, 0, 0});
  CHECK(first_threads({70000, 1}, {2, 1}) == std::vector<unsigned>{1, 0, 1, 1, 5, 0, 0, 0});
  CHECK(first_threads({3, 40000}, {1, 2}) == std::vector<unsigned>{2, 0, 0, 0, 1, 0, 1, 0});
}

TEST_CASE("in order, threads that wait for each other go on, too") {
  device_array<int> cells(2);
  volatile int* const flag = cells.data();
  run_blocks_in_order(true);
  run(launch_configuration(1, 64), [=] {
    if (threadIdx.x == 3)
      while (*flag == 0) {
      }
    if (threadIdx.x == 40)
      *flag = 1;
  });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  run_blocks_in_order(false);
  CHECK(cells.copy()[0] == 1);
}

TEST_CASE("host threads may launch at the same time") {
  device_array<unsigned> counts(2);
  const auto many = [&](unsigned which) {
    unsigned* out = counts.data() + which;
    for (int i = 0; i < 200; ++i)
      run(launch_configuration(1, 33), [=] {
        __syncthreads();
        if (threadIdx.x == 32)
          ++*out;
      });
  };
  std::thread other(many, 1);
  many(0);
  other.join();
  CHECK(counts.copy() == std::vector<unsigned>(2, 200));
}
