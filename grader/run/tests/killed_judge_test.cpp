// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A judge that is killed leaves no worker behind.
#include <csignal>
#include <thread>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/child_process.h"
#include "grader/run/process_scan.h"
#include "grader/run/sandbox/sandbox.h"

using namespace cudalab::grader;

namespace {

/// Descendants of this process that are alive.
std::size_t alive() {
  std::size_t count = 0;
  for (const process_entry& entry : family_of(getpid(), scan_processes(), {}))
    count += entry.pid != getpid() && entry.state != 'Z';
  return count;
}

void wait_until(std::size_t count) {
  while (alive() != count)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("whatever came of a child of a killed judge dies with it") {
  prctl(PR_SET_CHILD_SUBREAPER, 1); // so that what it leaves is seen here
  const pid_t judge = fork();
  if (judge == 0) {
    child_settings settings;
    // The second sleep leaves session and parent, where a death signal does not reach it.
    settings.command = {"/bin/sh", "-c", "setsid sleep 1000 & sleep 1000; true"};
    child_process child(settings);
    pause();
    _exit(0);
  }
  wait_until(5); // judge, guard, shell and two that sleep
  kill(judge, SIGKILL);
  wait_until(0); // the test's time limit is the verdict
  while (waitpid(-1, nullptr, 0) > 0) {
  }
  CHECK(alive() == 0);
}

TEST_CASE("a judge that is killed while it starts children leaves none, in the sandbox too") {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  static_cast<void>(sandbox()); // looked for once, here
  for (int round = 0; round < 40; ++round) {
    const pid_t judge = fork();
    if (judge == 0) {
      for (;;) {
        child_settings settings;
        settings.command = {"/bin/sleep", "1000"};
        confine(settings, {});
        child_process child(settings);
        child.wait(-1, std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 * round));
    kill(judge, SIGKILL);
    wait_until(0);
    while (waitpid(-1, nullptr, 0) > 0) {
    }
  }
  CHECK(alive() == 0);
}
