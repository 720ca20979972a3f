// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the runtime tells of a program outside of its kernels' blocks, to whoever watches it. With
/// observer.h this is all that the runtime knows of being watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/call_path.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

struct allocation;
struct launch_verdict;

/// Every function may do nothing: nobody watches a fast program. Called by any OS thread.
class program_observer {
public:
  /// The runtime is about to use active_observers().
  virtual void observers_are_needed() {}

  /// A function of the device library is about to make an access for the student's code, in a block
  /// that is observed. Does not return when the address is bad.
  /// @param pc return address of the library's function: the student's line
  virtual void library_accesses(const void* address, std::uint32_t bytes, access_kind,
                                const void* pc, access_manner) {
    (void)address, (void)bytes, (void)pc;
  }
  /// A copy, a fill, an allocation, a free or a host function was submitted. Under device_queue's
  /// lock.
  virtual void submitted(std::uint64_t operation_number, const operation&) {
    (void)operation_number;
  }

  /// A launch cannot run.
  virtual void launch_refused(const launch_record&, const launch_verdict&) {}
  /// The host frees something that is no live allocation, or no longer one.
  virtual void free_refused(const void* pointer, const void* caller) {
    (void)pointer, (void)caller;
  }
  /// A second cudaFreeAsync, before the stream has got to the first.
  virtual void freed_twice(const allocation&, const void* first_caller, const void* caller) {
    (void)first_caller, (void)caller;
  }
  /// A kernel frees something that malloc and new have not given it, or that is free already. The
  /// launch ends with it.
  virtual void kernel_free_refused(const void* pointer, bool was_freed, const void* caller) {
    (void)pointer, (void)was_freed, (void)caller;
  }
  /// Host code frees memory of CUDA's by a function for its own: the program is about to end.
  /// @param how "delete[]" @param line for standard error, if nobody tells of it otherwise
  /// @return whether somebody will
  virtual bool foreign_free(const void* place, const char* how, const void* caller,
                            const std::string& line) {
    (void)place, (void)how, (void)caller, (void)line;
    return false;
  }

  /// The calls of the submission's functions that are under way in this OS thread, behind the one
  /// that returns to `caller`. None: it is no submission's code.
  virtual call_path calls_behind(const void* caller) {
    (void)caller;
    return {};
  }

  /// Host code got memory of its own, or not (null).
  virtual void host_allocated(const void* memory, std::size_t bytes, const void* caller) {
    (void)memory, (void)bytes, (void)caller;
  }
  virtual void host_freed(const void* memory) { (void)memory; }
  /// Whether it is memory that host code got and has not freed. Asked before it is freed.
  virtual bool host_may_free(const void* memory) {
    (void)memory;
    return true;
  }
  /// The runtime is about to store to memory of the host, for a call of the program. Does not
  /// return when it is not the program's own.
  /// What was asked for earlier stores there from now on: a recorded copy, or a kernel in memory of
  /// the host that the program has registered. @param caller who asked
  virtual void stores_later(const void* place, std::size_t bytes, const void* caller) {
    (void)place, (void)bytes, (void)caller;
  }
  virtual void stores_for_host(const void* place, std::size_t bytes, const void* caller) {
    (void)place, (void)bytes, (void)caller;
  }

  /// The runtime is about to read memory of the host, for a call of the program.
  virtual void reads_of_host(const void* place, std::size_t bytes, const void* caller) {
    (void)place, (void)bytes, (void)caller;
  }

  /// Host code is about to make an exception there, to throw it.
  virtual void exception_allocated(const void* memory, std::size_t bytes) {
    (void)memory, (void)bytes;
  }

  /// A rank of NCCL waits for others that never come. @param what in words
  /// @param call "ncclAllReduce"
  /// @param kept its communicator was made before the last call_begins()
  virtual void rank_waits_in_vain(const std::string& what, const char* call, const void* caller,
                                  bool kept) {
    (void)what, (void)call, (void)caller, (void)kept;
  }
  /// Calls of two ranks that belong together do not fit together.
  virtual void calls_do_not_match(const std::string& what, const char* call, const void* caller,
                                  const void* other_caller) {
    (void)what, (void)call, (void)caller, (void)other_caller;
  }

  /// A call whose result the program throws away has failed.
  /// @param name of the error: cudaErrorInvalidValue, or CUDA_ERROR_INVALID_VALUE
  virtual void error_dropped(cudaError_t, const char* name, const void* caller) {
    (void)name, (void)caller;
  }
  /// The program asks for the last error. @return where the call is that left it and whose result
  /// was thrown away, "line 12"; "": it is not known, or none
  virtual std::string errors_looked_at(cudaError_t last) {
    (void)last;
    return {};
  }
  /// ... and there is one, which it will not be told again.
  virtual void error_taken(cudaError_t, const void* caller) { (void)caller; }
  /// ... which stays, by cudaPeekAtLastError().
  virtual void error_kept(cudaError_t, const void* caller) { (void)caller; }

protected:
  ~program_observer() = default; // it lives until the process ends
};

/// From now on this one is told. Before main() or in tests.
void watch_program(program_observer& watcher);
/// The one that is told; one that does nothing while nobody watches.
program_observer& the_program_observer();
bool program_is_watched();

} // namespace cudalab::emulator
