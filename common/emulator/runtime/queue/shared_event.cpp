// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/shared_event.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace cudalab::emulator {

namespace {

constexpr std::size_t state_bytes = 4096;

} // namespace

/// Zero is a good beginning. Between processes these work as between threads: they need no lock.
struct shared_event::state {
  std::atomic<std::uint64_t> recorded, done;
  std::atomic<int> recorder; ///< the process that has recorded it last
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

shared_event::shared_event(std::shared_ptr<physical_memory> pages, state* all)
    : pages_(std::move(pages)), all_(all) {}

shared_event::~shared_event() {
  munmap(all_, state_bytes);
}

std::shared_ptr<shared_event> shared_event::make(const std::string& label) {
  return of(physical_memory::make(state_bytes, label));
}

std::shared_ptr<shared_event> shared_event::of(std::shared_ptr<physical_memory> pages) {
  if (pages == nullptr || pages->bytes() != state_bytes)
    return nullptr;
  void* const place =
      mmap(nullptr, state_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, pages->file(), 0);
  if (place == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<shared_event>(
      new shared_event(std::move(pages), static_cast<state*>(place)));
}

std::uint64_t shared_event::record() {
  all_->recorder.store(getpid());
  return all_->recorded.fetch_add(1) + 1;
}

void shared_event::reach(std::uint64_t number) {
  std::uint64_t known = all_->done.load();
  while (known < number && !all_->done.compare_exchange_weak(known, number)) {
  }
}

std::uint64_t shared_event::last() const {
  return all_->recorded.load();
}

bool shared_event::is_over(std::uint64_t number) const {
  if (all_->done.load() >= number)
    return true;
  const int recorder = all_->recorder.load();
  return recorder != getpid() && kill(recorder, 0) != 0 && errno == ESRCH;
}

void shared_event::wait(std::uint64_t number) const {
  std::chrono::microseconds pause{20};
  while (!is_over(number)) {
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds{2000});
  }
}

} // namespace cudalab::emulator
