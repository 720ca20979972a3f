// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Messages over a pair of pipes: a 4-byte little-endian length, then that many bytes.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>

namespace cudalab::protocol {

/// The other side sent something that is not a message of this protocol.
struct malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The other side is gone.
struct closed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Longest message that is accepted. The judge must survive whatever a worker sends.
inline constexpr std::size_t max_message_bytes = std::size_t{4} << 20;

class channel {
public:
  /// Reads from and writes to descriptors that the caller owns.
  channel(int read_fd, int write_fd) : read_fd_(read_fd), write_fd_(write_fd) {}

  /// @throws closed when the reader is gone.
  void send(const std::string& message);

  /// Waits for one whole message. @throws closed at end of file, malformed when too long.
  std::string receive();

  /// The same, for at most `timeout`: no value when no whole message came. What had come of it is
  /// kept.
  std::optional<std::string> receive(std::chrono::milliseconds timeout);

private:
  int read_fd_;
  int write_fd_;
  std::string pending_;
};

} // namespace cudalab::protocol
