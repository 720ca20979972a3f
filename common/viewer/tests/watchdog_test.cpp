// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/watchdog.h"

#include <thread>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cudalab::viewer;
using namespace std::chrono_literals;

namespace {

/// In a process of its own: the exit status after a call of such length, 7 when it comes back.
int status_after_call(std::chrono::milliseconds length, std::chrono::milliseconds limit) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    {
      const watched_call watched("a test", limit);
      std::this_thread::sleep_for(length);
    }
    std::this_thread::sleep_for(300ms); // nobody watches now
    _exit(7);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("a call that does not come back ends the program") {
  CHECK(status_after_call(60s, 100ms) == 1);
}

TEST_CASE("a call that comes back in time does not") {
  CHECK(status_after_call(1ms, 200ms) == 7);
}
