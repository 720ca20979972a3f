// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A student's program may do anything. Whatever it does, the judge lives, says what happened, goes
// on with the next case, and leaves no process behind.
#include <atomic>
#include <thread>

#include <pthread.h>
#include <sched.h>

#include <doctest/doctest.h>

#include "grader/run/gpus.h"
#include "grader/run/process_scan.h"
#include "grader/run/tests/run_faults.h"

using namespace cudalab::grader;
using namespace std::chrono_literals;

namespace {

/// The fault's outcome, with a good call before and after it that must be right.
case_outcome survive(const std::string& fault, const run_options& options = patient()) {
  CAPTURE(fault);
  const auto outcomes = run_faults({"twice", fault, "twice"}, options);
  REQUIRE(outcomes.size() == 3);
  CHECK(is_right(outcomes[0]));
  CHECK(is_right(outcomes[2]));
  CHECK(processes_left() == 0);
  return outcomes[1];
}

} // namespace

TEST_CASE("good calls share one worker and come back right") {
  const auto outcomes = run_faults({"twice", "talk", "twice"});
  for (const case_outcome& outcome : outcomes) {
    CHECK(is_right(outcome));
    CHECK(outcome.damaged_fences.empty());
  }
  CHECK(outcomes[0].printed.empty());
  CHECK(outcomes[1].printed == "hello from the call\n");
  CHECK(outcomes[2].printed.empty());
  CHECK(processes_left() == 0);
}

TEST_CASE("a crash is named by its signal") {
  case_outcome outcome = survive("crash");
  CHECK(outcome.how == ending::crashed);
  CHECK(outcome.detail == "SIGSEGV (invalid memory access)");
  outcome = survive("abort");
  CHECK(outcome.how == ending::crashed);
  CHECK(outcome.detail.find("SIGABRT") == 0);
}

TEST_CASE("a program that ends by itself has not answered") {
  case_outcome outcome = survive("exit0");
  CHECK(outcome.how == ending::exited);
  CHECK(outcome.detail == "exit status 0");
  CHECK(outcome.outputs.empty());
  outcome = survive("exit7");
  CHECK(outcome.how == ending::exited);
  CHECK(outcome.detail == "exit status 7");
}

TEST_CASE("what does not end is stopped") {
  run_options options = patient();
  options.allowed.wall = 200ms;
  for (const char* fault : {"hang", "spin", "drip"}) {
    CHECK(run_faults({fault}, options)[0].how == ending::timed_out);
    CHECK(processes_left() == 0);
  }
}

TEST_CASE("a busy machine is not the program's fault") {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  std::atomic<bool> busy = true;
  std::vector<std::thread> others;
  for (int i = 0; i < 7; ++i) {
    others.emplace_back([&] {
      while (busy) {
      }
    });
    pthread_setaffinity_np(others.back().native_handle(), sizeof first, &first);
  }
  run_options options = patient();
  options.allowed.wall = 500ms; // it works for 200 ms, and has an eighth of a processor
  const auto outcomes = run_faults({"work_beside_others"}, options);
  busy = false;
  for (std::thread& each : others)
    each.join();
  CHECK(is_right(outcomes[0]));
}

TEST_CASE("a thread's wait is its own, whatever another one waited before") {
  const waits_for_processor before = {{10, 900ms}, {11, 20ms}};
  CHECK(longest_wait_since(before, {{10, 905ms}, {11, 320ms}}) == 300ms);
  CHECK(longest_wait_since(before, {{11, 30ms}, {12, 50ms}}) == 50ms); // one that is new
  CHECK(longest_wait_since(before, {}) == 0ms);
}

TEST_CASE("endless output is cut off") {
  for (const char* fault : {"flood", "flood_error"}) {
    const case_outcome outcome = survive(fault);
    CHECK(outcome.how == ending::too_much_output);
    CHECK(outcome.printed.size() == patient().allowed.output_bytes);
  }
}

TEST_CASE("too many processes are stopped, all of them") {
  CHECK(survive("many_children").how == ending::too_many_processes);
}

