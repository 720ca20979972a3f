// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/traffic_meter.h"

#include <algorithm>
#include <memory>

#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/observe/traffic/joined_accesses.h"
#include "emulator/observe/traffic/warp_requests.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

namespace {

/// Accesses of one lane between two barriers that are kept: 16 bytes each, for 32 lanes. Further
/// ones are counted without their addresses.
constexpr std::size_t longest_trace = std::size_t{1} << 17;

class block_traffic final : public block_observer {
public:
  explicit block_traffic(std::shared_ptr<launch_traffic> tally) : tally_(std::move(tally)) {}

  void block_begins(const block_state& block) override {
    left_.clear();
    left_.resize((block.launch->threads_per_block() + warp_size - 1) / warp_size);
    running_ = 0;
    forget(*own_);
    under_way_.clear();
    last_counts_ = nullptr; // the last launch has taken it
  }
  void accessed(const block_state& block, const access& seen) override;
  void copy_begins(const block_state& block, const void* barrier) override;
  void copy_is_under_way(const block_state&) override { copying_ = false; }
  void copies_committed(const block_state& block) override;
  void copies_awaited(const block_state& block, unsigned but_last, const void* site) override;
  void warp_left(const block_state& block, unsigned warp, bool yielded) override {
    if (!yielded || is_long(of(warp)))
      match(block, warp);
  }
  void lanes_met(const block_state& block, const warp_meeting& meeting) override;
  void warp_barrier_opened(const block_state& block, unsigned warp, std::uint32_t lanes,
                           std::uint32_t warp_epoch, const void* const* sites) override;
  void block_ended(const block_state& block) override {
    match(block, running_);
    for (unsigned warp = 0; warp < left_.size(); ++warp)
      if (left_[warp])
        match(block, warp);
    tally_->barriers = std::max(tally_->barriers, block.epoch);
  }

private:
  /// What its lanes have done since all of them waited, or had returned.
  struct accesses_of_warp {
    lane_traces lanes;
    std::array<joined_accesses, warp_size> joined;
    std::map<traffic_site, std::array<std::uint64_t, warp_size>> beyond; ///< the longest trace
  };
  static bool is_empty(const accesses_of_warp& warp);
  static bool is_long(const accesses_of_warp& warp);
  accesses_of_warp& of(unsigned warp) {
    if (warp != running_) [[unlikely]]
      change_to(warp);
    return *own_;
  }
  void change_to(unsigned warp);
  void keep(const thread_state& thread, const lane_access& one, std::uint32_t part);
  void met(const block_state& block, unsigned warp, std::uint32_t lanes);
  void match(const block_state& block, unsigned warp);
  void count(const block_state& block, unsigned warp, const warp_request& request);
  static void forget(accesses_of_warp& warp);
  site_counts& counts_of(const lane_access& one);

