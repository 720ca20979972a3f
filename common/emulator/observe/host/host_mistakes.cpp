// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/host_mistakes.h"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "emulator/emulator.h"
#include "emulator/include/cudalab/api.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/host/host_allocations.h"
#include "emulator/observe/host/leaks.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/nccl/communicator.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/work_aside.h"

namespace cudalab::emulator {

namespace {

struct dropped {
  cudaError_t error = cudaSuccess;
  std::string name; ///< of the error, as the API has it that was called
  const void* caller = nullptr;
  std::string reason;     ///< that the device knows besides; may be empty
  bool in_kernel = false; ///< a thread of a kernel made the call
};

constexpr std::size_t most_dropped = 100; ///< after so many nobody counts

std::mutex dropped_mutex;
std::vector<dropped>& all_dropped() {
  static auto& all = *new std::vector<dropped>;
  return all;
}

/// Where cudaGetLastError() first told of a refused launch; null: nowhere.
const void* refusal_taken_by = nullptr;
/// Where cudaPeekAtLastError() first told of it; null: nowhere.
const void* refusal_kept_by = nullptr;

finding_case case_of_untold(bool threw, finding_case otherwise) {
  return threw ? finding_case::thrown_otherwise : otherwise;
}

/// The call stands in a destructor.
bool is_in_destructor(const void* caller) {
  return function_around(caller).name.starts_with('~');
}

finding_party host_party(const char* action, const void* caller) {
  return {.action = action, .thread = {}, .block = {}, .place = place_of(caller), .on_host = true};
}

/// Of a thread that is not known.
finding_party thread_party(const char* action, const void* caller) {
  finding_party made = host_party(action, caller);
  made.on_host = made.thread_known = false;
  return made;
}

/// Whoever makes a call now: the host, or a thread of a kernel.
finding_party caller_party(const char* action, const source_place& place) {
  finding_party made{.action = action,
                     .thread = {},
                     .block = {},
                     .place = place,
                     .on_host = current_block == nullptr};
  if (current_block != nullptr) {
    made.thread = current_thread->index;
    made.block = current_block->index;
  }
  return made;
}
finding_party caller_party(const char* action, const void* caller) {
  return caller_party(action, place_of(caller));
}

bool has_too_many_threads(const launch_record& launch) {
  const auto [x, y, z] = launch.block; // the product of three may be more than 64 bits hold
  return std::max({x, y, z}) > max_threads_per_block ||
         std::uint64_t{x} * y * z > max_threads_per_block;
}

/// Whether the two sizes are exchanged. They are where the line had the same grid before, and other
/// blocks: that is how a number of blocks behaves, which follows from what is to be done. They are
/// not where it had the same blocks and another grid, or where blocks as large as the grid cannot
/// be, or nobody would want them: of less than a warp.
finding_case case_of_too_many_threads(const launch_record& launch) {
  const std::uint64_t in_grid = launch.blocks();
  if (in_grid < warp_size || in_grid > max_threads_per_block || launch.grid.z > max_block_z ||
      std::max(launch.block.y, launch.block.z) > max_grid_yz ||
      had_launch(launch, same_size::of_block))
    return finding_case::too_many_threads;
  return had_launch(launch, same_size::of_grid) ? finding_case::exchanged_sizes
                                                : finding_case::perhaps_exchanged_sizes;
}

finding_case case_of(launch_refusal refusal, const launch_record& launch) {
  switch (refusal) {
  case launch_refusal::nothing_to_run:
    return finding_case::nothing_to_run;
  case launch_refusal::launch_bounds:
    return finding_case::beyond_launch_bounds;
  case launch_refusal::static_arrays:
    return finding_case::static_arrays_too_large;
  case launch_refusal::no_stream:
    return finding_case::no_such_stream;
  case launch_refusal::own_memory:
    return finding_case::own_memory_given;
  case launch_refusal::too_much_shared:
    return launch.dynamic_shared_bytes > shared_bytes_per_block_optin
               ? finding_case::beyond_shared_memory
               : finding_case::too_much_shared_memory;
  default:
    if (has_too_many_threads(launch))
      return case_of_too_many_threads(launch);
    if (std::max({launch.grid.x, launch.grid.y, launch.grid.z}) > max_grid_x)
      return finding_case::negative_blocks;
    return std::max(launch.grid.y, launch.grid.z) > max_grid_yz
               ? finding_case::too_many_blocks_in_yz
               : finding_case::plain;
  }
}

/// "the memory from cudaMalloc in line 12"
std::string name_of_allocation(const allocation& one) {
  if (!one.name.empty())
    return one.name;
  const source_place made = own_line_of(one.made_by, one.behind);
  return made.line == 0 ? "device memory"
                        : fmt::format("the memory allocated in line {}", made.line);
}

} // namespace

void found_invalid_launch(const launch_record& launch, const launch_verdict& verdict) {
  explained_by_finding();
  finding found;
  found.kind = finding_kind::invalid_launch;
  found.why = case_of(verdict.refusal, launch);
  note_refused_sizes(launch);
  found.kernel = launch.kernel;
  found.grid_size = launch.grid;
  found.parties = {caller_party("launches it", source_place{launch.file, launch.line})};
  found.count = 1;
  found.detail = fmt::format("{} ({})", verdict.reason, cudaGetErrorName(verdict.error));
  finding_log::instance().add(std::move(found));
}

void found_invalid_free(const void* pointer, const void* caller) {
  explained_by_finding();
  std::optional<allocation> freed = device_memory::instance().nearest(pointer);
  if (freed && (freed->live || freed->begin != pointer))
    freed.reset();
  finding found;
  found.count = 1;
  if (freed && !freed->was_there) {
    found.kind = finding_kind::invalid_free;
    found.parties = {caller_party("frees it", caller)};
    found.variable = found.element = name_of_allocation(*freed);
    found.detail = "it is memory of a graph, and no launch has allocated it";
    finding_log::instance().add(std::move(found));
    return;
  }
  found.kind = freed ? finding_kind::double_free : finding_kind::invalid_free;
  found.parties = {caller_party(freed ? "frees it again" : "frees it", caller)};
  if (freed) {
    found.variable = found.element = name_of_allocation(*freed);
    found.parties.push_back(is_of_kernel(*freed) ? thread_party("freed it first", freed->freed_by)
                                                 : host_party("freed it first", freed->freed_by));
    found.detail = "the memory was freed already; by now it may belong to another allocation";
  } else if (const auto around = device_memory::instance().find(pointer)) {
    found.variable = found.element = name_of_allocation(*around);
    const auto behind = static_cast<const std::byte*>(pointer) - around->content;
    found.detail =
        behind != 0
            ? fmt::format("the pointer is {} behind the start of {}",
                          counted(static_cast<std::uint64_t>(behind), "byte"), found.variable)
        : is_of_kernel(*around)    ? "a kernel has allocated it, and only a kernel can free it"
        : current_block != nullptr ? "the host has allocated it, and only the host can free it"
        : is_of_other_process(*around)
            ? "another process has it: cudaIpcCloseMemHandle ends its use here"
        : is_mapped(*around) ? "cuMemMap has put it there: cuMemUnmap takes it away"
        : (around->flags & stream_ordered) != 0
            ? "a node of the graph that allocates this memory frees it"
            : "this call cannot free memory of this kind: cudaFree is for cudaMalloc and "
              "cudaMallocManaged, cudaFreeHost for cudaMallocHost and cudaHostAlloc";
  } else {
    found.detail = fmt::format("{} is no address that this device has given out", pointer);
  }
  finding_log::instance().add(std::move(found));
}

void found_second_free(const allocation& one, const void* first_caller, const void* caller) {
  explained_by_finding();
  finding found;
  found.count = 1;
  found.kind = finding_kind::double_free;
  found.variable = found.element = name_of_allocation(one);
  found.parties = {host_party("frees it again", caller),
                   host_party("freed it first", first_caller)};
  found.detail = "a stream was asked to free the memory already";
  finding_log::instance().add(std::move(found));
}

void found_deadlock(const std::string& what, const char* call, const void* caller, bool kept) {
  finding found;
  found.count = 1;
  found.kind = finding_kind::deadlock;
  found.why = kept ? finding_case::kept_communicator : finding_case::plain;
  found.variable = found.element = call;
  found.parties = {host_party("calls it", caller)};
  found.detail = what;
  finding_log::instance().add(std::move(found));
}

void found_mismatched_call(const std::string& what, const char* call, const void* caller,
                           const void* other_caller) {
  finding found;
  found.count = 1;
  found.kind = finding_kind::mismatched_call;
  found.variable = found.element = call;
  found.parties = {host_party("calls it", caller)};
  if (other_caller != caller)
    found.parties.push_back(host_party("makes the other call", other_caller));
  found.detail = what;
  finding_log::instance().add(std::move(found));
}

void dropped_error(cudaError_t error, const char* name, const void* caller) {
  if (last_error_is_explained() || error == sticky_error())
    return;
  const std::lock_guard guard(dropped_mutex);
  if (all_dropped().size() < most_dropped)
    all_dropped().push_back(
        {error, name, caller, cudalab_reason_of(error), current_block != nullptr});
}

std::string errors_looked_at(cudaError_t last) {
  const std::lock_guard guard(dropped_mutex);
  std::string where;
  if (!all_dropped().empty() && !last_error_is_explained())
    if (const dropped& newest = all_dropped().back();
        newest.error == last && newest.reason == cudalab_reason_of(last))
      where = line_words(place_of(newest.caller));
  all_dropped().clear();
  return where;
}

void error_taken(cudaError_t error, const void* caller) {
  const std::lock_guard guard(dropped_mutex);
  if (error == cudaErrorLaunchOutOfResources && refusal_taken_by == nullptr)
    refusal_taken_by = caller;
}

void error_kept(cudaError_t error, const void* caller) {
  const std::lock_guard guard(dropped_mutex);
  if (error == cudaErrorLaunchOutOfResources && refusal_kept_by == nullptr)
    refusal_kept_by = caller;
}

void tell_dropped_errors() {
  std::vector<dropped> all;
  {
    const std::lock_guard guard(dropped_mutex);
    all.swap(all_dropped());
  }
  for (const dropped& each : all) {
    finding found;
    found.kind = finding_kind::unchecked_error;
    found.count = 1;
    found.variable = found.element = each.name;
    found.parties = {each.in_kernel ? thread_party("calls CUDA", each.caller)
                                    : host_party("calls CUDA", each.caller)};
    const bool of_driver = each.name.substr(0, 4) != "cuda";
    found.detail = fmt::format("the call failed ({}), {}", cudaGetErrorString(each.error),
                               of_driver ? "and its result, which alone says so, was thrown away"
                                         : "its result was thrown away, and nobody called "
                                           "cudaGetLastError() after it");
    if (!each.reason.empty())
      found.detail += ". The reason: " + each.reason;
    finding_log::instance().add(std::move(found));
  }
}

void found_refusal_not_told(const std::string& what, bool threw) {
  const launch_record& launch = first_refused();
  const void* taken_by = nullptr;
  {
    const std::lock_guard guard(dropped_mutex);
    taken_by = threw ? nullptr : refusal_taken_by;
  }
  finding found;
  found.kind = finding_kind::unchecked_error;
  found.why = case_of_untold(threw, taken_by == nullptr          ? finding_case::refused_launch
                                    : is_in_destructor(taken_by) ? finding_case::taken_in_destructor
                                                                 : finding_case::taken_refusal);
  found.kernel = launch.kernel;
  found.count = 1;
  found.variable = found.element = what;
  found.parties = {{.action = "launches it",
                    .thread = {},
                    .block = {},
                    .place = {launch.file, launch.line},
                    .on_host = true}};
  found.detail = fmt::format("the device refused a launch of this kernel ({}), as any device may "
                             "that has no room for it",
                             cudaGetErrorName(cudaErrorLaunchOutOfResources));
  if (taken_by) {
    found.parties.push_back(host_party("takes the error", taken_by));
    if (found.why == finding_case::taken_refusal)
      found.detail += ". cudaGetLastError() gives an error once, and forgets it then";
  }
  finding_log::instance().add(std::move(found));
}

bool refusal_is_kept() {
  const std::lock_guard guard(dropped_mutex);
  return refusal_kept_by != nullptr && refusal_taken_by == nullptr;
}

void remark_kept_refusal(const std::string& function) {
  const void* kept_by = nullptr;
  {
    const std::lock_guard guard(dropped_mutex);
    kept_by = refusal_kept_by;
  }
  const int line = place_of(kept_by).line;
  keep_remark({fmt::format("a launch was made to fail, and {0} threw lab::cuda_error, as it "
                           "should. But called once more, where its launches are right, {0} threw "
                           "the same again: the old error was still there",
                           function),
               fmt::format("cudaPeekAtLastError(){} leaves an error where it is, and who looks "
                           "next finds it again. cudaGetLastError() takes it away: "
                           "CUDA_CHECK(cudaGetLastError()); after the launch.",
                           line > 0 ? fmt::format(" in line {}", line) : "")});
}

void found_failure_not_told(const std::string& call, const std::string& what, bool threw) {
  finding found;
  found.kind = finding_kind::unchecked_error;
  found.why = case_of_untold(threw, is_in_destructor(call_made_to_fail().caller)
                                        ? finding_case::failed_in_destructor
                                        : finding_case::failed_call);
  found.count = 1;
  found.variable = found.element = what;
  found.parties = {host_party("calls it", call_made_to_fail().caller)};
  found.detail = fmt::format("the device let this call of {} fail, as it does when memory is short "
                             "or a kernel before it went wrong",
                             call);
  finding_log::instance().add(std::move(found));
}

std::size_t calls_in_open_group() {
  return nccl::calls_in_open_group();
}

void call_begins() {
  {
    const std::lock_guard guard(dropped_mutex);
    all_dropped().clear();
    refusal_taken_by = refusal_kept_by = nullptr;
  }
  nccl::forget_open_group(); // of a call that an exception has ended
  nccl::count_call();
  if (program_is_watched())
    watch_host_allocations();
  leaks::instance().count_from_here();
  watch_queries(true);
  follow_work();
}

void follow_work() {
  const auto lock = locked_queue();
  look_for_work_aside();
}

bool followed_work_went_aside() {
  const auto lock = locked_queue();
  return work_went_aside();
}

void call_ends() {
  watch_queries(false);
  if (!program_is_watched())
    return;
  const auto stays_aside = [] {
    const auto lock = locked_queue();
    return work_stays_aside();
  };
  if (stays_aside())
    keep_remark(
        {"work in a stream of its own may still run when the caller goes on",
         "The caller works in the default stream, which does not wait for a stream made with "
         "cudaStreamNonBlocking. Launch in the default stream; or record an event at the end of "
         "the work, and let cudaStreamWaitEvent(0, event, 0) wait for it."});
  if (take_device_reset())
    keep_remark({"cudaDeviceReset() takes all that the program has on the device away: also the "
                 "memory, the streams and the events of who called the function",
                 "Take it out, and free what the function itself has allocated, with cudaFree."});
  wait_until_idle();
  tell_dropped_errors();
  if (sticky_error() == cudaSuccess && device_error() == cudaSuccess)
    leaks::instance().tell(leak_deadline::end_of_call);
}

void call_is_to_end_early(early_end by, const char* when) {
  if (!program_is_watched())
    return;
  wait_until_idle();
  leaks::instance().early_from_here(by, when);
}

void failed_call_ends(const char* when) {
  watch_queries(false);
  if (!program_is_watched())
    return;
  wait_until_idle(); // all devices: what they still did may have missed what failed
  take_findings();
  if (sticky_error() == cudaSuccess && device_error() == cudaSuccess)
    leaks::instance().tell(leak_deadline::end_of_call, when);
}

} // namespace cudalab::emulator
