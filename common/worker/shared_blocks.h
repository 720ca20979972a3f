// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The two blocks of memory that judge and worker share.
#pragma once

#include <cstddef>

namespace cudalab::worker {

/// A mapping of a whole file.
class mapped_block {
public:
  /// @throws std::system_error
  mapped_block(int fd, bool writable);
  ~mapped_block();
  mapped_block(const mapped_block&) = delete;
  mapped_block& operator=(const mapped_block&) = delete;

  /// The place of [offset, offset + bytes). @throws bad_call when the block does not hold it.
  std::byte* at(std::size_t offset, std::size_t bytes) const;

private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

struct shared_blocks {
  mapped_block inputs;
  mapped_block outputs;
};

} // namespace cudalab::worker
