// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Keeps what a program does, for take_waits() and its like in emulator/emulator.h.
#pragma once

#include <cstddef>

#include "emulator/runtime/call_path.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// The program's call of this function, which returns to `caller`, stands still until work before
/// it has ended.
void note_host_wait(const char* call, const void* caller);
/// Where the first wait that is kept was called, and what called that; null: not known.
struct wait_call {
  const void* caller = nullptr;
  call_path behind{};
};
wait_call call_of_first_wait();
/// The call that was noted last, once; "": none since.
const char* take_waiting_call();
/// A function is called (or has returned) that must not wait.
void watch_queries(bool wanted);
/// The answer to a question whether work has ended. Who asks again until it has, waits. The first
/// question after a launch is told that it has not, so that this does not hang on how quick the
/// device is; but not who has waited for the work already. @param callers_stream it is the stream
/// that the function's caller uses: there may be work before the first launch, too
bool answer_query(const char* call, bool ended, bool known, bool callers_stream = false);
/// The function resets the device.
void note_device_reset();
/// @return whether one did since it was last asked
bool take_device_reset();
/// The program itself has asked for this copy.
/// Of what is handed over from now on only a part is run: sample_blocks().
void note_sampling(bool wanted);
bool is_sampling();
/// A kernel, a copy or a fill was handed over.
void note_operation();
/// A graph was made ready.
void note_graph_made_ready();
void note_copy_to_host(std::size_t bytes);
void note_copy_to_device(std::size_t bytes);
/// Likewise, from host memory of one kind, or to it.
void note_copy_by_memory(bool pinned, bool to_host, std::size_t bytes);
/// The program asks for a launch. @return whether it is refused: see refuse_launches_from()
bool is_refused(const launch_record& launch);
/// The program calls a function that allocates, copies or fills memory, makes a stream, an event or
/// an executable graph, or launches a graph. @return whether that is to fail: see fail_call()
bool call_fails(const char* call, const void* caller);
/// The program calls cudaFree(). @return whether that is to fail: see fail_free()
bool free_fails(const void* caller);
/// It ends a group of NCCL's in which there is work. @return the same: see fail_next_group()
bool group_fails(const void* caller);
/// The one that was made to fail.
struct failed_call {
  const char* call = "";        ///< "cudaMemcpy"
  const void* caller = nullptr; ///< null: none was
};
failed_call call_made_to_fail();
/// The first launch that was refused.
const launch_record& first_refused();
/// Whether launches are refused, and one was; whether a call is made to fail.
bool is_refusing();
bool is_failing_calls();
/// Either of them: an exception may free what other work still uses, for which nobody could wait.
inline bool is_made_to_fail() {
  return is_refusing() || is_failing_calls();
}
/// The launch has been accepted: its kernel will run.
void note_launch(const launch_record& launch);
/// The blocks of an earlier launch in the same line, of the same kernel, that had fewer threads and
/// as many bytes of dynamic shared memory. x is 0: there was none.
index3 smaller_blocks_before(const launch_record& launch);
/// The launch was refused: only its sizes are kept.
void note_refused_sizes(const launch_record& launch);
/// Whether an earlier launch in the same line, of the same kernel, had a grid of the same size and
/// other blocks, or blocks of the same size and another grid.
enum class same_size { of_grid, of_block };
bool had_launch(const launch_record& launch, same_size same);

} // namespace cudalab::emulator
