// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The files that the running program is made of: itself, and the shared libraries with code by
/// emucc that were loaded when it began.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

struct program_file {
  std::string path;
  std::uintptr_t moved = 0; ///< from the addresses that its symbols have
  /// Where its thread-local variables begin, from program_thread_locals().begin on: the same in
  /// each OS thread.
  std::ptrdiff_t thread_locals = 0;
};

/// The first is the program itself.
const std::vector<program_file>& program_files();

/// All thread-local variables of these files in this OS thread.
struct thread_local_range {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
};
thread_local_range program_thread_locals();

} // namespace cudalab::emulator
