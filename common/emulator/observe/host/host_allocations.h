// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Books of the host memory that a checked program's own code allocates, so that what it never
/// frees can be named. Kept only between call_begins() and call_ends() of emulator.h.
#pragma once

#include <cstddef>
#include <map>

namespace cudalab::emulator {

struct host_allocation {
  const void* made_by = nullptr; ///< code address of the call
  std::size_t bytes = 0;
};

/// Begins anew; until now nothing was allocated.
void watch_host_allocations();
/// Ends. What was allocated since, is still there, and was asked for by a line of the program's own
/// code: what a header of the standard library asked for, it frees.
std::map<const void*, host_allocation> end_host_allocations();

/// All of it so far, also what headers of the standard library asked for.
std::map<const void*, host_allocation> live_host_allocations();

/// Host code got memory, or not (null). Cheap while nobody watches.
void host_allocated(const void* memory, std::size_t bytes, const void* caller);
/// It gives memory back. Not in the books, or null: nothing.
void host_freed(const void* memory);

} // namespace cudalab::emulator
