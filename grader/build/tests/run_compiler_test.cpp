// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/run_compiler.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("output, errors and exit status come back") {
  const compiler_run run =
      run_compiler({"sh", "-c", "echo one; echo two >&2; exit 3"}, std::chrono::seconds(30));
  CHECK(run.started);
  CHECK(run.status == 3);
  CHECK(run.output == "one\ntwo\n");
}

TEST_CASE("a compiler that does not end is stopped with its children") {
  const compiler_run run =
      run_compiler({"sh", "-c", "sleep 1000 & sleep 1000"}, std::chrono::seconds(1));
  CHECK(run.timed_out);
  CHECK(run.status == 128 + 9);
}

TEST_CASE("endless output is cut, not kept") {
  const compiler_run run =
      run_compiler({"sh", "-c", "yes | head -c 5000000"}, std::chrono::seconds(30));
  CHECK(run.status == 0);
  CHECK(run.output.size() < 2'000'000);
}

TEST_CASE("a missing compiler is said") {
  CHECK_FALSE(run_compiler({"/nonexistent/compiler"}, std::chrono::seconds(30)).started);
}
