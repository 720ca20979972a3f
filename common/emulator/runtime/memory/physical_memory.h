// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Memory that is at no address, at one or at several, also in other processes: a file without a
/// name, which only exists as long as somebody has it open or mapped.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace cudalab::emulator {

class physical_memory {
public:
  /// @param bytes a multiple of a page
  /// @param label a word that every process which opens the memory can read
  /// @return null: the system gives none. It is zero, and costs memory page by page when touched.
  static std::shared_ptr<physical_memory> make(std::size_t bytes, const std::string& label);
  /// What another process, or this one, made: its descriptor stays the caller's. @return null: it
  /// is nothing that make() made
  static std::shared_ptr<physical_memory> of_descriptor(int file);

  ~physical_memory();
  physical_memory(const physical_memory&) = delete;
  physical_memory& operator=(const physical_memory&) = delete;

  int file() const { return file_; }
  std::size_t bytes() const { return bytes_; }
  const std::string& label() const { return label_; }

  /// It holds what the memory from `place` on does. Pages of zeros stay untouched.
  bool take_content(const std::byte* place) const;
  /// All of it is at `place` from now on, in the place of what was there.
  bool map_at(void* place, bool accessible) const;

private:
  physical_memory(int file, std::size_t bytes, std::string label);

  const int file_;
  const std::size_t bytes_;
  const std::string label_;
};

/// Whether memory at [place, place + bytes), which is mapped, may be touched. @return false: the
/// system refuses
bool set_accessible(void* place, std::size_t bytes, bool accessible);

} // namespace cudalab::emulator
