// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/worker_pool.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <memory>
#include <set>
#include <thread>

#include "emulator/emulator.h"
#include "emulator/runtime/blocks/device_signals.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/preemption.h"
#include "emulator/runtime/blocks/progress.h"
#include "emulator/runtime/blocks/resident_blocks.h"
#include "emulator/runtime/counters.h"

namespace cudalab::emulator {

namespace {

/// How often threads of a fast program are looked at, and how often when they wait for each other.
constexpr std::chrono::duration<double> usual_tick(0.002), hurried_tick(0.00005);
/// In order, a thread yields only where it would wait for ever, not where the machine was slow.
constexpr std::chrono::duration<double> patient_tick(0.25);

/// run_blocks_in_order()
std::atomic<bool> order_wanted = false;
/// sample_blocks()
std::atomic<std::uint64_t> sample_wanted = 0;

/// What all threads of this process had, together.
std::chrono::duration<double> processor_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

std::size_t wished_size() {
  const char* text = std::getenv("CUDALAB_THREADS");
  const int number = text == nullptr ? 0 : std::atoi(text);
  return number > 0 ? static_cast<std::size_t>(number) : std::thread::hardware_concurrency();
}

/// @param number of the OS thread @param stacks_lent how often others have had its stacks
void run_blocks(block_scheduler& scheduler, std::size_t number, std::uint64_t stacks_lent,
                block_queue& blocks) {
  const std::uint64_t count = blocks.count();
  scheduler.use_stacks(number * max_threads_per_block, stacks_lent);
  scheduler.begin_launch(*blocks.launch, *blocks.call, blocks.observed);
  while (blocks.error.load(std::memory_order_relaxed) == 0) {
    const std::uint64_t block = blocks.next.fetch_add(1, std::memory_order_relaxed);
    if (block >= count)
      return;
    if (const int error = scheduler.run_block(blocks.index_of(block)); error != 0)
      blocks.end_launch(error);
  }
}

} // namespace

void block_queue::end_launch(int with_error) {
  int none = 0;
  error.compare_exchange_strong(none, with_error);
  launch_order running = launch_order::go_on;
  current_order.compare_exchange_strong(running, launch_order::give_up);
}

void block_queue::sample(std::uint64_t number) {
  sampled = number;
  beside.clear();
  if (sampled == 0 || count() == launch->blocks())
    return;
  constexpr std::uint64_t place = std::uint64_t{1} << 16;
  const index3 grid = launch->grid, block = launch->block;
  std::set<std::uint64_t> known, found;
  for (std::uint64_t i = 0; i < count(); ++i)
    known.insert(index_of(i));
  for (const std::uint64_t x : {place / block.x, place})
    if (x < grid.x)
      found.insert(x);
  if (place / block.y < grid.y)
    found.insert(place / block.y * grid.x);
  std::set_difference(found.begin(), found.end(), known.begin(), known.end(),
                      std::back_inserter(beside));
}

std::uint64_t block_queue::count() const {
  const std::uint64_t all = launch->blocks();
  return sampled == 0 || all <= 3 * sampled ? all : 3 * sampled + beside.size();
}

std::uint64_t block_queue::index_of(std::uint64_t number) const {
  const std::uint64_t all = launch->blocks(), run = count();
  if (run == all || number < sampled)
    return number;
  if (number >= 3 * sampled)
    return beside[number - 3 * sampled];
  const bool in_middle = number < 2 * sampled;
  return number - sampled + (in_middle ? (all - sampled) / 2 : all - 2 * sampled);
}

worker_pool& worker_pool::instance() {
  // Never destroyed: its threads run until the process ends.
  static worker_pool& pool = *new worker_pool;
  return pool;
}

worker_pool::worker_pool() {
  size_ = std::clamp<std::size_t>(wished_size(), 1, fiber_stacks::instance().owners());
  handle_device_signals();
  prepare_preemption();
  for (std::size_t i = 1; i < size_; ++i) {
    std::thread helper([this, i] { help(i); });
    threads_.push_back(helper.native_handle());
    helper.detach();
  }
  std::thread([this] { watch_time(); }).detach();
}

void run_blocks_in_order(bool wanted) {
  order_wanted = wanted;
}

void sample_blocks(std::size_t number) {
  sample_wanted = number;
  note_sampling(number != 0);
}

void worker_pool::run(block_queue& blocks) {
  if (own_ == nullptr) {
    use_alternate_signal_stack();
    own_ = std::make_unique<block_scheduler>();
  }
  std::unique_lock lock(mutex_);
  own_thread_ = pthread_self();
  blocks_ = &blocks;
  blocks.in_order = order_wanted;
  blocks.sample(sample_wanted);
  began_ = std::chrono::steady_clock::now();
  used_before_ = processor_time();
  if (blocks.launch->cooperative) {
    blocks.next = blocks.launch->blocks(); // none for the helpers
    ++stacks_lent_;
    lock.unlock();
    resident_blocks::instance().run(blocks);
    lock.lock();
  } else {
    run_shared(blocks, lock);
  }
  blocks_ = nullptr; // whoever wakes up only now comes too late
  current_order = launch_order::go_on;
}

void worker_pool::run_shared(block_queue& blocks, std::unique_lock<std::mutex>& lock) {
  const std::uint64_t others =
      blocks.in_order ? 0 : std::min<std::uint64_t>(size_, blocks.count()) - 1;
  for (std::uint64_t i = 0; i < others; ++i)
    begin_.notify_one();
  ++round_;
  const std::uint64_t lent = stacks_lent_;
  lock.unlock();
  run_blocks(*own_, 0, lent, blocks);
  lock.lock();
  end_.wait(lock, [this] { return helping_ == 0; });
}

void worker_pool::help(std::size_t number) {
  use_alternate_signal_stack();
  const auto scheduler = std::make_unique<block_scheduler>();
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock,
                [&] { return round_ != done && blocks_ != nullptr && blocks_->wants_help(); });
    done = round_;
    ++helping_;
    block_queue& blocks = *blocks_;
    const std::uint64_t lent = stacks_lent_;
    lock.unlock();
    run_blocks(*scheduler, number, lent, blocks);
    lock.lock();
    if (--helping_ == 0)
      end_.notify_one();
  }
}

