// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/missed_object.h"

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/findings/sighting_words.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

using findings::missed_object;

std::optional<missed_object> in_global_memory(const sighting& seen) {
  const device_memory& memory = device_memory::instance();
  const std::byte* const address = memory.begin() + seen.offset;
  std::optional<allocation> nearest = memory.find(address);
  if (!nearest)
    nearest = memory.nearest(address);
  if (!nearest)
    return {};
  missed_object result{nearest->name, address - nearest->begin, seen.bytes, nearest->bytes};
  if (nearest->made_by != nullptr) {
    const source_place made = own_line_of(nearest->made_by, nearest->behind);
    result.made_in = made.file;
    result.made_line = made.line;
  }
  if (nearest->freed_by != nullptr) {
    const source_place freed = place_of(nearest->freed_by);
    result.freed_in = freed.file;
    result.freed_line = freed.line;
  }
  return result;
}

std::optional<missed_object> shared_variable_missed(const sighting& seen,
                                                    const launch_record& launch) {
  const shared_variable* const variable = shared_layout::instance().variable_at(seen.offset);
  if (variable == nullptr)
    return {};
  return missed_object{variable->name, static_cast<std::int64_t>(seen.offset - variable->offset),
                       seen.bytes,
                       variable->dynamic ? launch.dynamic_shared_bytes : variable->bytes};
}

} // namespace

std::optional<findings::missed_object> missed_by(const sighting& seen, const finding& found,
                                                 const launch_record& launch) {
  if (seen.kind != finding_kind::out_of_bounds && seen.kind != finding_kind::use_after_free)
    return {};
  if (seen.array_type != nullptr) {
    const std::vector<std::uint64_t> dimensions = dimensions_in(seen.array_type);
    if (dimensions.empty())
      return {};
    return missed_object{found.variable, seen.here, 1, dimensions[0],
                         dimensions.size() > 1 ? "rows" : "elements"};
  }
  std::optional<missed_object> result;
  if (seen.space == object_space::global)
    result = in_global_memory(seen);
  else if (seen.space == object_space::shared)
    result = shared_variable_missed(seen, launch);
  if (result && result->object.empty())
    result->object = found.variable;
  return result;
}

} // namespace cudalab::emulator
