// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The emulated device as seen by a program that runs kernels on it and wants to know what they
/// did. CUDA's own calls are in include/cuda_runtime.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// Which observers watch kernels from now on. They need a checked build; in a fast build there is
/// nothing to see and every report is empty. A program that never calls observe() is watched for
/// `clean` (or what CUDALAB_OBSERVE says) and reports at its end by itself; one that calls it takes
/// its findings itself.
enum class observation {
  none,
  clean,    ///< races, memory errors, barriers
  traffic,  ///< requests, sectors, bank conflicts, barriers
  timeline, ///< nothing but what emulator/timeline.h needs
  all       ///< both
};

void observe(observation what);
/// What observe() was last asked for.
observation observed();

inline constexpr std::size_t most_waits_kept = 8;

/// The calls since the last call of this that stood still until the device had caught up, by name
/// and in their order: the first few of them. "cudaDeviceSynchronize", and what waits without
/// saying so: "cudaMemcpy" to the host, "cudaFree". (A copy from the host waits for kernels only if
/// one was launched since the last take_launches().)
std::vector<std::string> take_waits();

/// The first of them, which stay; "": none. Valid until the next call.
const char* first_wait();

/// Where the program called it: "line 35", of the student's own code where a header's made the
/// call;
/// "": not known. Before take_waits().
std::string place_of_first_wait();

/// How many bytes the program has copied from the device's memory to the host's. While clean code
/// is observed, also what its host code read of managed and pinned memory after a kernel wrote it,
/// and what kernels wrote to memory of the host that the program registered.
std::size_t bytes_copied_to_host();
/// And from the host's memory to the device's, by copies.
std::size_t bytes_copied_to_device();

/// Bytes that the program itself has copied between the host's memory and the device's.
struct copied_bytes {
  std::size_t to_device = 0, to_host = 0;
};
/// By what the host's memory was: managed memory is neither.
struct copies_by_memory {
  copied_bytes pageable, pinned;
};
/// Since the last call.
copies_by_memory take_copies();

/// Waits until the device is idle. If a kernel has failed, the device works again, as in a new
/// process; what could not be freed meanwhile stays.
void mend_device();

/// Blocks of a grid and threads of a block, along x, y and z.
struct launch_sizes {
  std::array<unsigned, 3> grid{}, block{};
};

inline constexpr std::size_t most_launches_kept = 8;

/// The launches since the last call that were accepted, in their order: the first few of them.
std::vector<launch_sizes> take_launches();

/// How many launches the program has asked for so far, accepted or not.
std::size_t launches_asked_for();

/// The threads of all launches that were accepted so far.
std::uint64_t threads_launched();

/// How many kernels, copies and fills were handed to the device so far.
std::size_t operations_submitted();

/// How many graphs were made ready so far, by cudaGraphInstantiate() and its like.
std::size_t graphs_made_ready();

/// Launches are refused with cudaErrorLaunchOutOfResources, as by a GPU that has no room for them,
/// from the one on before which the program has asked for `number`.
void refuse_launches_from(std::size_t number);

/// Every launch that can run is accepted again. @return how many were refused
std::size_t accept_launches();

/// How many calls there were so far that allocate, copy or fill memory, open it to a device, make a
/// stream, an event or an executable graph, or launch a graph.
std::size_t fallible_calls();
/// The one with this number (from 0) does nothing and fails: with cudaErrorMemoryAllocation where
/// it allocates or makes something, else with cudaErrorInvalidValue.
void fail_call(std::size_t number);
/// The same of cudaFree(), which has numbers of its own; what it should free stays.
std::size_t frees();
void fail_free(std::size_t number);
/// The same of the next ncclGroupEnd() behind which there is work to do: with
/// ncclUnhandledCudaError, and none of it is done.
void fail_next_group();
/// How many calls of NCCL's this host thread has made in a group that it has not ended.
std::size_t calls_in_open_group();
/// None fails any more. @return the one that did, such as "cudaMemcpy"; "": there was none
const char* accept_calls();
/// Where it is, "line 12"; "": not known. Valid until the next call.
const char* place_of_failed_call();
/// Around a call in which fail_call() or refuse_launches_from() makes something fail. What kernels
/// do then with memory that was not made ready is no finding of its own.
void failure_begins();
/// Waits until the devices are idle. @return whether there was such work, or a device works no more
/// because of it: the program went on after what had failed
bool failure_ends();
/// Captures that a call has left behind when it threw are ended: what the default stream is given
/// would spoil them, and fail itself.
void abandon_captures();

