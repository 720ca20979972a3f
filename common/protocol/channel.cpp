// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "protocol/channel.h"

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <system_error>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace cudalab::protocol {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t length_bytes = 4;
/// A descriptor that does not block is given this long to take a message.
constexpr std::chrono::seconds send_patience{10};

/// Keeps SIGPIPE from ending this program while a write fails, and leaves no trace of it. (Pipes
/// have no flag for that, and the program's own handling of the signal is not ours to change.)
class without_sigpipe {
public:
  without_sigpipe() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~without_sigpipe() {
    if (!was_pending_) {
      const timespec no_time{};
      while (sigtimedwait(&sigpipe_, nullptr, &no_time) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  without_sigpipe(const without_sigpipe&) = delete;
  without_sigpipe& operator=(const without_sigpipe&) = delete;

private:
  sigset_t sigpipe_{}, before_{};
  bool was_pending_ = false;
};

/// True when `fd` is ready (or broken: the next call on it says so), false when the time is over.
bool wait_for(int fd, short event, clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
    const int wait = left < 0 ? 0 : static_cast<int>(std::min<long long>(left, 1'000'000));
    pollfd entry{fd, event, 0};
    const int ready = poll(&entry, 1, wait);
    if (ready > 0)
      return true;
    if (ready < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    if (ready == 0 && clock::now() >= until)
      return false;
  }
}

std::uint32_t length_at(const std::string& bytes) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    length |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return length;
}

/// Takes the first whole message out of `pending`.
std::optional<std::string> take_message(std::string& pending) {
  if (pending.size() < length_bytes)
    return std::nullopt;
  const std::size_t length = length_at(pending);
  if (length > max_message_bytes)
    throw malformed("a message of " + std::to_string(length) + " bytes was announced, " +
                    std::to_string(max_message_bytes) + " are allowed");
  if (pending.size() < length_bytes + length)
    return std::nullopt;
  std::string message = pending.substr(length_bytes, length);
  pending.erase(0, length_bytes + length);
  return message;
}

/// Appends what can be read now; waits when there is nothing.
void read_some(int fd, std::string& pending) {
  char buffer[65536];
  const ssize_t got = read(fd, buffer, sizeof buffer);
  if (got > 0)
    pending.append(buffer, static_cast<std::size_t>(got));
  else if (got == 0)
    throw closed("end of file");
  else if (errno != EINTR && errno != EAGAIN)
    throw closed(std::generic_category().message(errno));
}

} // namespace

void channel::send(const std::string& message) {
  if (message.size() > max_message_bytes)
    throw std::length_error("a message of " + std::to_string(message.size()) +
                            " bytes is longer than the protocol allows");
  std::string bytes;
  for (std::size_t i = 0; i < length_bytes; ++i)
    bytes += static_cast<char>(message.size() >> (8 * i) & 0xFF);
  bytes += message;

  const without_sigpipe guard;
  const auto until = clock::now() + send_patience;
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t wrote = write(write_fd_, bytes.data() + sent, bytes.size() - sent);
    if (wrote >= 0)
      sent += static_cast<std::size_t>(wrote);
    else if (errno == EAGAIN) {
      if (!wait_for(write_fd_, POLLOUT, until))
        throw closed("the other side does not read");
    } else if (errno != EINTR)
      throw closed(std::generic_category().message(errno));
  }
}

std::string channel::receive() {
  for (;;)
    if (auto message = receive(std::chrono::hours(1)))
      return *std::move(message);
}

std::optional<std::string> channel::receive(std::chrono::milliseconds timeout) {
  const auto until = clock::now() + timeout;
  for (;;) {
    if (auto message = take_message(pending_))
      return message;
    if (!wait_for(read_fd_, POLLIN, until))
      return std::nullopt;
    read_some(read_fd_, pending_);
  }
}

} // namespace cudalab::protocol
