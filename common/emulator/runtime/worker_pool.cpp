// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/worker_pool.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <thread>

#include "emulator/runtime/device_signals.h"
#include "emulator/runtime/fiber_stacks.h"
#include "emulator/runtime/progress.h"

namespace cudalab::emulator {

namespace {

std::size_t wished_size() {
  const char* text = std::getenv("CUDALAB_THREADS");
  const int number = text == nullptr ? 0 : std::atoi(text);
  return number > 0 ? static_cast<std::size_t>(number) : std::thread::hardware_concurrency();
}

void run_blocks(block_scheduler& scheduler, block_queue& blocks) {
  const std::uint64_t count = blocks.launch->blocks();
  scheduler.begin_launch(*blocks.launch, *blocks.call, blocks.observed);
  while (blocks.error.load(std::memory_order_relaxed) == 0) {
    const std::uint64_t block = blocks.next.fetch_add(1, std::memory_order_relaxed);
    if (block >= count)
      return;
    if (const int error = scheduler.run_block(block); error != 0) {
      int none = 0;
      blocks.error.compare_exchange_strong(none, error);
      launch_order running = launch_order::go_on;
      current_order.compare_exchange_strong(running, launch_order::give_up);
    }
  }
}

} // namespace

worker_pool& worker_pool::instance() {
  // Never destroyed: its threads run until the process ends.
  static worker_pool& pool = *new worker_pool;
  return pool;
}

worker_pool::worker_pool() {
  size_ = std::clamp<std::size_t>(wished_size(), 1, fiber_stacks::instance().owners());
  handle_device_signals();
  for (std::size_t i = 1; i < size_; ++i)
    std::thread([this, i] { help(i); }).detach();
  std::thread([this] { watch_time(); }).detach();
}

void worker_pool::run(block_queue& blocks) {
  if (own_ == nullptr) {
    use_alternate_signal_stack();
    own_ = std::make_unique<block_scheduler>(0);
  }
  std::unique_lock lock(mutex_);
  blocks_ = &blocks;
  began_ = std::chrono::steady_clock::now();
  const std::uint64_t others = std::min<std::uint64_t>(size_, blocks.launch->blocks()) - 1;
  for (std::uint64_t i = 0; i < others; ++i)
    begin_.notify_one();
  ++round_;
  lock.unlock();
  run_blocks(*own_, blocks);
  lock.lock();
  end_.wait(lock, [this] { return helping_ == 0; });
  blocks_ = nullptr; // whoever wakes up only now comes too late
  current_order = launch_order::go_on;
}

void worker_pool::help(std::size_t number) {
  use_alternate_signal_stack();
  const auto scheduler = std::make_unique<block_scheduler>(number);
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return round_ != done && blocks_ != nullptr && blocks_->remain(); });
    done = round_;
    ++helping_;
    block_queue& blocks = *blocks_;
    lock.unlock();
    run_blocks(*scheduler, blocks);
    lock.lock();
    if (--helping_ == 0)
      end_.notify_one();
  }
}

void worker_pool::watch_time() {
  constexpr std::chrono::duration<double> longest_pause(0.05), shortest_pause(0.001);
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::chrono::duration<double> limit = launch_time_limit();
    lock.unlock();
    std::this_thread::sleep_for(
        limit.count() == 0 ? longest_pause : std::clamp(limit / 16, shortest_pause, longest_pause));
    lock.lock();
    if (blocks_ == nullptr || limit.count() == 0 ||
        std::chrono::steady_clock::now() - began_ < limit)
      continue;
    launch_order running = launch_order::go_on;
    current_order.compare_exchange_strong(running, launch_order::time_is_up);
  }
}

} // namespace cudalab::emulator
