// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/sighting_words.h"

#include <cctype>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/findings/overflowed_offset.h"
#include "emulator/observe/findings/warp_words.h"
#include "emulator/observe/symbols/address_kinds.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/shared_memory.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

/// ", allocated in line 12": only when it is in the student's file, where the access is.
std::string place_of_call(const char* what, const void* pc, const finding& found) {
  const source_place place = place_of(pc);
  return place.line == 0 || place.file != found.parties.front().place.file
             ? ""
             : fmt::format(", {} in line {}", what, place.line);
}

std::string overflow_words(const sighting& seen) {
  const auto overflow = overflow_at(seen.offset, seen.bytes);
  return fmt::format("the address is 2^32 {} before that element: a number of {} from 2^31 on does "
                     "not fit an int, and becomes negative",
                     overflow->of_bytes ? "bytes" : "elements",
                     overflow->of_bytes ? "bytes" : "elements");
}

std::string global_bounds(const sighting& seen, const finding& found) {
  if (found.why == finding_case::overflowed_offset)
    return overflow_words(seen);
  const device_memory& memory = device_memory::instance();
  const std::byte* const address = memory.begin() + seen.offset;
  std::optional<allocation> nearest = memory.find(address); // it may begin inside and end outside
  if (!nearest)
    nearest = memory.nearest(address);
  if (!nearest)
    return "no device memory is allocated";
  const std::string what =
      fmt::format("{} ({} bytes{})", found.variable, grouped(nearest->bytes),
                  nearest->name.empty() ? "" // the description tells the line already
                                        : place_of_call("allocated", nearest->made_by, found));
  if (address < nearest->begin)
    return fmt::format("{} before the start of {}",
                       counted(static_cast<std::uint64_t>(nearest->begin - address), "byte"), what);
  if (address < nearest->end())
    return fmt::format(
        "an access of {} at once, which begins inside and ends {} past the end of "
        "{}",
        counted(seen.bytes, "byte"),
        counted(seen.bytes - static_cast<std::uint64_t>(nearest->end() - address), "byte"), what);
  if (address == nearest->end())
    return fmt::format("just past the end of {}{}", what,
                       nearest->element_bytes == 0 || nearest->element_bytes == seen.bytes
                           ? ": one element too far"
                           : "");
  return fmt::format("{} past the end of {}",
                     counted(static_cast<std::uint64_t>(address - nearest->end()), "byte"), what);
}

/// "64", "16 x 16"
std::string side_words(const index3& block) {
  if (block.z > 1)
    return fmt::format("{} x {} x {}", block.x, block.y, block.z);
  return block.y > 1 ? fmt::format("{} x {}", block.x, block.y) : fmt::format("{}", block.x);
}

/// ", as many as ..."; empty: no earlier launch is known.
std::string as_many_before(const launch_record& launch) {
  const index3 before = smaller_blocks_before(launch);
  return before.x == 0
             ? ""
             : fmt::format(", as many as an earlier one for blocks of {} threads, and now the "
                           "blocks have {}",
                           side_words(before), side_words(launch.block));
}

std::string shared_bounds(const sighting& seen, const launch_record& launch) {
  const shared_variable* variable = shared_layout::instance().variable_at(seen.offset);
  if (variable == nullptr)
    return "the address is before the first __shared__ variable";
  if (variable->dynamic)
    return fmt::format("the launch asked for {} of dynamic shared memory{}; this is byte {}",
                       counted(launch.dynamic_shared_bytes, "byte"), as_many_before(launch),
                       grouped(seen.offset - variable->offset));
  return fmt::format("{} past the end of {} ({} bytes)",
                     counted(seen.offset - variable->offset - variable->bytes, "byte"),
                     variable->name, grouped(variable->bytes));
}

std::string divergence(const sighting& seen, const finding& found) {
  const auto threads = [&](std::int64_t n) {
    return counted(static_cast<std::uint64_t>(n), found.of_grid ? "block" : "thread");
  };
  const int line = found.parties.front().place.line, other = found.parties.back().place.line;
  const std::string first = fmt::format("{} wait{} at {} in line {}", threads(seen.here),
                                        seen.here == 1 ? "s" : "", seen.words, line);
  switch (found.why) {
  case finding_case::two_barriers:
    return fmt::format("{}; {} wait{} at the one in line {}", first, threads(seen.elsewhere),
                       seen.elsewhere == 1 ? "s" : "", other);
  case finding_case::returned_early:
    return fmt::format("{}; {} returned at line {}", first, threads(seen.elsewhere), other);
  case finding_case::passed_by:
    return fmt::format("{}; {} went past it and ended", first, threads(seen.elsewhere));
  default:
    return fmt::format("{}; {} ended without it{}", first, threads(seen.elsewhere),
                       other == 0 ? "" : fmt::format(", after line {}", other));
  }
}

