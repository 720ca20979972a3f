// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

TEST_CASE("a stopped build leaves nothing behind") {
  const workshop here;
  // A compiler that never comes to an end, and says that it has begun.
  const std::string compiler =
      here.write("clang++", "#!/bin/sh\ncase \" $* \" in *' -E '*) echo; exit 0;; esac\n: > '" +
                                here.path("began") + "'\nexec sleep 1000\n");
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  const std::string file = here.write("lab.cu", "int main() {}\n");
  const changed_environment change({{"TMPDIR", here.path("tmp")}});
  for (int number : {SIGINT, SIGTERM}) {
    std::filesystem::remove(here.path("began"));
    const std::string object = here.path("lab.o");
    const pid_t child = fork();
    if (child == 0) {
      execl(EMUCC_PROGRAM, "emucc", "-ccbin", compiler.c_str(), "-c", file.c_str(), "-o",
            object.c_str(), nullptr);
      _exit(127);
    }
    while (!std::filesystem::exists(here.path("began"))) {
      REQUIRE(waitpid(child, nullptr, WNOHANG) == 0); // it must not end by itself
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK_FALSE(here.left_nothing_behind());
    kill(child, number);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK(here.left_nothing_behind());
  }
}
