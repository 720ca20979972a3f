// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/resident_blocks.h"

#include <cstdio>
#include <memory>
#include <system_error>
#include <thread>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/device_signals.h"

namespace cudalab::emulator {

resident_blocks& resident_blocks::instance() {
  static resident_blocks& only = *new resident_blocks; // its threads run until the process ends
  return only;
}

bool resident_blocks::reserve(std::uint64_t blocks) {
  const std::lock_guard guard(growing_);
  try {
    for (; size_ < blocks; ++size_)
      std::thread([this, number = size_] { work(number); }).detach();
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void resident_blocks::run(block_queue& blocks) {
  std::unique_lock lock(mutex_);
  blocks_ = &blocks;
  wanted_ = static_cast<std::size_t>(blocks.launch->blocks());
  ended_ = waiting_ = 0;
  sites_.assign(wanted_, nullptr);
  ++round_;
  begin_.notify_all();
  while (ended_ != wanted_) {
    const bool nobody_runs = ended_ + waiting_ == wanted_;
    if (waiting_ != 0 && (nobody_runs || blocks.error != 0))
      open_barrier(lock);
    else
      changed_.wait(lock);
  }
  blocks_ = nullptr;
}

/// Observers are told here because this OS thread, unlike a block's fibers, has a large stack.
void resident_blocks::open_barrier(std::unique_lock<std::mutex>& lock) {
  if (blocks_->error == 0 && ended_ != 0) {
    // The others would wait for ever: blocks that have ended never come.
    bool reported = false;
    tell([&](observer& each) { reported |= each.grid_diverged(*blocks_->launch, sites_); }, lock);
    if (!reported)
      std::fprintf(stderr,
                   "deadlock in kernel %s: %zu blocks wait at grid.sync(), %zu have ended\n",
                   blocks_->launch->kernel, waiting_, ended_);
    blocks_->end_launch(cudaErrorLaunchTimeout);
  } else if (blocks_->error == 0) {
    tell([this](observer& each) { each.grid_synchronised(*blocks_->launch); }, lock);
  }
  waiting_ = 0;
  sites_.assign(wanted_, nullptr);
  ++opened_;
  open_.notify_all();
}

/// Nobody else runs meanwhile.
template <class Use>
void resident_blocks::tell(const Use& use, std::unique_lock<std::mutex>& lock) {
  if (!blocks_->observed)
    return;
  lock.unlock();
  for (const auto& observer : active_observers())
    use(*observer);
  lock.lock();
}

int resident_blocks::wait_for_grid(const block_state& block, const void* site) {
  std::unique_lock lock(mutex_);
  if (blocks_->error != 0)
    return blocks_->error;
  sites_[block.linear] = site;
  ++waiting_;
  if (ended_ + waiting_ == wanted_)
    changed_.notify_one();
  open_.wait(lock, [this, before = opened_] { return opened_ != before; });
  return blocks_->error;
}

void resident_blocks::work(std::size_t number) {
  use_alternate_signal_stack();
  const auto scheduler = std::make_unique<block_scheduler>();
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return round_ != done; });
    done = round_;
    if (blocks_ == nullptr || number >= wanted_)
      continue;
    block_queue& blocks = *blocks_;
    lock.unlock();
    scheduler->use_stacks(number * blocks.launch->threads_per_block(), done);
    scheduler->begin_launch(*blocks.launch, *blocks.call, blocks.observed);
    const int error = scheduler->run_block(number);
    lock.lock();
    if (error != 0)
      blocks.end_launch(error);
    ++ended_;
    changed_.notify_one();
  }
}

} // namespace cudalab::emulator
