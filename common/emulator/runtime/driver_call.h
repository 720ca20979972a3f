// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of the driver API, which are made of calls of the runtime API: findings must name what the
/// program has called.
#pragma once

namespace cudalab::emulator {

/// While it lives, what this OS thread calls of the runtime API is part of a call of the driver
/// API.
class driver_call {
public:
  /// @param name of the driver's function; it lives as long as the program
  /// @param caller the call's return address
  driver_call(const char* name, const void* caller);
  ~driver_call();
  driver_call(const driver_call&) = delete;
  driver_call& operator=(const driver_call&) = delete;

  /// Null: the program has called the runtime API itself.
  static const driver_call* current();

  const char* const name;
  const void* const caller;

private:
  const driver_call* const outer_;
};

/// Where the program has made its call. @param return_address of the runtime's function
inline const void* caller_in_program(const void* return_address) {
  const driver_call* const call = driver_call::current();
  return call == nullptr ? return_address : call->caller;
}
/// What the program has called. @param name of the runtime's function
inline const char* called_by_program(const char* name) {
  const driver_call* const call = driver_call::current();
  return call == nullptr ? name : call->name;
}

/// The same, of the function in which it stands.
#define CALLER_IN_PROGRAM ::cudalab::emulator::caller_in_program(__builtin_return_address(0))

/// This OS thread has called the runtime API, which makes a device's own context the current one.
void note_runtime_used();
bool thread_has_used_runtime();
/// Whether any thread has.
bool runtime_was_used();

} // namespace cudalab::emulator
