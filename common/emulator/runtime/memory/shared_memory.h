// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The __shared__ variables of the program. Each is a thread-local variable of the OS thread that
/// runs the block; this file finds them in the program's symbol table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// A __shared__ variable; `offset` is from shared_segment().begin.
struct shared_variable {
  std::string name; ///< "Mds", without the function it stands in
  std::size_t offset = 0;
  std::size_t bytes = 0;
  bool dynamic = false; ///< the area that `extern __shared__` names stand for
};

/// The part of this OS thread's thread-local storage that holds every __shared__ variable and the
/// dynamic area (and maybe holes between them).
struct shared_segment_range {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

/// Where it begins is a multiple of this, and so is where the dynamic area does: an offset from
/// there is aligned as its address is.
inline constexpr std::size_t shared_alignment = 128;

shared_segment_range shared_segment();
/// Of the block that this OS thread runs.
bool in_shared_memory(const void* address);

/// Every byte of shared memory when a block begins. As a float, four of them are 12.08: large
/// enough to be noticed in a result, small enough to stay a number.
inline constexpr unsigned char stale_shared_byte = 0x41;

/// Whether an address is what a pointer in shared memory holds before anybody sets it, or an index
/// on that.
constexpr bool is_stale_pointer(std::uint64_t address) {
  return address >> 32 == stale_shared_byte * std::uint64_t{0x01010101};
}

/// Makes this OS thread's shared memory what it is for every block, so that a kernel that reads
/// what it has not written gives the same wrong result each time. `dynamic_bytes`: what the launch
/// asked for; more is left alone.
void make_shared_memory_stale(std::size_t dynamic_bytes);

/// In order of offset; the same in every OS thread. The dynamic area comes with its capacity, the
/// launch says how much of it is in use.
const std::vector<shared_variable>& shared_variables();

} // namespace cudalab::emulator