  std::shared_ptr<launch_traffic> tally_;
  const shared_layout& layout_ = shared_layout::instance();
  /// Of the warp that runs. The next one uses the same memory, which is still in the caches.
  std::unique_ptr<accesses_of_warp> own_ = std::make_unique<accesses_of_warp>();
  unsigned running_ = 0;
  /// By warp: of those that yielded before all their accesses could be matched.
  std::vector<std::unique_ptr<accesses_of_warp>> left_;
  std::vector<std::unique_ptr<accesses_of_warp>> spare_; ///< empty
  bool copying_ = false;                                 ///< asynchronously
  /// Of a thread: what it has begun and not waited for. Empty: no thread of the block copies so.
  struct copies_under_way {
    unsigned batches = 0;
    bool in_no_batch = false;
    bool ever = false;
  };
  void count_read(const copies_under_way& own) const;
  std::vector<copies_under_way> under_way_;
  traffic_site last_site_;
  site_counts* last_counts_ = nullptr;
};

void block_traffic::copy_begins(const block_state& block, const void* barrier) {
  copying_ = true;
  if (barrier != nullptr) // others may wait for it
    return;
  const std::size_t thread = block.thread->linear;
  if (under_way_.size() <= thread)
    under_way_.resize(thread + 1);
  under_way_[thread].in_no_batch = under_way_[thread].ever = true;
}

void block_traffic::copies_committed(const block_state& block) {
  if (const std::size_t thread = block.thread->linear; thread < under_way_.size()) {
    ++under_way_[thread].batches;
    under_way_[thread].in_no_batch = false;
  }
}

void block_traffic::copies_awaited(const block_state& block, unsigned but_last, const void*) {
  if (const std::size_t thread = block.thread->linear; thread < under_way_.size())
    under_way_[thread].batches = std::min(under_way_[thread].batches, but_last);
}

void block_traffic::count_read(const copies_under_way& own) const {
  tally_->read_by_copiers += own.ever ? 1 : 0;
  tally_->read_beside_copies += own.batches != 0 || own.in_no_batch ? 1 : 0;
}

/// Bytes of one instruction, of those that an access is made of: proof/traffic/copies.cu.
std::uint32_t step_of(const access& seen) {
  constexpr std::uint32_t widest = 16;
  const access_part part = unpacked(seen.part);
  if (part.by_bytes) {
    // Few bytes of a variable are not stored by a loop, and how it lies is known.
    const bool known = seen.space == memory_space::shared && seen.bytes <= widest;
    return known ? std::min(part.alignment, 4u) : 1;
  }
  // A structure that is aligned as its members are is loaded member by member.
  if (part.copied)
    return std::min(part.alignment, widest);
  const bool is_aligned = seen.alignment >= seen.bytes || seen.alignment == 1; // 1: not known
  if ((seen.bytes & (seen.bytes - 1)) == 0 && seen.bytes <= widest && is_aligned)
    return seen.bytes;
  return seen.alignment == 1 ? 4 : std::min(seen.alignment, widest);
}

void block_traffic::accessed(const block_state& block, const access& seen) {
  const bool writes = seen.kind == access_kind::write;
  if (seen.atomic() && !writes)
    return; // counted when it writes
  lane_access one{seen.offset, short_pc(seen.pc), static_cast<std::uint8_t>(seen.bytes),
                  seen.space == memory_space::shared,
                  seen.atomic() ? memory_operation::atomic
                  : writes      ? memory_operation::store
                                : memory_operation::load};
  if (copying_ && writes)
    tally_->copied_bytes += seen.bytes;
  else if (one.shared && !writes && block.thread->linear < under_way_.size())
    count_read(under_way_[block.thread->linear]);
  const std::uint32_t step = step_of(seen);
  if (step >= seen.bytes) {
    keep(*block.thread, one, seen.part);
    return;
  }
  for (std::uint32_t done = 0; done < seen.bytes; done += one.bytes) { // a copy, part by part
    one.offset = seen.offset + done;
    one.bytes = static_cast<std::uint8_t>(std::min(step, seen.bytes - done));
    keep(*block.thread, one, 0);
  }
}

inline void block_traffic::keep(const thread_state& thread, const lane_access& one,
                                std::uint32_t part) {
  accesses_of_warp& warp = of(thread.linear / warp_size);
  const unsigned lane = thread.lane();
  std::vector<lane_access>& trace = warp.lanes[lane];
  if (trace.size() < longest_trace) [[likely]]
    warp.joined[lane].add(trace, one, part);
  else
    ++warp.beyond[{one.pc, one.shared, one.operation}][lane];
}

bool block_traffic::is_empty(const accesses_of_warp& warp) {
  return warp.beyond.empty() && std::all_of(warp.lanes.begin(), warp.lanes.end(),
                                            [](const auto& trace) { return trace.empty(); });
}

void block_traffic::change_to(unsigned warp) {
  const bool empty = is_empty(*own_);
  if (!empty)
    left_[running_] = std::move(own_);
  if (left_[warp]) {
    if (empty)
      spare_.push_back(std::move(own_));
    own_ = std::move(left_[warp]);
  } else if (!empty && spare_.empty()) {
    own_ = std::make_unique<accesses_of_warp>();
  } else if (!empty) {
    own_ = std::move(spare_.back());
    spare_.pop_back();
  }
  running_ = warp;
}

/// Threads that poll make many accesses while others of their warp wait.
bool block_traffic::is_long(const accesses_of_warp& warp) {
  constexpr std::size_t many = 1024;
  return std::any_of(warp.lanes.begin(), warp.lanes.end(),
                     [](const auto& trace) { return trace.size() > many; });
}

void block_traffic::match(const block_state& block, unsigned number) {
  accesses_of_warp& warp = of(number);
  if (is_empty(warp))
    return;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    warp.joined[lane].settle(warp.lanes[lane]);
  for_requests(warp.lanes, [&](const warp_request& request) { count(block, number, request); });
  for (const auto& [site, times] : warp.beyond) {
    site_counts& counts = tally_->sites[site];
    counts.unmatched += *std::max_element(times.begin(), times.end());
    for (const std::uint64_t each : times)
      counts.lanes += each;
  }
  forget(warp);
}

/// Lanes that all stand at one place do nothing after it in the same instruction as before: one
/// lane at a time, with a barrier of the warp between, is a request for each.
void block_traffic::met(const block_state& block, unsigned warp, std::uint32_t lanes) {
  const unsigned existing = block.launch->threads_per_block() - warp * warp_size;
  if (lanes == (existing < warp_size ? (1u << existing) - 1 : ~0u))
    match(block, warp);
}

void block_traffic::lanes_met(const block_state& block, const warp_meeting& meeting) {
  met(block, meeting.warp, meeting.came);
  for (joined_accesses& each : of(meeting.warp).joined)
    each.close();
}

void block_traffic::warp_barrier_opened(const block_state& block, unsigned warp,
                                        std::uint32_t lanes, std::uint32_t, const void* const*) {
  met(block, warp, lanes);
}

void block_traffic::forget(accesses_of_warp& warp) {
  for (auto& trace : warp.lanes)
    trace.clear();
  warp.beyond.clear();
}

site_counts& block_traffic::counts_of(const lane_access& one) {
  const traffic_site site{one.pc, one.shared, one.operation};
  if (last_counts_ == nullptr || last_site_ != site) {
    last_site_ = site;
    last_counts_ = &tally_->sites[site];
  }
  return *last_counts_;
}

request_example example_of(const block_state& block, unsigned warp, const warp_request& request,
                           unsigned cost) {
  request_example example;
  example.cost = cost;
  example.launch = block.launch->number;
  example.linear_block = block.linear;
  example.block = block.index;
  example.block_size = block.launch->block;
  example.warp = warp;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (const lane_access* const each = request[lane]) {
      example.offsets[lane] = each->offset;
      example.bytes[lane] = each->bytes;
      example.pc = each->pc;
      example.shared = each->shared;
    }
  return example;
}

void block_traffic::count(const block_state& block, unsigned warp, const warp_request& request) {
  const lane_access* one = nullptr;
  unsigned lanes = 0;
  for (const lane_access* each : request)
    if (each != nullptr) {
      one = each;
      ++lanes;
    }
  site_counts& counts = counts_of(*one);
  ++counts.requests;
  counts.lanes += lanes;
  const unsigned bytes = different_bytes(request);
  counts.bytes += bytes;
  unsigned cost = 0;
  if (one->shared && layout_.use_of(one->offset) == shared_layout::dynamic_area)
    ++tally_->in_dynamic;
  if (!one->shared) {
    cost = sectors_of(request);
    counts.sectors += cost;
    counts.least_sectors += least_sectors(bytes);
  } else if (one->operation != memory_operation::atomic) {
    const bank_use use = banks_of(request);
    counts.conflicts += use.extra;
    counts.worst_conflict = std::max(counts.worst_conflict, use.worst);
    cost = use.extra;
  }
  if (one->operation == memory_operation::atomic) {
    cost = lanes_at_one_address(request);
    counts.worst_conflict = std::max(counts.worst_conflict, cost);
  }
  if (!counts.example || cost > counts.example->cost ||
      (cost == counts.example->cost && block.linear < counts.example->linear_block)) [[unlikely]]
    counts.example = example_of(block, warp, request, cost);
}

} // namespace

std::unique_ptr<block_observer> traffic_meter::watch_blocks() {
  const std::lock_guard guard(mutex_);
  return std::make_unique<block_traffic>(tallies_.emplace_back(std::make_shared<launch_traffic>()));
}

void traffic_meter::launch_ended(const launch_record& launch) {
  const std::lock_guard guard(mutex_);
  launch_traffic all;
  for (const auto& each : tallies_) {
    for (const auto& [site, counts] : each->sites)
      all.sites[site].add(counts);
    all.barriers = std::max(all.barriers, each->barriers);
    all.copied_bytes += each->copied_bytes;
    all.read_by_copiers += each->read_by_copiers;
    all.read_beside_copies += each->read_beside_copies;
    all.in_dynamic += each->in_dynamic;
    *each = {};
  }
  report_.add(launch, all);
}

} // namespace cudalab::emulator
