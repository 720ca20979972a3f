// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/timeline/kernel_meter.h"

#include <utility>

#include "emulator/runtime/queue/recorded_work.h"

namespace cudalab::emulator {

namespace {

class block_bytes final : public block_observer {
public:
  explicit block_bytes(std::shared_ptr<std::uint64_t> tally) : tally_(std::move(tally)) {}
  void accessed(const block_state&, const access& seen) override {
    if (seen.space == memory_space::global)
      *tally_ += seen.bytes;
  }

private:
  std::shared_ptr<std::uint64_t> tally_;
};

} // namespace

std::unique_ptr<block_observer> kernel_meter::watch_blocks() {
  const std::lock_guard guard(mutex_);
  return std::make_unique<block_bytes>(tallies_.emplace_back(std::make_shared<std::uint64_t>(0)));
}

void kernel_meter::launch_ended(const launch_record& launch) {
  const std::lock_guard guard(mutex_);
  std::uint64_t sum = 0;
  for (const auto& each : tallies_)
    sum += std::exchange(*each, 0);
  record_kernel_bytes(launch.number, sum);
}

} // namespace cudalab::emulator