/// "only the first 1,000 of its 4,000 bytes were filled before the launch"
std::string filled_in_part(const sighting& seen) {
  return fmt::format("only the first {} of its {} were filled before the launch",
                     grouped(static_cast<std::uint64_t>(seen.here)),
                     counted(static_cast<std::uint64_t>(seen.elsewhere), "byte"));
}

/// Of shared memory that nobody has written: where the number of the element is larger than any
/// thread's, how many threads there are. Else nothing, nor where threads store several elements.
std::string few_threads(const sighting& seen, const finding& found, const launch_record& launch) {
  const shared_variable* const array = shared_layout::instance().variable_at(seen.offset);
  if (array == nullptr || array->dynamic || seen.bytes == 0 || seen.several_a_thread)
    return "";
  const std::uint64_t index = (seen.offset - array->offset) / seen.bytes;
  const std::uint64_t threads = launch.threads_per_block();
  if (index < threads || found.element != fmt::format("{}[{}]", found.variable, index))
    return "";
  return fmt::format("the block has only {}{}, and {} has {}", counted(threads, "thread"),
                     launch.line == 0 || found.parties.front().place.file != launch.file
                         ? ""
                         : fmt::format(" (launched in line {})", launch.line),
                     found.variable, counted(array->bytes / seen.bytes, "element"));
}

/// "the wait in line 40 leaves the last 3 batches under way, and after this copy's 2 were
/// committed"
std::string batches_left(const sighting& seen, const std::string& wait) {
  const std::string left =
      seen.left_under_way == 1
          ? "batch"
          : fmt::format("{} batches", grouped(std::uint64_t{seen.left_under_way}));
  const std::string after = seen.committed_after == 0
                                ? "this copy's was the last one"
                                : fmt::format("after this copy's only {} {} committed",
                                              grouped(std::uint64_t{seen.committed_after}),
                                              seen.committed_after == 1 ? "was" : "were");
  return fmt::format("{} leaves the last {} of the thread under way, and {}", wait, left, after);
}

/// Who has waited for the copy, and who has not.
std::string waits_for_copy(const sighting& seen, const finding& found) {
  const std::string wait = found.waited_in == 0
                               ? "the wait before this line"
                               : fmt::format("the wait in line {}", found.waited_in);
  switch (seen.why) {
  case finding_case::in_no_batch:
    return fmt::format("{} was not for it: the copy was begun before, and committed to no batch",
                       wait);
  case finding_case::wait_for_nothing:
  case finding_case::left_by_wait:
    return batches_left(seen, wait);
  case finding_case::own_copies_awaited:
    return fmt::format("only the thread that began it can wait for it: {} was for this thread's "
                       "own copies",
                       wait);
  default:
    return seen.elsewhere != 0 ? "other threads have waited for it, and this one has not"
                               : "nobody has waited for it";
  }
}

std::string unfinished_copy(const sighting& seen, const finding& found) {
  const bool reads = seen.later.action == std::string_view("reads");
  if (seen.why == finding_case::copied_too_early)
    return fmt::format("the thread that copies is ahead: the other one has not begun its part of "
                       "these copies, and {}. No barrier separates the two",
                       reads ? "still needs the old value" : "stores something first");
  const std::string waits = waits_for_copy(seen, found);
  if (seen.earlier.action == std::string_view("copies from it"))
    return fmt::format("the copy may read the memory later, and {}: it may copy the new value",
                       waits);
  return fmt::format("the copy may write the memory later, and {}: {}", waits,
                     reads ? "the value may be the old one" : "either value may win");
}

std::string array_bounds(const sighting& seen, const finding& found, const launch_record& launch) {
  const std::vector<std::uint64_t> dimensions = dimensions_in(seen.array_type);
  const std::string array = found.variable.empty() ? "the array" : found.variable;
  if (dimensions.empty())
    return fmt::format("the index is {}", seen.here);
  const char* const unit = dimensions.size() > 1 ? "row" : "element";
  if (found.why == finding_case::more_threads)
    return fmt::format("the index is {}, the thread's own; {} has {}, and the block has {} threads",
                       seen.here, array, counted(dimensions[0], unit), side_words(launch.block));
  const bool one_too_far = seen.here >= 0 && static_cast<std::uint64_t>(seen.here) == dimensions[0];
  return fmt::format("the index is {}; {} has {}, counted from 0{}", seen.here, array,
                     counted(dimensions[0], unit),
                     one_too_far ? fmt::format(": one {} too far", unit) : "");
}

} // namespace