/// Makes a finding of the first launch that was refused: nobody was told.
/// @param what in words @param threw something that does not tell of it
void found_refusal_not_told(const std::string& what, bool threw);
/// Since the program's function was called, cudaPeekAtLastError() told it of a launch that was
/// refused, and cudaGetLastError() did not: the error is still there.
bool refusal_is_kept();
/// Makes a remark of it: `function` was called once more, and threw for no other reason.
void remark_kept_refusal(const std::string& function);
/// Makes a finding of the call for memory that failed: nobody was told. @param call its name
void found_failure_not_told(const std::string& call, const std::string& what, bool threw);

/// The longest that one launch may run, in seconds; 0: for ever. Longer ones end with the finding
/// endless_loop and cudaErrorLaunchTimeout. Without this call, CUDALAB_TIME_LIMIT or 60.
void set_launch_time_limit(double seconds);

/// Blocks of launches that begin from now on run one after the other, by their index, on one OS
/// thread: the same program does the same each time, also where its blocks disturb each other. Not
/// those of a cooperative launch, which wait for each other. The device's properties stay.
void run_blocks_in_order(bool wanted);

/// Of each grid that is launched from now on, only so many blocks run at its begin, in its middle
/// and at its end, and those in which a place needs more than 16 bits first: of one that is too
/// large to be run whole. Not of a cooperative launch. 0: all.
/// Meanwhile copies and fills of 64 MiB and more are handed over, and not done.
void sample_blocks(std::size_t number);

/// Device memory of `bytes` bytes of which `period` are there, over and over: for kernels of which
/// some blocks run. Both are multiples of 4096. cudaFree frees it. Null: there is no room.
void* allocate_repeated(std::size_t bytes, std::size_t period);

/// So many devices from now on, 1 to 8; else as many as CUDALAB_DEVICES says, or 1. Device 0 is the
/// current one of the calling thread, and no device has peer access to another. Waits until the
/// devices are idle; what belongs to a device that is no longer there must not be used.
void give_devices(int count);
int devices_given();

/// From now on cudaMalloc and its like give out so many bytes of memory of each device and no more,
/// what is given out already among them; 0: as many as there are.
void limit_device_memory(std::size_t bytes);

/// How many bytes of the current device's memory are given out.
std::size_t device_memory_given_out();

/// Whether there is memory in which kernels may have left something for the next launch: what the
/// program has allocated and not freed, and its __device__ and __managed__ variables.
bool kernels_can_remember();

/// Whether something was handed to the device that the host has not waited for.
bool work_is_pending();

/// An access just beside an allocation, in the addresses that are never given out, is a finding and
/// the launch goes on, as on a GPU, where nobody notices. Else it ends there, as under
/// compute-sanitizer.
void go_on_beside_allocations(bool wanted);

/// So many bytes before and after an allocation of cudaMalloc belong to nobody: who watches a
/// program may put marks there.
inline constexpr std::size_t bytes_beside_allocations = 2048;

/// Something that spoils no result: what is wrong, and what to look at.
struct remark {
  std::string what, next;
};

/// For who asks next.
void keep_remark(remark seen);
void keep_remark(const char* what, const char* next); // for code that emucc compiles
std::vector<remark> take_remarks();

/// Name an allocation for messages: findings then say "d_M[17]" instead of "device memory".
void name_allocation(const void* device_pointer, const std::string& name,
                     std::size_t element_bytes = 0);
