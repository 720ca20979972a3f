// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/work_aside.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cudalab::emulator {

namespace {

bool looking = false;
std::map<std::uint64_t, operation_number> last_of_stream; ///< by the stream's id, during the call

} // namespace

void look_for_work_aside() {
  last_of_stream.clear();
  looking = true;
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