TEST_CASE("processes left behind end with the worker") {
  CHECK(is_right(survive("leave_child")));
  CHECK(is_right(survive("leave_daemon")));
  CHECK(survive("daemon_and_crash").how == ending::crashed);
}

TEST_CASE("memory is limited, and nobody waits until the next cases have filled it too") {
  run_options options = patient();
  options.allowed.resident_bytes = std::size_t{100} << 20;
  options.timeouts_allowed = 2;
  CHECK(survive("allocate", options).how == ending::out_of_memory);
  options.timeouts_allowed = 1;
  const auto outcomes = run_faults({"twice", "allocate", "twice"}, options);
  CHECK(is_right(outcomes[0]));
  for (const std::size_t out_of_memory : {1, 2})
    CHECK(outcomes[out_of_memory].how == ending::out_of_memory);
  CHECK(outcomes[1].detail != "in an earlier case; this one was not run");
  CHECK(outcomes[2].detail == "in an earlier case; this one was not run");
}

TEST_CASE("what is no message breaks the protocol, not the judge") {
  for (const char* fault : {"garbage", "not_json", "overlong", "other_kind", "other_index",
                            "bad_findings", "bad_traffic", "close_all"}) {
    CAPTURE(fault);
    const case_outcome outcome = survive(fault);
    CHECK(outcome.how == ending::broken_protocol);
    CHECK_FALSE(outcome.detail.empty());
  }
  CHECK(survive("half").how == ending::exited);
}

TEST_CASE("errors that were answered keep their words") {
  case_outcome outcome = survive("leaving"); // and the worker is replaced
  CHECK(outcome.how == ending::cuda_error);
  CHECK(outcome.detail == "lost (cudaErrorIllegalAddress)");
  outcome = survive("throw");
  CHECK(outcome.how == ending::exception);
  CHECK(outcome.detail == "bad luck");
  CHECK(processes_left() == 0);
}

TEST_CASE("a program cannot blame the machine or the judge by saying so") {
  const case_outcome lost = survive("lost_device"); // on the emulated device, which is never lost
  CHECK(lost.how == ending::cuda_error);
  CHECK(lost.detail == "waiting for f (cudaErrorECCUncorrectable)");
  const case_outcome bad_call = survive("bad_call");
  CHECK(bad_call.how == ending::broken_protocol);
  CHECK(bad_call.detail == "no such");
  CHECK(processes_left() == 0);
}

TEST_CASE("a lost device is the machine's fault when the judge cannot use it either") {
  if (gpu_works())
    return;
  run_options options = patient();
  options.on_gpu = true;
  CHECK_THROWS_WITH(run_faults({"twice", "lost_device", "twice"}, options),
                    doctest::Contains("the GPU cannot be used: waiting for f "
                                      "(cudaErrorECCUncorrectable)"));
  CHECK(processes_left() == 0);
}

TEST_CASE("shared memory is out of a worker's power") {
  const case_outcome overrun = survive("overrun");
  CHECK(is_right(overrun));
  CHECK(overrun.damaged_fences == std::vector<std::string>{"d_out"});
  CHECK(survive("forge_inputs").detail == "managed:");
  CHECK(survive("shrink").detail.empty());
}

TEST_CASE("a program with its own main() is told apart") {
  const test_case one("one", "twice");
  const auto outcomes = run_cases(EARLY_EXIT_WORKER, {&one, &one}, patient());
  REQUIRE(outcomes.size() == 2);
  for (const case_outcome& outcome : outcomes) {
    CHECK(outcome.how == ending::exited);
    CHECK(outcome.detail.find("main()") != std::string::npos);
  }
  CHECK(processes_left() == 0);
}

TEST_CASE("a program that cannot be started is nobody's mistake but ours") {
  const test_case one("one", "twice");
  CHECK_THROWS_WITH(run_cases("/nonexistent/lab04", {&one}, patient()),
                    doctest::Contains("could not be started"));
  CHECK(processes_left() == 0);
}
