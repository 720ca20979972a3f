// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/barrier/barrier_checker.h"

#include <algorithm>
#include <map>

#include "emulator/observe/barrier/lane_faults.h"
#include "emulator/observe/findings/finding_log.h"

namespace cudalab::emulator {

namespace {

std::uint32_t linear_index(const index3& thread, const index3& block) {
  return (thread.z * block.y + thread.y) * block.x + thread.x;
}

class block_barriers final : public block_observer {
public:
  block_barriers(barrier_checker& checker, std::shared_ptr<sighting_collector> collector)
      : checker_(checker), collector_(std::move(collector)), exits_(max_threads_per_block),
        lanes_(*collector_) {}

  void block_begins(const block_state& block) override {
    collector_->block_begins(block.linear);
    lanes_.block_begins();
  }

  bool hears_accesses() const override { return false; }
  bool hears_returns() const override { return true; }

  void thread_returned(const block_state& block) override {
    exits_[block.thread->linear] = last_exits;
  }

  void block_ended(const block_state& block) override {
    if (block.launch->cooperative)
      checker_.block_left(block.linear, exits_[0]);
  }

  void barrier_diverged(const block_state& block, const std::vector<standing>& all,
                        bool of_warp) override;

  void lanes_met(const block_state& block, const warp_meeting& meeting) override {
    lanes_.met(block, meeting, exits_);
  }
  void mask_without_caller(const block_state& block, const char* called, const void* site,
                           std::uint32_t mask) override {
    lanes_.mask_without_caller(block, called, site, mask);
  }

private:
  barrier_checker& checker_;
  std::shared_ptr<sighting_collector> collector_;
  std::vector<exit_recorder> exits_; ///< of threads that returned
  lane_faults lanes_;
};

void block_barriers::barrier_diverged(const block_state& block, const std::vector<standing>& all,
                                      bool of_warp) {
  struct group {
    const standing* first = nullptr; ///< the thread with the smallest index
    std::int64_t threads = 0;
  };
  std::map<const void*, group> waiting; // by barrier
  group returned;
  const auto linear = [&](const standing& each) {
    return linear_index(each.thread, block.launch->block);
  };
  for (const standing& each : all) {
    group& where = each.returned ? returned : waiting[each.pc];
    if (where.first == nullptr || linear(each) < linear(*where.first))
      where.first = &each;
    ++where.threads;
  }
  if (waiting.empty())
    return;
  // Most wait at one barrier; among equals the first in the code.
  const auto crowd =
      std::max_element(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) {
        return a.second.threads < b.second.threads;
      });
  const bool two_barriers = waiting.size() > 1;
  group other = returned;
  if (two_barriers) {
    other = {};
    for (auto each = waiting.begin(); each != waiting.end(); ++each)
      if (each != crowd && each->second.threads > other.threads)
        other = each->second;
  }
  if (other.first == nullptr)
    return;
  const standing& here = *crowd->second.first;
  const std::uint32_t other_thread = linear(*other.first);
  const void* const other_pc = other.first->pc;
  collector_->see(
      of_warp ? finding_kind::warp_divergence : finding_kind::barrier_divergence,
      two_barriers ? finding_case::two_barriers : finding_case::passed_by, here.pc, other_pc, [&] {
        sighting seen;
        seen.later = {"waits", linear(here), block.linear, here.pc};
        seen.earlier = {two_barriers ? "waits" : "returned", other_thread, block.linear, other_pc};
        seen.here = crowd->second.threads;
        seen.elsewhere = other.threads;
        seen.words = of_warp ? here.called : "__syncthreads()";
        if (!two_barriers)
          seen.exits = std::make_shared<exit_history>(exits_[other_thread].history());
        return seen;
      });
}

} // namespace

std::unique_ptr<block_observer> barrier_checker::watch_blocks() {
  return std::make_unique<block_barriers>(*this, collectors_.make());
}

void barrier_checker::block_left(std::uint64_t block, const exit_recorder& first_thread) {
  const std::lock_guard guard(mutex_);
  left_[block] = first_thread;
}

bool barrier_checker::grid_diverged(const launch_record& launch,
                                    const std::vector<const void*>& waiting_at) {
  sighting seen;
  seen.kind = finding_kind::barrier_divergence;
  seen.of_grid = true;
  seen.words = "grid.sync()";
  for (std::uint64_t block = 0; block < waiting_at.size(); ++block) {
    const void* const site = waiting_at[block];
    if (site != nullptr && seen.here++ == 0)
      seen.later = {"waits", 0, block, site};
    if (site == nullptr && seen.elsewhere++ == 0)
      seen.earlier = {"returned", 0, block, nullptr};
  }
  {
    const std::lock_guard guard(mutex_);
    if (const auto left = left_.find(seen.earlier.block); left != left_.end())
      seen.exits = std::make_shared<exit_history>(left->second.history());
  }
  finding_log::instance().add(to_finding(seen, launch, static_cast<std::uint64_t>(seen.here)));
  return true;
}

void barrier_checker::launch_ended(const launch_record& launch) {
  collectors_.deliver(launch);
  left_.clear();
}

} // namespace cudalab::emulator
