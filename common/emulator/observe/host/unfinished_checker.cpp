// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/unfinished_checker.h"

#include "emulator/observe/host/touched_by_host.h"
#include "emulator/observe/host/unfinished_use.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

namespace {

/// The places of managed variables in the range of device addresses.
address_range managed_variables() {
  address_range range;
  for (const allocation& each : device_memory::instance().live(true)) {
    if (each.kind != memory_kind::managed_variable)
      continue;
    const std::byte* const begin =
        range.bytes == 0 ? each.begin : std::min<const std::byte*>(range.begin, each.begin);
    const std::byte* const end = std::max<const std::byte*>(range.begin + range.bytes, each.end());
    range = {begin, static_cast<std::size_t>(end - begin)};
  }
  return range;
}

class block_touches final : public block_observer {
public:
  explicit block_touches(bool listens)
      : listens_(listens), memory_(device_memory::instance()), variables_(managed_variables()) {}

  bool hears_accesses() const override { return listens_; }
  bool tells_quiet_reads() const override { return true; } // a block's first read tells all

  void accessed(const block_state& block, const access& seen) override {
    if (seen.space != memory_space::global || seen.manner != access_manner::plain)
      return;
    const std::byte* const slot = memory_.begin() + seen.offset;
    if (memory_.host_may_touch(slot) ||
        static_cast<std::uint64_t>(slot - variables_.begin) < variables_.bytes)
      unfinished_use::instance().of_kernels(seen.kind).touched(seen.offset, seen.bytes,
                                                               block.launch->number, seen.pc);
  }

private:
  bool listens_;
  const device_memory& memory_;
  address_range variables_;
};

bool any_shared_memory() {
  for (const allocation& each : device_memory::instance().live(true))
    if (host_may_touch(each.kind))
      return true;
  return false;
}

} // namespace

std::unique_ptr<block_observer> unfinished_checker::watch_blocks() {
  return std::make_unique<block_touches>(listens_);
}

void unfinished_checker::launch_begins(const launch_record&) {
  if (listens_ || !any_shared_memory())
    return;
  listens_ = true;
  remake_block_observers(); // no block is running
}

void unfinished_checker::launch_ended(const launch_record& launch) {
  if (!listens_)
    return;
  const std::lock_guard lock(device_queue::instance().mutex());
  unfinished_use::instance().ended(launch);
}

} // namespace cudalab::emulator
