// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The core of CUDA's atomic functions.
#pragma once

#include <cstring>

#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"

namespace cudalab::emulator {

/// Replaces what stands at `address` by change(of it). @return what stood there
template <class T, class Change>
inline T update(T* address, const Change& change) {
  T before, after;
  __atomic_load(address, &before, __ATOMIC_SEQ_CST);
  do {
    after = change(before);
  } while (!__atomic_compare_exchange(address, &before, &after, true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  return before;
}

/// The same as an atomic function of CUDA's: T is a number of 2, 4 or 8 bytes.
/// @param function for a message when the host calls it @param pc its return address
/// @param looks_again, exchanges see thread_state
template <class T, class Change>
inline T atomically(const char* function, T* address, access_manner manner, const void* pc,
                    const Change& change, bool looks_again = false, bool exchanges = false) {
  block_scheduler& scheduler = scheduler_for(function);
  current_thread->looks_again = looks_again;
  current_thread->exchanges = exchanges;
  observe_atomic(address, sizeof(T), manner, pc);
  current_thread->exchanges = false;
  bool changed = false;
  const T before = update(address, [&](T old) {
    const T now = change(old);
    changed = std::memcmp(&old, &now, sizeof old) != 0;
    return now;
  });
  if (!changed) // as a thread does that waits for a lock
    scheduler.yield_if_polling(address, pc);
  return before;
}

} // namespace cudalab::emulator
