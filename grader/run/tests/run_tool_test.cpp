// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/run_tool.h"

#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "grader/run/tests/run_faults.h"

using namespace cudalab::grader;

namespace {

tool_result shell(const std::string& script, run_limits allowed = {std::chrono::minutes(2)}) {
  return run_tool({{"/bin/sh", "-c", script}, {"GREETING=hello"}, allowed});
}

} // namespace

TEST_CASE("a tool's output and exit status come back") {
  const tool_result good = shell("echo $GREETING; echo there >&2");
  CHECK(good.ok());
  CHECK(good.output == "hello\nthere\n");
  const tool_result bad = shell("exit 3");
  CHECK_FALSE(bad.ok());
  CHECK(bad.exit_status == 3);
  CHECK(shell("kill -SEGV $$").how == ending::crashed);
  CHECK(processes_left() == 0);
}

TEST_CASE("a tool is stopped at its limits, with all that it started") {
  CHECK(
      shell("sleep 1000 & setsid sleep 1000 & sleep 1000", {std::chrono::milliseconds(200)}).how ==
      ending::timed_out);
  CHECK(processes_left() == 0);
  run_limits little{std::chrono::minutes(2)};
  little.output_bytes = 1000;
  CHECK(shell("yes", little).how == ending::too_much_output);
  CHECK(processes_left() == 0);
}

TEST_CASE("a tool gets no input and no descriptors but its three") {
  // One that the judge itself was given, and that a program start would keep.
  const int inherited = fcntl(STDERR_FILENO, F_DUPFD, 3);
  const tool_result result = shell("cat; ls /proc/self/fd | wc -w");
  close(inherited);
  CHECK(result.output == "4\n"); // ls itself has the folder open
}

TEST_CASE("tools in several threads do not take each other's processes for orphans") {
  std::vector<std::thread> threads;
  std::array<tool_result, 4> results;
  for (tool_result& result : results)
    threads.emplace_back([&result] {
      for (int i = 0; i < 5; ++i) // each leaves an orphan, and ends at once
        result =
            shell("(sleep 0.02; true) & setsid sh -c 'sleep 0.02; true' & sleep 0.05; echo done");
    });
  for (std::thread& thread : threads)
    thread.join();
  for (const tool_result& result : results) {
    CHECK(result.ok());
    CHECK(result.output == "done\n");
  }
  CHECK(processes_left() == 0);
}
