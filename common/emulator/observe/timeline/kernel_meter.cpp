// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/timeline/kernel_meter.h"

#include <utility>

#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/recorded_work.h"

namespace cudalab::emulator {

namespace {

class block_bytes final : public block_observer {
public:
  explicit block_bytes(std::shared_ptr<kernel_meter::tally> sum) : sum_(std::move(sum)) {}
  void accessed(const block_state& block, const access& seen) override {
    if (seen.space != memory_space::global)
      return;
    sum_->bytes += seen.bytes;
    if (!several_)
      return;
    const int owner = device_memory::instance().device_at(seen.offset);
    if (owner >= 0 && owner != block.launch->device)
      sum_->of_peers += seen.bytes;
  }

private:
  std::shared_ptr<kernel_meter::tally> sum_;
  const bool several_ = device_count() > 1;
};

} // namespace

std::unique_ptr<block_observer> kernel_meter::watch_blocks() {
  const std::lock_guard guard(mutex_);
  return std::make_unique<block_bytes>(tallies_.emplace_back(std::make_shared<tally>()));
}

void kernel_meter::launch_ended(const launch_record& launch) {
  const std::lock_guard guard(mutex_);
  tally sum;
  for (const auto& each : tallies_) {
    const tally one = std::exchange(*each, {});
    sum.bytes += one.bytes;
    sum.of_peers += one.of_peers;
  }
  record_kernel_bytes(launch.number, sum.bytes, sum.of_peers);
}

} // namespace cudalab::emulator