std::vector<std::uint64_t> dimensions_in(const std::string& type) {
  std::vector<std::uint64_t> dimensions;
  for (std::size_t at = type.find('['); at != std::string::npos; at = type.find('[', at + 1))
    if (at + 1 < type.size() && std::isdigit(static_cast<unsigned char>(type[at + 1])))
      dimensions.push_back(std::strtoull(type.c_str() + at + 1, nullptr, 10));
  return dimensions;
}

std::string words_of_life(const allocation& gone, const std::string& name) {
  return gone.was_there ? name + " has been freed"
                        : name + " is not there yet: the node that allocates it has not run";
}

bool was_ever_there(std::uint64_t offset) {
  const device_memory& memory = device_memory::instance();
  const std::optional<allocation> nearest = memory.nearest(memory.begin() + offset);
  return !nearest || nearest->was_there;
}

bool was_freed_by_operation(std::uint64_t offset) {
  const device_memory& memory = device_memory::instance();
  const std::optional<allocation> nearest = memory.nearest(memory.begin() + offset);
  return nearest && !nearest->live && nearest->freed_at != 0;
}

std::string detail_of(const sighting& seen, const finding& found, const launch_record& launch) {
  switch (seen.kind) {
  case finding_kind::out_of_bounds:
    if (seen.array_type != nullptr)
      return array_bounds(seen, found, launch);
    if (seen.space == object_space::global)
      return global_bounds(seen, found);
    if (seen.space == object_space::shared)
      return shared_bounds(seen, launch);
    if (seen.space == object_space::local)
      return "the address is in the local memory of another thread, which a GPU cannot reach: each "
             "thread has local variables of its own";
    if (is_stale_pointer(seen.offset))
      return "the address is what shared memory held at first: a pointer in shared memory was "
             "never "
             "set";
    if (seen.why == finding_case::wrapped_index)
      return "the address is 2^32 elements behind the block's shared memory: an unsigned index of "
             "32 "
             "bits went below zero";
    if (seen.why == finding_case::smallest_index)
      return "the address is 2^31 elements before the block's shared memory: the index is about "
             "-2^31, the smallest int. A shift by a negative number (1 << -1) may make it, or a "
             "number that is too large for an int";
    return fmt::format("the address {:#x} is no memory at all: a null pointer, or an index on one",
                       seen.offset);
  case finding_kind::use_after_free: {
    const device_memory& memory = device_memory::instance();
    const std::optional<allocation> gone = memory.nearest(memory.begin() + seen.offset);
    if (gone && !gone->was_there)
      return words_of_life(*gone, found.variable);
    return fmt::format("{} has been freed{}", found.variable,
                       gone ? place_of_call("by the call", gone->freed_by, found) : "");
  }
  case finding_kind::misaligned:
    return fmt::format("an access of {} bytes at an address that is no multiple of {}", seen.bytes,
                       seen.bytes);
  case finding_kind::peer_access:
    return fmt::format("the kernel{} runs on device {}, and {} is memory of device {}, which it "
                       "may not use yet",
                       launch.line == 0 || found.parties.front().place.file != launch.file
                           ? ""
                           : fmt::format(", launched in line {},", launch.line),
                       launch.device, found.variable,
                       device_memory::instance().device_at(seen.offset));
  case finding_kind::host_pointer:
    return host_place_of(reinterpret_cast<const void*>(seen.offset)).what;
  case finding_kind::double_free:
    return "a kernel has freed this memory before";
  case finding_kind::invalid_free:
    return "the pointer is none that malloc or new has given out in a kernel";
  case finding_kind::uninitialised_read:
    return seen.why == finding_case::filled_in_part ? filled_in_part(seen)
           : seen.space == object_space::shared     ? few_threads(seen, found, launch)
                                                    : "";
  case finding_kind::unfinished_copy:
    return unfinished_copy(seen, found);
  case finding_kind::constant_write:
    return fmt::format("{} is a __constant__ variable: kernels can only read it", found.variable);
  case finding_kind::barrier_divergence:
  case finding_kind::warp_divergence:
    return divergence(seen, found);
  case finding_kind::absent_lanes:
  case finding_kind::invalid_mask:
  case finding_kind::unnamed_lane:
    return lane_detail(seen, found, launch);
  case finding_kind::endless_loop:
  case finding_kind::stack_overflow:
  case finding_kind::division_by_zero:
  case finding_kind::failed_assertion:
  case finding_kind::trap:
    return stop_detail(seen, found);
  default:
    return "";
  }
}

} // namespace cudalab::emulator
