// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the scheduler tells observers, and in which order.
#include <doctest/doctest.h>

#include <mutex>
#include <string>

#include "emulator/runtime/active_observers.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::run;

namespace {

struct diary {
  std::mutex mutex;
  std::string events;
  std::vector<std::vector<standing>> divergences;
  std::vector<bool> of_warp;
  void note(const std::string& what) {
    std::lock_guard lock(mutex);
    events += what + ' ';
  }
};

class block_writer : public block_observer {
public:
  explicit block_writer(diary& to) : diary_(to) {}
  void block_begins(const block_state& b) override { note("begin", b.linear); }
  void barrier_opened(const block_state& b) override { note("open", b.epoch); }
  void warp_left(const block_state&, unsigned warp, bool) override { note("left", warp); }
  bool hears_returns() const override { return true; }
  void thread_returned(const block_state& b) override {
    if (b.thread->lane() == 0)
      note("return", b.thread->linear);
  }
  void barrier_diverged(const block_state&, const std::vector<standing>& all, bool warp) override {
    diary_.note("diverged");
    diary_.divergences.push_back(all);
    diary_.of_warp.push_back(warp);
  }
  void block_ended(const block_state& b) override { note("end", b.linear); }

private:
  void note(const char* what, std::uint64_t number) { diary_.note(what + std::to_string(number)); }
  diary& diary_;
};

class writer : public observer {
public:
  explicit writer(diary& to) : diary_(to) {}
  std::unique_ptr<block_observer> watch_blocks() override {
    return std::make_unique<block_writer>(diary_);
  }
  void launch_begins(const launch_record& l) override {
    diary_.note("launch-" + std::string(l.kernel));
  }
  void launch_ended(const launch_record&) override { diary_.note("ended"); }

private:
  diary& diary_;
};

template <class Body>
void observed_run(diary& into, const launch_configuration& configuration, Body body) {
  set_observers({std::make_shared<writer>(into)});
  run(configuration, body);
  set_observers({});
}

} // namespace

TEST_CASE("a block with a barrier, in order") {
  diary seen;
  observed_run(seen, launch_configuration(1, 64), [] { __syncthreads(); });
  CHECK(seen.events == "launch-kernel begin0 left0 left1 open1 return0 left0 return32 left1 end0 "
                       "ended ");
}

TEST_CASE("a thread that returned while others wait is told of once") {
  diary seen;
  observed_run(seen, launch_configuration(1, 40), [] {
    if (threadIdx.x == 5)
      return;
    __syncthreads();
    __syncthreads();
  });
  REQUIRE(seen.divergences.size() == 1);
  const auto& standings = seen.divergences[0];
  REQUIRE(standings.size() == 40);
  CHECK(!seen.of_warp[0]);
  for (unsigned i = 0; i < 40; ++i) {
    CHECK(standings[i].thread.x == i);
    CHECK(standings[i].returned == (i == 5));
    if (i != 5)
      CHECK(standings[i].pc == standings[0].pc);
  }
}

TEST_CASE("threads at different barriers are told of once") {
  diary seen;
  observed_run(seen, launch_configuration(1, 4), [] {
    volatile int path = 0; // keeps the compiler from making one call of the two
    if (threadIdx.x < 2) {
      path = 1;
      __syncthreads();
      path = 2;
    } else {
      path = 3;
      __syncthreads();
      path = 4;
    }
    __syncthreads();
    (void)path;
  });
  REQUIRE(seen.divergences.size() == 1);
  const auto& s = seen.divergences[0];
  CHECK(s[0].pc == s[1].pc);
  CHECK(s[2].pc == s[3].pc);
  CHECK(s[0].pc != s[2].pc);
}

TEST_CASE(
    "barriers that all threads reach, and lanes that left before a warp's barrier, are fine") {
  diary seen;
  observed_run(seen, launch_configuration(3, 50), [] {
    __syncthreads();
    if (threadIdx.x % 2 == 0)
      return;
    __syncwarp();
  });
  CHECK(seen.divergences.empty());
}

TEST_CASE("lanes that wait elsewhere hold up a warp's barrier") {
  diary seen;
  observed_run(seen, launch_configuration(1, 32), [] {
    if (threadIdx.x < 8)
      __syncwarp();
    __syncthreads();
  });
  REQUIRE(seen.divergences.size() == 1);
  CHECK(seen.of_warp[0]);
  const auto& s = seen.divergences[0];
  REQUIRE(s.size() == 32);
  CHECK(s[7].pc != s[8].pc);
  CHECK(!s[8].returned);
}

TEST_CASE("a launch that is abandoned still ends, for its observers") {
  diary seen;
  observed_run(seen, launch_configuration(1, 32), [] {
    if (threadIdx.x == 3)
      abandon_launch(cudaErrorIllegalAddress);
    __syncthreads();
  });
  CHECK(seen.events == "launch-kernel begin0 end0 ended ");
  forget_errors_when_idle();
}
