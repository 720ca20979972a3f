// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <map>

#include "emulator/observe/timeline/timeline_model.h"

namespace cudalab::emulator {

namespace {

bool is_made(const stream_identity& stream) {
  return stream.what == stream_identity::kind::made;
}

/// Who waits for an event says by itself what comes before it: that is no rule's doing.
bool waits_for_event(const recorded_operation& work) {
  return work.name == "cudaStreamWaitEvent";
}

/// @param defaults places of operations in the default stream that waits for others
std::size_t behind_default(const recorded_operation& work,
                           const std::map<operation_number, std::size_t>& defaults) {
  std::size_t last = 0;
  if (is_made(work.stream) && !waits_for_event(work))
    for (const operation_number each : work.after)
      if (const auto found = defaults.find(each); found != defaults.end())
        last = std::max(last, found->second);
  return last;
}

} // namespace

std::vector<operation_seen> operations_of(const work_record& record) {
  std::vector<operation_seen> all;
  std::map<operation_number, std::size_t> defaults;
  for (const auto& step : record.steps) {
    const auto* work = std::get_if<recorded_operation>(&step);
    if (work == nullptr)
      continue;
    operation_seen& seen = all.emplace_back();
    seen.engine = engine_of(work->kind);
    seen.launch = work->kind == work_kind::kernel;
    seen.bytes = work->bytes;
    seen.stream = is_made(work->stream) ? work->stream.order : 0;
    seen.behind_default = behind_default(*work, defaults);
    work->name.copy(seen.name, sizeof seen.name - 1);
    if (work->stream.what == stream_identity::kind::legacy)
      defaults[work->number] = all.size();
  }
  return all;
}

} // namespace cudalab::emulator