void name_allocation(const void* device_pointer, const char* name,
                     std::size_t element_bytes = 0); // for code that emucc compiles

/// Forget that [pointer, pointer + bytes) was written: a kernel that reads it before writing it
/// reads uninitialised memory.
void mark_uninitialised(void* device_pointer, std::size_t bytes);

/// Kernels write there and never read, not even what they wrote themselves: a launch that reads it
/// makes a remark. Until the memory is freed.
void mark_only_written(void* device_pointer, std::size_t bytes);

/// Kernels read there and never write, not even what is there already: a launch that writes it
/// makes a remark. Until the memory is freed.
void mark_only_read(void* device_pointer, std::size_t bytes);

/// Which thread of a launch stores which element of an array; threads are counted along x first,
/// then y, then z, block after block.
enum class maker_rule {
  thread_of_same_number, ///< thread i stores element i, whatever its value is
  steps_of_all_threads,  ///< elements as many places apart as there are threads have one maker
  /// Where the grid's longest side has fewer threads than there are elements, they go on to further
  /// ones: somebody stores beyond as many elements. (Of a grid only some blocks may run.)
  threads_that_go_on,
  /// All blocks together store no fewer elements than there are, if each stores as many as the one
  /// of most among those that run.
  enough_blocks
};

struct watched_elements {
  const std::byte* begin = nullptr; ///< on the device
  std::size_t bytes = 0, element_bytes = 1;
  maker_rule rule = maker_rule::thread_of_same_number;
  std::string name;
};
/// Looks who stores them, until tell_makers(). Only where accesses are observed.
void watch_makers(watched_elements asked);
/// Makes a remark when others have done it, and watches no more.
void tell_makers();

/// Between these two the program calls code that must free what it allocates and look at its
/// errors. Where it does not, call_ends() makes findings of it: leak, unchecked_error. It
/// waits for the device.
void call_begins();
void call_ends();
/// In place of call_ends(), after an exception since a launch failed: what is left then is a leak,
/// too. What was found before it is forgotten: what failed was missing, and that was no mistake.
/// @param when for the finding: "when a launch failed"
void failed_call_ends(const char* when);

/// What makes a call, or a part of it, end early: its exception comes from CUDA_CHECK, or from code
/// that was passed to it.
enum class early_end { failed_call, exception };
/// From here on the call is made to end early: what lines leave behind from now on that had left
/// nothing before, call_ends() tells as left by that.
/// @param when for the finding: "when a launch was refused"
void call_is_to_end_early(early_end by, const char* when);

/// Memory that a submission's host code may store to, besides its variables and what it allocates
/// itself; and no longer.
void own_memory_begins(const void* memory, std::size_t bytes);
void own_memory_ends(const void* memory);

/// An array of the host that is lent to a submission. The bytes just before and behind it are its
/// lender's marks: host code, or a copy, that reads them is a finding, and the program goes on.
struct lent_array {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0, element_bytes = 1;
  std::size_t beside = 0; ///< so many bytes of marks on either side
  std::string name;
};
void lend_array(lent_array one);
void take_back_array(const void* begin);

/// A submission's functions are called from the function with this frame: what lies above on this
/// thread's stack is not theirs. They may store to their own memory only; else the program ends as
/// below.
void submission_runs_below(const void* frame);

/// Whether something was given since follow_work() to a stream that the default stream does not
/// wait for, whether or not an event joins the two again.
void follow_work();
bool followed_work_went_aside();

/// Host code that follows a device pointer ends the program. `use` is called before, and may still
/// take the findings, which say where; null: the place is printed instead.
void before_host_access(void (*use)());

/// Findings since the last call, most telling first, as a JSON array; docs/formats.md has the form.
std::string take_findings();

/// Traffic by kernel and source line since the last call, as a JSON array; docs/formats.md.
std::string take_traffic();

} // namespace cudalab::emulator
