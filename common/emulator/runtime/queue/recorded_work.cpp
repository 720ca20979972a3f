// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/recorded_work.h"

#include <atomic>
#include <mutex>
#include <utility>

namespace cudalab::emulator {

namespace {

std::atomic<bool> recording{false};
std::mutex record_guard;
thread_local bool records_this_thread = false; ///< it has begun the record
thread_local bool device_looks_up = false;

/// Never destroyed: the device's threads run until the process ends.
work_record& record() {
  static auto* const kept = new work_record;
  return *kept;
}

/// Where the device's side of a copy in or out begins. Null: it is no such copy.
const void* device_side(const operation& work) {
  if (work.kind != work_kind::copy_in && work.kind != work_kind::copy_out)
    return nullptr;
  for (const memory_use& each : work.uses)
    if (each.writes == (work.kind == work_kind::copy_in))
      return each.begin;
  return nullptr;
}

} // namespace

void begin_work_record() {
  const std::lock_guard lock(record_guard);
  record() = {};
  records_this_thread = true;
  recording = true;
}

bool work_is_recorded() {
  return recording.load(std::memory_order_relaxed);
}

work_record end_work_record() {
  const std::lock_guard lock(record_guard);
  recording = records_this_thread = false;
  return std::exchange(record(), {});
}

unrecorded_host_work::unrecorded_host_work() {
  device_looks_up = true;
}
unrecorded_host_work::~unrecorded_host_work() {
  device_looks_up = false;
}

void record_operation(operation_number number, const operation& work,
                      const std::vector<operation_number>& after) {
  if (!work_is_recorded())
    return;
  const std::lock_guard lock(record_guard);
  record().steps.emplace_back(recorded_operation{
      number, work.name, work.kind, work.bytes, work.pageable, work.holds_host, work.of_graph,
      work.stream, work.device, work.from_device, work.staged, after, device_side(work)});
}

void record_wait(const char* call, const std::vector<operation_number>& on) {
  if (!work_is_recorded())
    return;
  const std::lock_guard lock(record_guard);
  record().steps.emplace_back(recorded_wait{call, on});
}

void record_host_work(std::chrono::nanoseconds lasts) {
  if (!work_is_recorded() || lasts.count() <= 0 || !records_this_thread || device_looks_up)
    return;
  const std::lock_guard lock(record_guard);
  auto& steps = record().steps;
  if (!steps.empty())
    if (auto* const before = std::get_if<recorded_host_work>(&steps.back())) {
      before->lasts += lasts;
      return;
    }
  steps.emplace_back(recorded_host_work{lasts});
}

void record_kernel_bytes(operation_number number, std::uint64_t bytes, std::uint64_t of_peers) {
  if (!work_is_recorded())
    return;
  const std::lock_guard lock(record_guard);
  work_record::moved& all = record().kernel_bytes[number];
  all.bytes += bytes;
  all.of_peers += of_peers;
}

} // namespace cudalab::emulator
