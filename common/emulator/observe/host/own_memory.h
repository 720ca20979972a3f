// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The memory that a submission's host code may store to: its static variables, what it allocated,
/// its exceptions, and the stack below the function of the worker that called it. Worker, emulated
/// device and libraries live in the same process, and all else is theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cudalab::emulator {

/// Whether this program is a submission: others may store where they like.
bool keeps_to_own_memory();

/// Its static and global variables, from and to. None: this program is no submission.
std::vector<std::pair<const std::byte*, const std::byte*>> own_static_variables();

/// As own_memory_begins() of emulator.h, for what the submission allocates itself and may free.
void own_block_begins(const void* memory, std::size_t bytes);
/// Whether it may free this. Always, where it is no submission.
bool owns_block(const void* memory);

/// Host code made an exception there. As own_memory_begins() of emulator.h, but nobody tells when
/// it goes: the last few are remembered.
void own_exception_begins(const void* memory, std::size_t bytes);

/// While it lives, a function of the submission is called by a library that the submission called:
/// of its stack it may store to what lies below `frame` only.
class stack_of_callback {
public:
  explicit stack_of_callback(const void* frame);
  ~stack_of_callback();
  stack_of_callback(const stack_of_callback&) = delete;
  stack_of_callback& operator=(const stack_of_callback&) = delete;

private:
  std::uintptr_t end_before_;
  bool by_worker_before_;
};

/// Ends the program with a finding unless [where, where + bytes) is the submission's own. Does not
/// know the memory of the device. @param pc the code that is about to store there
void keep_to_own_memory(const void* where, std::size_t bytes, const void* pc);

} // namespace cudalab::emulator
