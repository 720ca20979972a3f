// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <atomic>
#include <vector>

#include <cooperative_groups.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/occupancy.h"
#include "emulator/runtime/tests/kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;

namespace {

const auto grid = [] { return cooperative_groups::this_grid(); };

template <class Body>
cudaError_t run_cooperatively(unsigned blocks, unsigned threads, Body body) {
  launch_configuration configuration(blocks, threads);
  configuration.cooperative = true;
  const cudaError_t error =
      launch(configuration, make_call(
                                "cooperative", [](auto& inner) { inner(); }, body));
  return error != cudaSuccess ? error : cudaDeviceSynchronize();
}

/// Counts what the scheduler says of the grid's barrier.
class grid_listener final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override {
    return std::make_unique<block_listener>(*this);
  }
  void grid_synchronised(const launch_record&) override { ++opened; }
  bool grid_diverged(const launch_record&, const std::vector<const void*>& waiting_at) override {
    waiting = waiting_at;
    return true;
  }

  std::atomic<int> opened = 0, of_blocks = 0;
  std::vector<const void*> waiting;

private:
  struct block_listener final : block_observer {
    explicit block_listener(grid_listener& all) : all(all) {}
    void grid_synchronised(const block_state&) override { ++all.of_blocks; }
    grid_listener& all;
  };
};

struct listening {
  listening() { set_observers({listener}); }
  ~listening() {
    set_observers({});
    forget_errors_when_idle();
  }
  std::shared_ptr<grid_listener> listener = std::make_shared<grid_listener>();
};

} // namespace

TEST_CASE("all blocks pass a grid barrier together") {
  constexpr unsigned blocks = 6, threads = 70;
  device_array<unsigned> arrived(1), seen(blocks * threads);
  unsigned* const count = arrived.data();
  unsigned* const result = seen.data();
  for (int repeat = 0; repeat < 20; ++repeat) {
    __atomic_store_n(count, 0, __ATOMIC_RELAXED);
    REQUIRE(run_cooperatively(blocks, threads, [=] {
              __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
              grid().sync();
              result[grid().thread_rank()] = __atomic_load_n(count, __ATOMIC_RELAXED);
            }) == cudaSuccess);
    for (const unsigned each : seen.copy())
      REQUIRE(each == blocks * threads);
  }
}

TEST_CASE("ordinary and cooperative launches take turns with the same stacks") {
  device_array<unsigned> total(1);
  unsigned* const sum = total.data();
  const auto body = [=] {
    __syncthreads(); // so that each thread has a stack of its own
    __atomic_add_fetch(sum, 1, __ATOMIC_RELAXED);
    __syncthreads();
  };
  for (int repeat = 0; repeat < 5; ++repeat) {
    REQUIRE(run_cooperatively(3, 100 + 30 * repeat, body) == cudaSuccess);
    kernel_test::run({5, 200}, body);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  }
  CHECK(total.copy()[0] == 5 * 5 * 200 + 3 * (100 + 130 + 160 + 190 + 220));
}

TEST_CASE("a grid may be as large as all blocks together fit on the device") {
  const unsigned most = static_cast<unsigned>(most_resident_blocks({.threads = 1024}));
  CHECK(most == 2 * multiprocessors());
  device_array<unsigned> total(1);
  unsigned* const sum = total.data();
  const auto body = [=] {
    grid().sync();
    __atomic_add_fetch(sum, 1, __ATOMIC_RELAXED);
  };
  CHECK(run_cooperatively(most, 1024, body) == cudaSuccess);
  CHECK(total.copy()[0] == most * 1024);
  CHECK(run_cooperatively(most + 1, 1024, body) == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("observers hear of a grid barrier once, and of each block's part in it") {
  const listening observed;
  CHECK(run_cooperatively(4, 40, [] {
          for (int i = 0; i < 3; ++i)
            grid().sync();
        }) == cudaSuccess);
  CHECK(observed.listener->opened == 3);
  CHECK(observed.listener->of_blocks == 3 * 4);
  CHECK(observed.listener->waiting.empty());
}

TEST_CASE("a block that ends without coming to the barrier is a deadlock, and said so") {
  const listening observed;
  CHECK(run_cooperatively(3, 32, [] {
          if (blockIdx.x != 1)
            grid().sync();
        }) == cudaErrorLaunchTimeout);
  REQUIRE(observed.listener->waiting.size() == 3);
  CHECK(observed.listener->waiting[0] != nullptr);
  CHECK(observed.listener->waiting[1] == nullptr);
  CHECK(observed.listener->waiting[2] != nullptr);
  CHECK(observed.listener->opened == 0);
}

TEST_CASE("when a block is abandoned, those that wait for it are too") {
  CHECK(run_cooperatively(4, 32, [] {
          if (blockIdx.x == 2)
            abandon_launch(cudaErrorIllegalAddress);
          grid().sync();
        }) == cudaErrorIllegalAddress);
  forget_errors_when_idle();
  CHECK(run_cooperatively(4, 32, [] { grid().sync(); }) == cudaSuccess);
}

TEST_CASE("grid.sync() in an ordinary launch is a failure of the launch") {
  kernel_test::run({2, 32}, [] {
    if (!grid().is_valid())
      grid().sync();
  });
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  forget_errors_when_idle();
}
