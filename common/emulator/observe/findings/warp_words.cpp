// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/warp_words.h"

#include <fmt/format.h>

#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/progress.h"

namespace cudalab::emulator {

namespace {

std::string lanes(std::int64_t number) {
  return counted(static_cast<std::uint64_t>(number), "lane");
}

std::string threads(std::int64_t number) {
  return counted(static_cast<std::uint64_t>(number), "thread");
}

const char* s_of(std::int64_t number) {
  return number == 1 ? "s" : "";
}

} // namespace

std::string lane_detail(const sighting& seen, const finding& found, const launch_record& launch) {
  const int line = found.parties.front().place.line;
  if (seen.kind == finding_kind::invalid_mask)
    return fmt::format("lane {} calls {} with the mask {:#010x}, which does not name it", seen.here,
                       seen.words, seen.mask);
  const std::string reads = fmt::format("{} reads lane {}", seen.words, seen.here);
  switch (found.why) {
  case finding_case::lane_elsewhere: {
    const int other = found.parties.back().place.line;
    const std::string first =
        fmt::format("{} wait{} at {} in line {} for the lanes of {:#010x}", lanes(seen.here),
                    s_of(seen.here), seen.words, line, seen.mask);
    const std::string second =
        fmt::format("{} of them wait{} in line {}", seen.elsewhere, s_of(seen.elsewhere), other);
    return first + "; " + second + (line == other ? ", with another mask or function" : "");
  }
  case finding_case::lane_returned:
    return reads + ", which has returned: the value is undefined";
  case finding_case::lane_ended:
    return reads + ", which has ended without making the call: the value is undefined";
  case finding_case::lane_never_was:
    return fmt::format("{}, but the block has {} only: the value is undefined", reads,
                       threads(launch.threads_per_block()));
  default:
    return fmt::format("{}, which is not in the mask {:#010x}: the value is undefined", reads,
                       seen.mask);
  }
}

std::string stop_detail(const sighting& seen, const finding& found) {
  switch (seen.kind) {
  case finding_kind::endless_loop: {
    const std::string limit =
        fmt::format("the launch had not ended after {:g} s", launch_time_limit().count());
    if (seen.elsewhere == 0)
      return limit;
    return fmt::format("{}; {} wait{} for this one in line {}", limit, threads(seen.elsewhere),
                       s_of(seen.elsewhere), found.parties.back().place.line);
  }
  case finding_kind::stack_overflow:
    return fmt::format("its local variables need more than the {} KB of stack that a thread has "
                       "here",
                       fiber_stacks::usable_bytes / 1024);
  case finding_kind::division_by_zero:
    return "a GPU does not stop here: it goes on with a number that means nothing";
  case finding_kind::failed_assertion:
    return fmt::format("`{}` does not hold; the launch ends with cudaErrorAssert", seen.words);
  default:
    return fmt::format("{} ends the launch: later calls fail with cudaErrorLaunchFailure",
                       seen.words);
  }
}

std::string stop_or_lane_remedy(const finding& found) {
  const int line = found.parties.front().place.line;
  switch (found.kind) {
  case finding_kind::absent_lanes:
    break;
  case finding_kind::invalid_mask:
    return fmt::format("every lane that makes the call in line {} must be in the mask that it "
                       "gives: 0xffffffff for a whole warp, or what __ballot_sync() said before "
                       "the `if`",
                       line);
  case finding_kind::endless_loop:
    return found.parties.size() > 1
               ? fmt::format("nobody passes a barrier before all threads are there: what the loop "
                             "in line {} waits for must not come after the barrier",
                             line)
               : fmt::format("look at the loop around line {}: which thread writes what its "
                             "condition reads, and can that thread still run?{}",
                             line,
                             launch_time_limit_is_from_outside()
                                 ? " CUDALAB_TIME_LIMIT=SECONDS allows more time"
                                 : "");
  case finding_kind::stack_overflow:
    return "a recursion needs an end, and large arrays belong in shared or global memory; a GPU "
           "gives a thread 1 KB of stack for calls unless cudaDeviceSetLimit asks for more";
  case finding_kind::division_by_zero:
    return "test the divisor before `/` or `%`; in index arithmetic it is often a size that was "
           "not passed to the kernel";
  case finding_kind::failed_assertion:
    return "print the values that the condition is made of for this thread, or follow them back "
           "to where they are computed";
  default:
    return fmt::format("the kernel asked for it in line {}: look at what led there", line);
  }
  switch (found.why) {
  case finding_case::lane_elsewhere:
    return fmt::format("every lane of the mask must make the same call: move line {} out of the "
                       "`if` or loop that only some lanes enter, or let __ballot_sync() before it "
                       "say which lanes enter",
                       line);
  case finding_case::lane_returned:
    return "let no lane return before the shuffles are done: give those beyond the end a value "
           "that changes nothing (0 for a sum) in place of `return`";
  case finding_case::lane_ended:
    return fmt::format("every lane of the mask must make the call: move the one in line {} out of "
                       "the `if` or loop that only some lanes enter, and let no lane leave before "
                       "it",
                       line);
  case finding_case::lane_never_was:
    return "launch whole warps (a multiple of 32 threads), or begin with a delta of half the "
           "number of threads";
  default:
    return "name every lane that is read in the mask, or choose width and delta so that no other "
           "is read";
  }
}

} // namespace cudalab::emulator
