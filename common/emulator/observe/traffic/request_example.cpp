// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/request_example.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <nlohmann/json.hpp>

#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

namespace {

/// The offset at which the object that holds `offset` begins; 0 when there is none.
std::uint64_t begin_of_object(bool shared, std::uint64_t offset) {
  if (shared) {
    const shared_variable* const variable = shared_layout::instance().variable_at(offset);
    return variable == nullptr ? 0 : variable->offset;
  }
  const device_memory& memory = device_memory::instance();
  const auto found = memory.find(memory.begin() + offset);
  return found ? static_cast<std::uint64_t>(found->begin - memory.begin()) : 0;
}

nlohmann::json to_json(const index3& index) {
  return {index.x, index.y, index.z};
}

/// Of the lanes that took part.
struct extent {
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint8_t bytes = 0; ///< of the widest
};
extent extent_of(const request_example& one) {
  extent all;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (one.bytes[lane] != 0) {
      all.lowest = std::min(all.lowest, one.offsets[lane]);
      all.bytes = std::max(all.bytes, one.bytes[lane]);
    }
  return all;
}

} // namespace

bool precedes(const std::optional<request_example>& one,
              const std::optional<request_example>& other) {
  return one && (!other || std::tie(other->cost, one->launch, one->linear_block) <
                               std::tie(one->cost, other->launch, other->linear_block));
}

void request_example::find_object() {
  const extent all = extent_of(*this);
  object = name_object(shared ? memory_space::shared : memory_space::global, all.lowest, all.bytes,
                       long_pc(pc))
               .variable;
  object_begin = begin_of_object(shared, all.lowest);
}

nlohmann::json to_json(const request_example& one) {
  nlohmann::json offsets = nlohmann::json::array();
  for (unsigned lane = 0; lane < warp_size; ++lane)
    offsets.push_back(one.bytes[lane] == 0 ? nlohmann::json()
                                           : nlohmann::json(one.offsets[lane] - one.object_begin));
  constexpr std::uint64_t row = 128; // bytes: 32 banks of 4, or 4 sectors
  return {{"object", one.object},
          {"block", to_json(one.block)},
          {"block_size", to_json(one.block_size)},
          {"warp", one.warp},
          {"bytes", extent_of(one).bytes},
          {"start", one.object_begin % row},
          {"offsets", std::move(offsets)}};
}

} // namespace cudalab::emulator
