// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/empty_waits.h"

#include <deque>
#include <utility>

namespace cudalab::emulator {

namespace {

struct waits_before {
  operation_number work = 0;
  std::vector<std::shared_ptr<empty_wait>> waits;
};

/// Of the work that was given last.
std::deque<waits_before>& known_waits() {
  static auto& all = *new std::deque<waits_before>;
  return all;
}

constexpr std::size_t most_known = 1024;

} // namespace

void note_empty_wait(CUstream_st& stream, CUevent_st& event, const void* caller) {
  if (stream.empty_waits.size() == most_known || event.empty_waits.size() == most_known)
    return;
  auto made = std::make_shared<empty_wait>();
  made->called_at = caller;
  stream.empty_waits.push_back(made);
  event.empty_waits.push_back(std::move(made));
}

void note_record(const CUstream_st& stream, CUevent_st& event, const void* caller) {
  for (const auto& each : std::exchange(event.empty_waits, {})) {
    each->recorded_at = caller;
    each->recorded_after = stream.last_work;
  }
}

void note_work(CUstream_st& stream, operation_number given) {
  stream.last_work = given;
  if (stream.empty_waits.empty())
    return;
  known_waits().push_back({given, std::exchange(stream.empty_waits, {})});
  if (known_waits().size() > most_known)
    known_waits().pop_front();
}

std::shared_ptr<const empty_wait> empty_wait_between(operation_number earlier,
                                                     operation_number later) {
  for (const waits_before& each : known_waits())
    if (each.work == later)
      for (const auto& wait : each.waits)
        if (wait->recorded_after == earlier)
          return wait;
  return nullptr;
}

} // namespace cudalab::emulator
