// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/peer_checker.h"

#include <algorithm>

#include "emulator/observe/findings/fatal.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

class block_peers final : public block_observer {
public:
  void block_begins(const block_state& block) override {
    reachable_ = reachable_from(block.launch->device);
  }

  void accessed(const block_state&, const access& seen) override {
    if (seen.space != memory_space::global)
      return;
    const int owner = device_memory::instance().device_at(seen.offset);
    if (owner < 0 || (reachable_ >> owner & 1u) != 0) [[likely]]
      return;
    sighting found;
    found.kind = finding_kind::peer_access;
    found.space = object_space::global;
    found.offset = seen.offset;
    found.bytes = std::min(seen.bytes, 16u);
    found.later = current_party(seen.kind == access_kind::read ? "reads" : "writes", seen.pc);
    fatal_sighting::instance().end_launch(found, illegal_address);
  }

  bool tells_quiet_reads() const override { return true; } // its launch may read it again

private:
  std::uint32_t reachable_ = 1;
};

} // namespace

std::unique_ptr<block_observer> peer_checker::watch_blocks() {
  return std::make_unique<block_peers>();
}

} // namespace cudalab::emulator
