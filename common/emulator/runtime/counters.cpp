// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/counters.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string_view>
#include <utility>

#include "emulator/emulator.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

namespace {

std::atomic<std::size_t> copied{0}, copied_in{0}, operations{0}, made_ready{0};
std::atomic<bool> sampling = false;
std::mutex guard;
copies_by_memory copied_by_memory;
std::vector<launch_sizes> launches_seen;
std::uint64_t threads_so_far = 0;
std::vector<std::string> waits_seen;
wait_call first_wait_call;
const char* waiting_call = "";

/// With dynamic shared memory, one for each size of blocks, in their order.
std::vector<launch_record> with_dynamic_memory;
constexpr std::size_t most_with_dynamic_memory = 64;

bool is_same_launch(const launch_record& one, const launch_record& other) {
  return one.line == other.line && std::string_view(one.file) == other.file &&
         std::string_view(one.kernel) == other.kernel;
}

void note_dynamic_memory(const launch_record& launch) {
  const auto& all = with_dynamic_memory;
  if (launch.dynamic_shared_bytes == 0 || all.size() >= most_with_dynamic_memory ||
      std::any_of(all.begin(), all.end(), [&](const launch_record& each) {
        return is_same_launch(each, launch) &&
               each.threads_per_block() == launch.threads_per_block() &&
               each.dynamic_shared_bytes == launch.dynamic_shared_bytes;
      }))
    return;
  with_dynamic_memory.push_back(launch);
}

/// Of each launch in the program's text, the first sizes and the first that differ from them.
std::vector<launch_record> with_own_sizes;
constexpr std::size_t most_with_own_sizes = 256;

bool is_same_size(const index3& one, const index3& other) {
  return one.x == other.x && one.y == other.y && one.z == other.z;
}

void note_sizes(const launch_record& launch) {
  std::size_t of_this = 0;
  for (const launch_record& each : with_own_sizes)
    if (is_same_launch(each, launch)) {
      ++of_this;
      if (is_same_size(each.grid, launch.grid) && is_same_size(each.block, launch.block))
        return;
    }
  if (of_this < 2 && with_own_sizes.size() < most_with_own_sizes)
    with_own_sizes.push_back(launch);
}

struct {
  bool watched = false, asked = false;
} queries;

bool was_reset = false;

constexpr std::size_t no_number = std::numeric_limits<std::size_t>::max();

struct {
  std::size_t asked_for = 0;
  std::size_t first = no_number; ///< that is refused
  std::size_t count = 0;
  launch_record example;
} refusals;

struct numbered_calls {
  std::size_t count = 0, failing = no_number;
} fallible, calls_of_free, groups_of_nccl;

failed_call made_to_fail;

bool fails(numbered_calls& of, const char* call, const void* caller) {
  const std::lock_guard lock(guard);
  if (of.count++ != of.failing)
    return false;
  made_to_fail = {call, caller};
  return true;
}

std::size_t count_of(const numbered_calls& of) {
  const std::lock_guard lock(guard);
  return of.count;
}

void fail(numbered_calls& of, std::size_t number) {
  const std::lock_guard lock(guard);
  of.failing = number;
  made_to_fail = {};
}

void add_wait(const char* call, const wait_call& by = {}) {
  if (waits_seen.empty())
    first_wait_call = by;
  if (waits_seen.size() < most_waits_kept)
    waits_seen.emplace_back(call);
}

} // namespace

void note_host_wait(const char* runtime_call, const void* caller) {
  const char* const call = called_by_program(runtime_call);
  const wait_call by{caller, the_program_observer().calls_behind(caller)};
  const std::lock_guard lock(guard);
  add_wait(call, by);
  waiting_call = call;
}

wait_call call_of_first_wait() {
  const std::lock_guard lock(guard);
  return waits_seen.empty() ? wait_call{} : first_wait_call;
}

const char* take_waiting_call() {
  const std::lock_guard lock(guard);
  return std::exchange(waiting_call, "");
}

void watch_queries(bool wanted) {
  const std::lock_guard lock(guard);
  queries = {wanted, false};
}

bool answer_query(const char* call, bool ended, bool known, bool callers_stream) {
  const std::lock_guard lock(guard);
  const bool may_run = launches_seen.empty() ? callers_stream && waits_seen.empty() : !known;
  if (!queries.watched || (!may_run && !queries.asked))
    return ended;
  if (!std::exchange(queries.asked, true))
    return false;
  if (ended)
    add_wait(call);
  return ended;
}

void note_device_reset() {
  const std::lock_guard lock(guard);
  was_reset = queries.watched;
}

bool take_device_reset() {
  const std::lock_guard lock(guard);
  return std::exchange(was_reset, false);
}

void note_sampling(bool wanted) {
  sampling = wanted;
}

bool is_sampling() {
  return sampling;
}

void note_operation() {
  ++operations;
}

std::size_t operations_submitted() {
  return operations;
}

