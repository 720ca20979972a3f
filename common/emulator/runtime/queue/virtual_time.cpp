// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/virtual_time.h"

#include <utility>

#include "emulator/runtime/execution.h"
#include "emulator/runtime/queue/recorded_work.h"

namespace cudalab::emulator {

constinit virtual_time virtual_now;

nanoseconds virtual_cost::copy(std::size_t bytes, bool within_device, bool pageable) {
  const std::size_t bytes_per_nanosecond = within_device ? 1000 : pageable ? 4 : 12;
  return nanoseconds(bytes / bytes_per_nanosecond);
}

nanoseconds virtual_cost::pinning(std::size_t bytes) {
  return nanoseconds(bytes / 4);
}

nanoseconds virtual_cost::host_copy(std::size_t bytes) {
  return nanoseconds(bytes / 8);
}

nanoseconds virtual_cost::host_allocation(std::size_t bytes) {
  return nanoseconds(bytes / 16);
}

void virtual_time::host_computes(nanoseconds time) {
  if (current_block != nullptr)
    return; // a kernel's call
  record_host_work(time);
  host_works_unrecorded(time);
}

void virtual_time::host_works_unrecorded(nanoseconds time) {
  if (!runs())
    return;
  host_ += time.count();
  computed_ += time.count();
}

void virtual_time::host_sleeps(nanoseconds time) {
  if (runs() && time.count() > 0)
    host_ += time.count();
}

void virtual_time::host_waits_until(nanoseconds then) {
  if (!runs())
    return;
  long long now = host_;
  while (now < then.count())
    if (host_.compare_exchange_weak(now, then.count()))
      computed_ += then.count() - std::exchange(now, then.count());
}

void virtual_time::device_computes(nanoseconds time) {
  if (runs())
    device_took_ += time.count();
}

void virtual_time::device_begins(nanoseconds when) {
  device_began_ = when.count();
  device_took_ = 0;
}

void host_copies(std::size_t bytes) {
  if (current_block == nullptr)
    virtual_now.host_computes(virtual_cost::host_copy(bytes));
}

void host_allocates(std::size_t bytes) {
  if (current_block == nullptr)
    virtual_now.host_works_unrecorded(virtual_cost::host_allocation(bytes));
}

} // namespace cudalab::emulator
