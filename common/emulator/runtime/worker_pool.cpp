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
  for (std::size_t i = 0; i < size_; ++i)
    std::thread([this, i] { work(i); }).detach();
}

void worker_pool::run(block_queue& blocks) {
  std::lock_guard launch(one_launch_);
  std::unique_lock lock(mutex_);
  blocks_ = &blocks;
  wanted_ = static_cast<std::size_t>(std::min<std::uint64_t>(size_, blocks.launch->blocks()));
  busy_ = wanted_;
  ++round_;
  begin_.notify_all();
  wait_for_end(lock);
}

void worker_pool::wait_for_end(std::unique_lock<std::mutex>& lock) {
  const auto ended = [this] { return busy_ == 0; };
  const auto limit = launch_time_limit();
  if (limit.count() == 0)
    end_.wait(lock, ended);
  else if (!end_.wait_for(lock, limit, ended)) {
    launch_order running = launch_order::go_on;
    current_order.compare_exchange_strong(running, launch_order::time_is_up);
    end_.wait(lock, ended);
  }
  current_order = launch_order::go_on;
}

void worker_pool::work(std::size_t number) {
  use_alternate_signal_stack();
  const auto scheduler = std::make_unique<block_scheduler>(number);
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return round_ != done; });
    done = round_;
    if (number >= wanted_)
      continue;
    block_queue& blocks = *blocks_;
    lock.unlock();
    run_blocks(*scheduler, blocks);
    lock.lock();
    if (--busy_ == 0)
      end_.notify_one();
  }
}

} // namespace cudalab::emulator