void note_copy_to_host(std::size_t bytes) {
  copied += bytes;
}

void note_copy_to_device(std::size_t bytes) {
  copied_in += bytes;
}

void note_launch(const launch_record& launch) {
  const std::lock_guard lock(guard);
  if (launches_seen.size() < most_launches_kept)
    launches_seen.push_back({{launch.grid.x, launch.grid.y, launch.grid.z},
                             {launch.block.x, launch.block.y, launch.block.z}});
  threads_so_far += launch.blocks() * launch.threads_per_block();
  note_dynamic_memory(launch);
  note_sizes(launch);
}

void note_refused_sizes(const launch_record& launch) {
  const std::lock_guard lock(guard);
  note_sizes(launch);
}

bool had_launch(const launch_record& launch, same_size same) {
  const std::lock_guard lock(guard);
  return std::any_of(with_own_sizes.begin(), with_own_sizes.end(), [&](const launch_record& each) {
    const bool grid = is_same_size(each.grid, launch.grid),
               block = is_same_size(each.block, launch.block);
    return is_same_launch(each, launch) &&
           (same == same_size::of_grid ? grid && !block : block && !grid);
  });
}

index3 smaller_blocks_before(const launch_record& launch) {
  const std::lock_guard lock(guard);
  for (const launch_record& each : with_dynamic_memory) {
    if (!is_same_launch(each, launch) || each.dynamic_shared_bytes != launch.dynamic_shared_bytes)
      continue;
    if (each.threads_per_block() >= launch.threads_per_block())
      break; // what comes behind it may be later than this launch
    return each.block;
  }
  return {};
}

void note_copy_by_memory(bool pinned, bool to_host, std::size_t bytes) {
  const std::lock_guard lock(guard);
  copied_bytes& of_kind = pinned ? copied_by_memory.pinned : copied_by_memory.pageable;
  (to_host ? of_kind.to_host : of_kind.to_device) += bytes;
}

copies_by_memory take_copies() {
  const std::lock_guard lock(guard);
  return std::exchange(copied_by_memory, {});
}

bool is_refused(const launch_record& launch) {
  const std::lock_guard lock(guard);
  if (refusals.asked_for++ < refusals.first)
    return false;
  if (refusals.count++ == 0)
    refusals.example = launch;
  return true;
}

const launch_record& first_refused() {
  return refusals.example;
}

bool is_refusing() {
  const std::lock_guard lock(guard);
  return refusals.first != no_number && refusals.count != 0;
}

void note_graph_made_ready() {
  ++made_ready;
}

std::size_t graphs_made_ready() {
  return made_ready;
}

std::size_t launches_asked_for() {
  const std::lock_guard lock(guard);
  return refusals.asked_for;
}

std::uint64_t threads_launched() {
  const std::lock_guard lock(guard);
  return threads_so_far;
}

bool call_fails(const char* call, const void* caller) {
  return fails(fallible, call, caller);
}

bool free_fails(const void* caller) {
  return fails(calls_of_free, "cudaFree", caller);
}

bool group_fails(const void* caller) {
  return fails(groups_of_nccl, "ncclGroupEnd", caller);
}

bool is_failing_calls() {
  const std::lock_guard lock(guard);
  return fallible.failing != no_number || calls_of_free.failing != no_number ||
         groups_of_nccl.failing != no_number;
}

failed_call call_made_to_fail() {
  const std::lock_guard lock(guard);
  return made_to_fail;
}

std::size_t fallible_calls() {
  return count_of(fallible);
}

std::size_t frees() {
  return count_of(calls_of_free);
}

void fail_call(std::size_t number) {
  fail(fallible, number);
}

void fail_free(std::size_t number) {
  fail(calls_of_free, number);
}

void fail_next_group() {
  fail(groups_of_nccl, count_of(groups_of_nccl));
}

const char* accept_calls() {
  const std::lock_guard lock(guard);
  fallible.failing = calls_of_free.failing = groups_of_nccl.failing = no_number;
  return made_to_fail.call;
}

void refuse_launches_from(std::size_t number) {
  const std::lock_guard lock(guard);
  refusals.first = number;
  refusals.count = 0;
}

std::size_t accept_launches() {
  const std::lock_guard lock(guard);
  refusals.first = no_number;
  return refusals.count;
}

const char* first_wait() {
  static char first[64];
  const std::lock_guard lock(guard);
  const std::string call = waits_seen.empty() ? std::string() : waits_seen.front();
  first[call.copy(first, sizeof first - 1)] = '\0';
  return first;
}

std::vector<std::string> take_waits() {
  const std::lock_guard lock(guard);
  return std::exchange(waits_seen, {});
}

std::size_t bytes_copied_to_host() {
  return copied;
}

std::size_t bytes_copied_to_device() {
  return copied_in;
}

std::vector<launch_sizes> take_launches() {
  const std::lock_guard lock(guard);
  return std::exchange(launches_seen, {});
}

} // namespace cudalab::emulator
