// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/work_aside.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cudalab::emulator {

namespace {

bool looking = false;
bool call_followed = false;                               ///< ever
std::map<std::uint64_t, operation_number> last_of_stream; ///< by the stream's id, during the call

/// Of the operations since the call began.
struct turns {
  std::map<std::pair<const void*, int>, unsigned> of_place; ///< so many by now
  std::map<operation_number, unsigned> of_work;
};
turns& seen_turns() {
  static auto& all = *new turns;
  return all;
}

constexpr std::size_t most_turns = 1u << 16;

} // namespace

void look_for_work_aside() {
  last_of_stream.clear();
  seen_turns().of_place.clear();
  looking = call_followed = true;
}

void note_turn(const void* where, int line, operation_number given) {
  if (!call_followed)
    return;
  turns& seen = seen_turns();
  seen.of_work[given] = ++seen.of_place[{where, line}];
  if (seen.of_work.size() > most_turns)
    seen.of_work.erase(seen.of_work.begin());
}

unsigned turn_of_work(operation_number number) {
  const auto found = seen_turns().of_work.find(number);
  return found == seen_turns().of_work.end() ? 0 : found->second;
}

bool a_call_is_followed() {
  return call_followed;
}

void note_work_aside(const CUstream_st& stream, operation_number given) {
  if (looking && !stream.blocking)
    last_of_stream[stream.id] = given;
}

bool work_went_aside() {
  return !last_of_stream.empty();
}

bool work_stays_aside() {
  looking = false;
  if (last_of_stream.empty())
    return false;
  const operation_number next =
      add_to_stream(*find_stream(cudaStreamLegacy), {.name = "the caller's next work"})->number;
  const operation_order& order = device_queue::instance().order();
  return std::any_of(last_of_stream.begin(), last_of_stream.end(),
                     [&](const auto& each) { return !order.before(each.second, next); });
}

} // namespace cudalab::emulator
