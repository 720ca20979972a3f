// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Accesses that a function of the device library makes for the student's code.
#pragma once

#include "emulator/runtime/execution.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Tells the observers of both halves of an atomic operation, before it happens. Does not return
/// when the address is bad.
/// @param pc return address of the library's function: the student's line
void observe_atomic(const void* address, std::uint32_t bytes, access_manner manner, const void* pc);

/// The same for a plain or volatile access.
void observe_access(const void* address, std::uint32_t bytes, access_kind kind, const void* pc,
                    access_manner manner = access_manner::plain);

/// While it lives, accesses of the thread that runs belong to such work. (Where one of them is bad
/// the thread does not come back: the next block's threads are new.)
class working_for_thread {
public:
  explicit working_for_thread(library_work what) : of_(current_block->thread) { of_->works = what; }
  ~working_for_thread() { of_->works = library_work::none; }
  working_for_thread(const working_for_thread&) = delete;
  working_for_thread& operator=(const working_for_thread&) = delete;

private:
  thread_state* of_;
};

/// What a function of the runtime answers through a pointer. A kernel that asked is seen to store
/// it.
template <class T, class Value>
void give(T* to, const Value& answer, const void* pc) {
  observe_access(to, sizeof *to, access_kind::write, pc);
  *to = answer;
}

} // namespace cudalab::emulator
