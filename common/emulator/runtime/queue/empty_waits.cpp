// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/empty_waits.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace cudalab::emulator {

namespace {

struct waits_before {
  operation_number work = 0;
  std::vector<std::shared_ptr<empty_wait>> waits;
  std::vector<marked_wait> marked;
};

/// Of the work that was given last.
std::deque<waits_before>& known_waits() {
  static auto& all = *new std::deque<waits_before>;
  return all;
}

constexpr std::size_t most_known = 1024;

/// The last waits of streams for events that were recorded in themselves.
std::deque<marked_wait>& own_waits() {
  static auto& all = *new std::deque<marked_wait>;
  return all;
}

bool is_one_stream(const stream_identity& one, const stream_identity& other) {
  return one.what == other.what && one.order == other.order && one.device == other.device;
}

} // namespace

void note_empty_wait(CUstream_st& stream, CUevent_st& event, const void* caller) {
  if (stream.empty_waits.size() == most_known || event.empty_waits.size() == most_known)
    return;
  auto made = std::make_shared<empty_wait>();
  made->called_at = caller;
  stream.empty_waits.push_back(made);
  event.empty_waits.push_back(std::move(made));
}

void note_wait(CUstream_st& stream, const event_mark& mark, const void* caller,
               operation_number number) {
  const marked_wait made{caller, number, mark.called_at, mark.at->number, mark.stream};
  if (stream.marked_waits.size() < most_known)
    stream.marked_waits.push_back(made);
  if (!is_one_stream(stream.identity, mark.stream))
    return;
  own_waits().push_back(made);
  if (own_waits().size() > most_known)
    own_waits().pop_front();
}

void note_record(const CUstream_st& stream, CUevent_st& event, const void* caller) {
  for (const auto& each : std::exchange(event.empty_waits, {})) {
    each->recorded_at = caller;
    each->recorded_after = stream.last_work;
  }
}

void note_work(CUstream_st& stream, operation_number given) {
  stream.last_work = given;
  if (stream.empty_waits.empty() && stream.marked_waits.empty())
    return;
  known_waits().push_back(
      {given, std::exchange(stream.empty_waits, {}), std::exchange(stream.marked_waits, {})});
  if (known_waits().size() > most_known)
    known_waits().pop_front();
}

std::shared_ptr<const empty_wait>
empty_wait_between(operation_number earlier, operation_number later,
                   const std::function<bool(operation_number)>& is_behind) {
  for (const waits_before& each : known_waits())
    if (each.work == later)
      for (const auto& wait : each.waits)
        if (wait->recorded_after == earlier ||
            (wait->recorded_after > earlier && is_behind(wait->recorded_after)))
          return wait;
  return nullptr;
}

const void* empty_wait_before(operation_number later) {
  for (const waits_before& each : known_waits())
    if (each.work == later && !each.waits.empty())
      return each.waits.back()->called_at;
  return nullptr;
}

namespace {

/// The last one just before `later` for which that is true.
template <class Condition>
std::optional<marked_wait> last_wait_before(operation_number later, Condition is_meant) {
  std::optional<marked_wait> found;
  for (const waits_before& each : known_waits())
    if (each.work == later)
      for (const marked_wait& wait : each.marked)
        if (is_meant(wait))
          found = wait;
  return found;
}

} // namespace

std::optional<marked_wait> early_mark_between(operation_number earlier,
                                              const stream_identity& stream_of_earlier,
                                              operation_number later) {
  return last_wait_before(later, [&](const marked_wait& wait) {
    return wait.mark < earlier && earlier < wait.number &&
           is_one_stream(wait.stream, stream_of_earlier);
  });
}

std::optional<marked_wait> mark_elsewhere_between(operation_number earlier,
                                                  const stream_identity& stream_of_earlier,
                                                  operation_number later) {
  return last_wait_before(later, [&](const marked_wait& wait) {
    return earlier < wait.mark && !is_one_stream(wait.stream, stream_of_earlier);
  });
}

std::optional<marked_wait> own_wait_between(operation_number earlier,
                                            const stream_identity& stream_of_earlier,
                                            operation_number later) {
  const auto& all = own_waits();
  const auto found = std::find_if(all.rbegin(), all.rend(), [&](const marked_wait& wait) {
    return earlier < wait.mark && wait.number < later &&
           is_one_stream(wait.stream, stream_of_earlier);
  });
  return found == all.rend() ? std::nullopt : std::optional(*found);
}

} // namespace cudalab::emulator
