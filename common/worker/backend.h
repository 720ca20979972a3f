// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What only one of the two devices can do. backend_cpu.cpp or backend_gpu.cpp implements it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/messages.h"

namespace cudalab::worker::backend {

/// "cpu" or "gpu"
std::string name();

/// From now on; see protocol::batch.
void observe(bool watched, bool counted);

/// Whether the device itself sees each access of a watched call. Guards lie outside of the
/// allocations then, and outputs may hold poison and count as never written all the same.
bool sees_accesses();

/// The longest that launches may run from now on; 0: as long as before. Nothing on a GPU.
void limit_launches(double seconds);

/// One block after the other. Nothing on a GPU.
void run_blocks_in_order(bool wanted);

/// Of each grid only so many blocks run at its begin, in its middle and at its end; 0: all.
/// Nothing on a GPU.
void sample_blocks(std::size_t number);

/// Whether a kernel may have left something in memory for the next launch, between calls. True on a
/// GPU, where nobody knows.
bool kernels_can_remember();

/// Device memory for an argument that is repeated: see protocol::buffer_argument. Null: there is no
/// room; always on a GPU.
void* allocate_repeated(std::size_t bytes, std::size_t period);

/// For messages about this allocation.
void name_allocation(const void* device_pointer, const std::string& name,
                     std::size_t element_bytes);

/// Nobody has written these bytes, whatever they hold. Nothing on a GPU.
void mark_uninitialised(void* device_pointer, std::size_t bytes);

/// A remark is made when a kernel reads these bytes from now on. Nothing on a GPU.
void mark_only_written(void* device_pointer, std::size_t bytes);
/// Kernels that write it make a remark. Nothing on a GPU.
void mark_only_read(void* device_pointer, std::size_t bytes);

/// Who stores the elements of an argument in this memory is looked at (protocol::element_maker),
/// until tell_makers() makes a remark of it. Nothing on a GPU.
void watch_makers(const protocol::buffer_argument& argument, const void* device_pointer);
void tell_makers();

/// How many launches there were so far, accepted or not; 0 on a GPU.
std::size_t launches_asked_for();
/// How many kernels, copies and fills there were so far; 0 on a GPU.
std::size_t operations_submitted();
/// From the launch with this number on (from 0), launches are refused. Nothing on a GPU.
void refuse_launches_from(std::size_t number);
/// They are accepted again. @return how many were refused
std::size_t accept_launches();
/// What a function did in place of throwing lab::cuda_error.
struct not_told {
  std::string what;         ///< in words; "": it threw lab::cuda_error
  bool threw = false;       ///< something else
  bool left_behind = false; ///< it did throw that, and throws it again where nothing is refused
};
/// The finding that a launch was refused and nobody was told.
void found_refusal_not_told(const not_told& instead);
/// Whether the function was told that a launch was refused, and left the error where it was. False
/// on a GPU.
bool refusal_is_kept();
/// The remark that it throws it again.
void remark_kept_refusal(const std::string& function);

/// How many calls there were so far that allocate, copy or fill memory, or make a stream, an event
/// or an executable graph; 0 on a GPU.
std::size_t fallible_calls();
/// The one with this number (from 0) fails. Nothing on a GPU.
void fail_call(std::size_t number);
/// The same of cudaFree().
std::size_t frees();
void fail_free(std::size_t number);
/// None fails any more. @return the name of the one that did; "": none has
std::string accept_calls();
/// The finding that it did and nobody was told.
void found_failure_not_told(const std::string& call, const not_told& instead);

/// Around a call of the student's function: what it allocates and never frees, and the errors that
/// it does not look at, become findings. Nothing on a GPU.
void call_begins();
void call_ends();
/// Ends what streams record, where a call threw meanwhile. Nothing on a GPU.
void abandon_captures();
/// In place of call_ends(), where it threw since a launch failed.
void failed_call_ends();

/// Whether something was given since follow_work() to a stream that the default stream does not
/// wait for. On a GPU, where nobody sees it: it may have been.
void follow_work();
bool followed_work_went_aside();

/// What host code has copied from the device so far; 0 on a GPU.
std::size_t bytes_copied_to_host();
std::size_t bytes_copied_to_device();

/// The student's functions are called from the function with this frame, and what lies above on the
/// stack is not theirs. Nothing on a GPU.
void runs_below(const void* frame);

/// Memory of the worker's that the student's host code may store to, from now on or no longer.
/// Nothing on a GPU.
void lend(const void* memory, std::size_t bytes);
void take_back(const void* memory);
/// An array in it, with so many bytes of guards before and behind it.
void lend_array(const void* begin, std::size_t bytes, std::size_t element_bytes,
                std::size_t guard_bytes, const std::string& name);
void take_back_array(const void* begin);

/// The student's host code follows a device pointer, from which no call comes back: `use` is called
/// first. Never on a GPU: the program crashes.
void before_host_access(void (*use)());

/// For protocol::hello::peak_gigaflops.
double peak_gigaflops();
/// For protocol::hello::pci_bus_id.
std::string pci_bus_id();

/// The first launches since the last call; none on a GPU.
std::vector<protocol::launch_sizes> take_launches();

/// Calls since the last call that waited for the device; none on a GPU. As
/// protocol::call_reply::waits.
std::vector<std::string> take_waits();

/// None on a GPU.
std::vector<protocol::remark> take_remarks();

/// JSON arrays (docs/formats.md), empty on a GPU.
std::string take_findings();
std::string take_traffic();

} // namespace cudalab::worker::backend
