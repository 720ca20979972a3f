// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Kernels that go wrong, in a way that a GPU reports or that kills the program.
#include <doctest/doctest.h>

#include <csignal>
#include <functional>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/execution.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

namespace {

struct outcome {
  int status = 0;
  std::string errors; ///< standard error
};

/// Runs `work` in a process of its own. The pool's OS threads do not live on in a forked child, so
/// the program is started anew: see the test case "in a child".
outcome in_a_child(const char* what) {
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    dup2(pipe_ends[1], STDOUT_FILENO);
    setenv("CUDALAB_TEST_CHILD", what, 1);
    execl("/proc/self/exe", "child", "--test-case=in a child", "--no-skip", nullptr);
    _exit(127);
  }
  close(pipe_ends[1]);
  outcome result;
  char text[4096];
  for (ssize_t n; (n = read(pipe_ends[0], text, sizeof text)) > 0;)
    result.errors.append(text, static_cast<std::size_t>(n));
  close(pipe_ends[0]);
  waitpid(child, &result.status, 0);
  return result;
}

[[gnu::noinline]] int endless(volatile int* depth) {
  volatile char room[512];
  room[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  return *depth < 0 ? 0 : endless(depth) + room[0];
}

struct crashing_observer : observer {
  struct block : block_observer {
    bool hears_returns() const override { return true; }
    void thread_returned(const block_state& block) override {
      // An address that the compiler cannot see through.
      *reinterpret_cast<volatile int*>(block.linear + 24) = 1;
    }
  };
  std::unique_ptr<block_observer> watch_blocks() override { return std::make_unique<block>(); }
};

} // namespace

TEST_CASE("in a child" * doctest::skip()) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGABRT}) // doctest's own handlers
    std::signal(signal, SIG_DFL);
  const std::string what = std::getenv("CUDALAB_TEST_CHILD");
  if (what == "overflow") {
    run(launch_configuration(2, dim3(4, 4)), [] {
      __syncthreads();
      int depth = 0;
      if (threadIdx.x == 2 && threadIdx.y == 1 && blockIdx.x == 1)
        endless(&depth);
    });
    fprintf(stderr, "after: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    _exit(3);
  }
  if (what == "host barrier")
    __syncthreads();
  if (what == "observed")
    cudalab::emulator::set_observers({std::make_shared<crashing_observer>()});
  if (what == "observed" || what == "bad address" || what == "division") {
    run(launch_configuration(1, 8), [=] {
      if (threadIdx.x != 5)
        return;
      volatile int zero = 0;
      if (what == "division")
        zero = 7 / zero;
      *reinterpret_cast<volatile int*>(8 * zero + 16) = 1;
    });
    fprintf(stderr, "after: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    _exit(3);
  }
}

TEST_CASE("a stack overflow names kernel, thread and block") {
  const outcome end = in_a_child("overflow");
  CHECK(end.errors.find("stack overflow in kernel kernel, thread (2,1,0) of block (1,0,0)") !=
        std::string::npos);
  CHECK(end.errors.find("after: cudaErrorLaunchFailure") != std::string::npos);
}

TEST_CASE("an address that nothing is mapped at ends the launch, not the program") {
  const outcome end = in_a_child("bad address");
  CHECK(WIFEXITED(end.status));
  CHECK(end.errors.find("invalid address in kernel kernel, thread (5,0,0) of block (0,0,0)") !=
        std::string::npos);
  CHECK(end.errors.find("after: cudaErrorIllegalAddress") != std::string::npos);
}

TEST_CASE("a fault under the eyes of observers is a crash: it may be their own") {
  const outcome end = in_a_child("observed");
  CHECK(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == SIGSEGV);
  CHECK(end.errors.find("invalid address in kernel kernel") != std::string::npos);
}

TEST_CASE("an integer division by zero ends the launch") {
  const outcome end = in_a_child("division");
  CHECK(end.errors.find("division of an integer by zero in kernel kernel, thread (5,0,0)") !=
        std::string::npos);
  CHECK(end.errors.find("after: cudaErrorLaunchFailure") != std::string::npos);
}

TEST_CASE("a barrier in host code is refused") {
  const outcome end = in_a_child("host barrier");
  CHECK(end.errors.find("__syncthreads() was called on the host") != std::string::npos);
}

TEST_CASE("after an abandoned launch every call fails with its error") {
  device_array<int> ran(1);
  int* out = ran.data();
  run(launch_configuration(1000, 64), [=] {
    __syncthreads();
    if (blockIdx.x == 3 && threadIdx.x == 40)
      abandon_launch(cudaErrorIllegalAddress);
    __syncthreads();
  });
  CHECK(cudaPeekAtLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  void* memory = nullptr;
  CHECK(cudaMalloc(&memory, 4) == cudaErrorIllegalAddress);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  run(launch_configuration(1, 1), [=] { *out = 1; });
  CHECK(ran.copy()[0] == 0);

  forget_errors_when_idle();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int again = 0; again < 3; ++again)
    run(launch_configuration(4, 256), [=] {
      __syncthreads();
      if (threadIdx.x == 0 && blockIdx.x == 0)
        *out += 1;
    });
  CHECK(ran.copy()[0] == 3);
}

TEST_CASE("the stacks of abandoned threads are used again") {
  for (int again = 0; again < 100; ++again) { // more threads than there are stacks
    run(launch_configuration(1, 1024), [] {
      if (threadIdx.x == 1023)
        abandon_launch(cudaErrorIllegalAddress);
      __syncthreads();
    });
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    forget_errors_when_idle();
  }
}
