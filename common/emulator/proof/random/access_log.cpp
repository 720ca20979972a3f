// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Linked with a generated program: an observer that writes down every access of every thread, one
// line each, in each thread's order:
//
//     KERNEL BLOCK THREAD BARRIERS r|w p|v|b|a REGION OFFSET BYTES
//
// The letters are manner's. A region is an array that the kernel has named by access_log_region();
// -1, and an address, is none of them.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "emulator/emulator.h"
#include "emulator/observe/access/hot_path.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/memory/adopted_ranges.h"

namespace cudalab::emulator {
namespace {

std::FILE* file = nullptr;
std::mutex writing;

struct named_range {
  const std::byte* begin = nullptr;
  unsigned long bytes = 0;
};

/// Variables of the program have a place in the device's memory, where they are seen.
const std::byte* seen_at(const std::byte* address) {
  const adopted_range* found = adopted_ranges::instance().find(address);
  return found == nullptr ? address : found->slot + (address - found->begin);
}

class block_log;
thread_local block_log* current = nullptr;

class block_log final : public block_observer {
public:
  void name(int region, const void* begin, unsigned long bytes) {
    regions_[region] = {static_cast<const std::byte*>(begin), bytes};
  }

  void block_begins(const block_state&) override {
    current = this;
    regions_.clear();
  }
  void accessed(const block_state& block, const access& seen) override {
    char line[200];
    const auto [region, offset] = place_of(seen.address);
    std::snprintf(line, sizeof line, "%s %llu %u %u %c %c %d %lld %u\n", block.launch->kernel,
                  static_cast<unsigned long long>(block.linear), block.thread->linear, block.epoch,
                  seen.kind == access_kind::write ? 'w' : 'r',
                  "pvba"[static_cast<int>(seen.manner)], region, offset, seen.bytes);
    lines_ += line;
  }
  void read_constant(const block_state& block, const access& seen) override {
    accessed(block, seen);
  }
  void block_ended(const block_state&) override {
    const std::lock_guard guard(writing);
    std::fputs(lines_.c_str(), file);
    lines_.clear();
  }

private:
  std::pair<int, long long> place_of(const std::byte* address) const {
    for (const auto& [number, range] : regions_) {
      const long long offset = address - seen_at(range.begin);
      if (offset >= 0 && offset < static_cast<long long>(range.bytes))
        return {number, offset};
    }
    return {-1, static_cast<long long>(reinterpret_cast<std::intptr_t>(address))};
  }

  std::map<int, named_range> regions_;
  std::string lines_;
};

class log final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override { return std::make_unique<block_log>(); }
};

} // namespace
} // namespace cudalab::emulator

using namespace cudalab::emulator;

extern "C" void access_log_begins(const char* path) {
  observe(observation::none);
  file = std::fopen(path, "w");
  if (file == nullptr)
    std::exit(3);
  set_observers({std::make_shared<log>()}, complete_hot_state);
}

extern "C" void access_log_region(int region, const void* begin, unsigned long bytes) {
  if (current != nullptr)
    current->name(region, begin, bytes);
}
