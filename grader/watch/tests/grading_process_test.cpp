// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/grading_process.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include <doctest/doctest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/cli/usage_error.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

void wait_for_news(const grading_process& grading) {
  pollfd entry{grading.descriptor(), POLLIN, 0};
  poll(&entry, 1, -1);
}

void run_to_its_end(grading_process& grading) {
  do
    wait_for_news(grading);
  while (!grading.read());
}

bool mentions(const grading_process& grading, const std::string& part) {
  return grading.trouble().find(part) != std::string::npos;
}

} // namespace

TEST_CASE("steps and the result arrive, however long") {
  const std::string large(300'000, 'x');
  grading_process grading([&](const auto& step) {
    step("compiling");
    std::printf("this goes nowhere near the terminal\n");
    return json{{"text", large}};
  });
  run_to_its_end(grading);
  CHECK(grading.step() == "compiling");
  REQUIRE(grading.result().has_value());
  CHECK(grading.result()->at("text") == large);
  CHECK(grading.trouble().empty());
}

TEST_CASE("a grading that fails says why") {
  grading_process usage([](const auto&) -> json { throw usage_error("there is no file"); });
  run_to_its_end(usage);
  CHECK(usage.trouble() == "there is no file");
  grading_process own([](const auto&) -> json { throw std::runtime_error("the disk is full"); });
  run_to_its_end(own);
  CHECK(mentions(own, "the disk is full"));
  CHECK(mentions(own, "not your code's fault"));
}

TEST_CASE("a grading that crashes is an end like any other") {
  grading_process crash([](const auto&) -> json {
    std::fputs("last words\n", stderr);
    std::fflush(stderr);
    raise(SIGKILL);
    return {};
  });
  run_to_its_end(crash);
  CHECK_FALSE(crash.result().has_value());
  CHECK(mentions(crash, "SIGKILL"));
  CHECK(mentions(crash, "last words"));
}

TEST_CASE("a grading that is stopped takes everything that it started with it") {
  prctl(PR_SET_CHILD_SUBREAPER, 1); // so that what it leaves behind falls to us
  {
    grading_process grading([](const auto& step) -> json {
      if (fork() == 0)
        for (;;)
          pause();
      step("started another process");
      for (;;)
        pause();
    });
    do
      wait_for_news(grading);
    while (!grading.read() && grading.step().empty());
    CHECK(grading.step() == "started another process");
  }
  while (wait(nullptr) > 0) { // the test's time limit is the verdict
  }
  CHECK(errno == ECHILD);
}