/// On a busy machine a kernel is not at fault for the time that other programs had: its own
/// processor time counts, up to a point.
bool worker_pool::took_longer_than(std::chrono::duration<double> limit) const {
  constexpr int longest_wait = 6;
  const auto passed = std::chrono::steady_clock::now() - began_;
  return passed >= longest_wait * limit ||
         (passed >= limit && processor_time() - used_before_ >= limit);
}

void worker_pool::watch_time() {
  using seconds = std::chrono::duration<double>;
  constexpr seconds longest_pause(0.05), shortest_pause(0.001);
  seconds tick = usual_tick;
  auto looked = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  for (;;) {
    const seconds limit = launch_time_limit();
    const bool ticks = blocks_ != nullptr && !blocks_->observed;
    lock.unlock();
    seconds pause =
        limit.count() == 0 ? longest_pause : std::clamp(limit / 16, shortest_pause, longest_pause);
    std::this_thread::sleep_for(ticks ? std::min(tick, pause) : pause);
    lock.lock();
    if (blocks_ == nullptr)
      continue;
    const auto now = std::chrono::steady_clock::now();
    if (limit.count() != 0 && took_longer_than(limit)) {
      launch_order running = launch_order::go_on;
      current_order.compare_exchange_strong(running, launch_order::time_is_up);
    }
    const bool patient =
        blocks_->in_order && tick == usual_tick && current_order == launch_order::go_on;
    if (blocks_->observed || (patient && now - looked < patient_tick))
      continue;
    looked = now;
    tick = interrupt_all(tick);
  }
}

std::chrono::duration<double> worker_pool::interrupt_all(std::chrono::duration<double> tick) {
  const bool hurried = tick < usual_tick;
  interrupt(own_thread_, hurried);
  for (const pthread_t each : threads_)
    interrupt(each, hurried);
  const std::uint64_t yields = preemptions();
  const bool wait_for_each_other = yields != known_yields_;
  known_yields_ = yields;
  return wait_for_each_other ? hurried_tick : std::min(2 * tick, usual_tick);
}

} // namespace cudalab::emulator
