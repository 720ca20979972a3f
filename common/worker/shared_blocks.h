// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The two blocks of memory that judge and worker share.
#pragma once

#include <cstddef>

namespace cudalab::worker {

/// Bytes of a shared block, mapped for as long as this lives.
class mapped_part {
public:
  /// @throws std::system_error
  mapped_part(int fd, std::size_t offset, std::size_t bytes, bool writable);
  ~mapped_part();
  mapped_part(const mapped_part&) = delete;
  mapped_part& operator=(const mapped_part&) = delete;

  std::byte* begin() const { return begin_; }

private:
  std::byte* begin_ = nullptr;
  void* mapping_ = nullptr;
  std::size_t mapped_bytes_ = 0;
};

/// A file that is mapped in parts, and only while the worker itself reads or writes there: the
/// student's functions run in this process, and neither the results of earlier calls nor the
/// inputs of later ones are in its memory then.
class shared_block {
public:
  /// @throws std::system_error
  shared_block(int fd, bool writable);

  /// @throws bad_call when the block does not hold [offset, offset + bytes)
  void require_room(std::size_t offset, std::size_t bytes) const;
  /// @throws the same, std::system_error
  mapped_part map(std::size_t offset, std::size_t bytes) const;

private:
  int fd_;
  bool writable_;
  std::size_t bytes_ = 0;
};

struct shared_blocks {
  shared_block inputs;
  shared_block outputs;
};

} // namespace cudalab::worker
