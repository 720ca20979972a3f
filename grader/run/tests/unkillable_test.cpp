// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A process that hangs in a driver does not die when it is killed. Here kill() is this program's
// own and does nothing at first.
#include <csignal>

#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/process_scan.h"
#include "grader/run/tests/run_faults.h"

using namespace cudalab::grader;
using namespace std::chrono_literals;

namespace {

bool killing_works = true;

} // namespace

/// In the C library's place.
extern "C" int kill(pid_t process, int signal) noexcept {
  return killing_works ? static_cast<int>(syscall(SYS_kill, process, signal)) : 0;
}

namespace {

/// The test's time limit is the verdict.
void end_all() {
  killing_works = true;
  while (processes_left() > 0) {
    for (const process_entry& each : family_of(getpid(), scan_processes(), {}))
      if (each.pid != getpid())
        kill(each.pid, SIGKILL);
    waitpid(-1, nullptr, WNOHANG);
  }
}

} // namespace

TEST_CASE("a worker that does not die is the machine's fault, and nobody waits for it") {
  run_options options = patient();
  options.allowed.wall = 100ms;
  options.allowed.dying = 50ms;
  killing_works = false;
  CHECK_THROWS_WITH(run_faults({"twice", "hang", "twice"}, options),
                    doctest::Contains("the GPU or its driver hangs"));
  end_all();
}

TEST_CASE("a worker that does not die after its answer writes to no other case's outputs") {
  run_options options = patient();
  options.allowed.dying = 50ms;
  killing_works = false;
  // Its last answer says that it ends; what it left behind does not.
  CHECK_THROWS_WITH(run_faults({"leave_child_and_end", "twice"}, options),
                    doctest::Contains("the GPU or its driver hangs"));
  CHECK(is_right(run_faults({"leave_child"}, options)[0])); // no other case
  end_all();
}
