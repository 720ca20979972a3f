// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "protocol/channel.h"

#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

using namespace cudalab::protocol;
using namespace std::chrono_literals;

namespace {

/// A pipe; an end closed by hand is -1.
struct test_pipe {
  int read_end = -1, write_end = -1;
  test_pipe() {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    read_end = ends[0];
    write_end = ends[1];
  }
  ~test_pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  static void close_end(int& fd) {
    if (fd >= 0)
      close(fd);
    fd = -1;
  }
  void put(const std::string& bytes) const {
    REQUIRE(write(write_end, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
};

std::string prefix(std::uint32_t length) {
  std::string bytes;
  for (int i = 0; i < 4; ++i)
    bytes += static_cast<char>(length >> (8 * i));
  return bytes;
}

} // namespace

TEST_CASE("messages arrive whole and in order, however large") {
  test_pipe pipe;
  channel writer(-1, pipe.write_end), reader(pipe.read_end, -1);
  const std::string large(3'000'000, 'x'); // more than a pipe holds
  std::thread sender([&] {
    writer.send("one");
    writer.send("");
    writer.send(large);
  });
  CHECK(reader.receive() == "one");
  CHECK(reader.receive() == "");
  CHECK(reader.receive() == large);
  sender.join();
}

TEST_CASE("a message that comes in pieces is kept until it is whole") {
  test_pipe pipe;
  channel reader(pipe.read_end, -1);
  const std::string bytes = prefix(5) + "hello";
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    pipe.put(bytes.substr(i, 1));
    CHECK_FALSE(reader.receive(0ms).has_value());
  }
  pipe.put("o" + prefix(1) + "!");
  CHECK(reader.receive(0ms).value() == "hello");
  CHECK(reader.receive(0ms).value() == "!");
}

TEST_CASE("the end of the other side is told apart from silence") {
  test_pipe pipe;
  channel reader(pipe.read_end, -1);
  CHECK_FALSE(reader.receive(1ms).has_value());
  pipe.put(prefix(10) + "half");
  test_pipe::close_end(pipe.write_end);
  CHECK_THROWS_AS(reader.receive(), closed);
}

TEST_CASE("an announced length beyond the limit is refused before anything is stored") {
  test_pipe pipe;
  channel reader(pipe.read_end, -1);
  pipe.put(prefix(max_message_bytes + 1));
  CHECK_THROWS_AS(reader.receive(), malformed);
  channel writer(-1, pipe.write_end);
  CHECK_THROWS_AS(writer.send(std::string(max_message_bytes + 1, 'x')), std::length_error);
}

TEST_CASE("writing to nobody throws, and no SIGPIPE stays behind") {
  test_pipe pipe;
  channel writer(-1, pipe.write_end);
  test_pipe::close_end(pipe.read_end);
  CHECK_THROWS_AS(writer.send("anyone?"), closed);
  sigset_t pending;
  sigpending(&pending);
  CHECK(sigismember(&pending, SIGPIPE) == 0);
}

namespace {
void do_nothing(int) {}
} // namespace

TEST_CASE("an interrupting signal does not disturb a waiting reader") {
  struct sigaction action {};
  action.sa_handler = do_nothing; // without SA_RESTART: poll and read return EINTR
  REQUIRE(sigaction(SIGUSR1, &action, nullptr) == 0);
  test_pipe pipe;
  std::string got;
  std::thread reader([&] { got = channel(pipe.read_end, -1).receive(); });
  for (int i = 0; i < 20; ++i) {
    pthread_kill(reader.native_handle(), SIGUSR1);
    std::this_thread::sleep_for(1ms);
  }
  channel(-1, pipe.write_end).send("still here");
  reader.join();
  CHECK(got == "still here");
}
