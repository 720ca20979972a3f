// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/warp_words.h"

#include <fmt/format.h>

#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/progress.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

using findings::remedy_id;

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
    return fmt::format("{}, which the mask {:#010x} names, but the block has {} only: the value is "
                       "undefined",
                       reads, seen.mask, threads(launch.threads_per_block()));
  default:
    return fmt::format("{}, which is not in the mask {:#010x}: the value is undefined, and "
                       "right only where nobody uses it",
                       reads, seen.mask);
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

namespace {

findings::remedy loop_remedy(const finding& found) {
  const int line = found.parties.front().place.line;
  if (found.parties.size() > 1)
    return {{remedy_id::not_after_barrier, {line}}};
  if (found.why == finding_case::has_launched)
    return {{remedy_id::wait_for_no_child, {line}}};
  findings::remedy remedy = {{remedy_id::look_at_loop, {line}}};
  if (launch_time_limit_is_from_outside())
    remedy.push_back({remedy_id::allow_more_time});
  return remedy;
}

findings::remedy lane_remedy(finding_case why, int line) {
  switch (why) {
  case finding_case::lane_elsewhere:
    return {{remedy_id::same_call_for_lanes, {line}}};
  case finding_case::lane_returned:
    return {{remedy_id::no_early_return_of_lanes}};
  case finding_case::lane_ended:
    return {{remedy_id::call_by_every_lane, {line}}};
  default:
    return {{remedy_id::whole_warps}};
  }
}

} // namespace

findings::remedy stop_or_lane_remedy(const finding& found) {
  const int line = found.parties.front().place.line;
  switch (found.kind) {
  case finding_kind::absent_lanes:
    return lane_remedy(found.why, line);
  case finding_kind::invalid_mask:
    return {{remedy_id::name_calling_lane, {line}}};
  case finding_kind::unnamed_lane:
    return {{remedy_id::name_lanes_that_are_read}};
  case finding_kind::endless_loop:
    return loop_remedy(found);
  case finding_kind::stack_overflow:
    return {{remedy_id::end_the_recursion}};
  case finding_kind::division_by_zero:
    return {{remedy_id::test_the_divisor}};
  case finding_kind::failed_assertion:
    return {{remedy_id::print_the_values}};
  default:
    return {{remedy_id::look_before_trap, {line}}};
  }
}

} // namespace cudalab::emulator
