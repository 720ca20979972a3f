// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/checks/conduct.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

/// 1,024 floats on the device, and one result.
test_case on_device() {
  test_case one("n = 1,024", "sum");
  one.input("d_in", std::vector<float>(1024)).output("d_out", protocol::element_type::float32, 1);
  return one;
}

case_outcome copying(std::size_t bytes) {
  case_outcome outcome;
  outcome.copied_to_host = bytes;
  return outcome;
}

} // namespace

TEST_CASE("taking the inputs back to the host is the host's work") {
  const auto seen = done_on_host(on_device(), copying(4096));
  REQUIRE(seen);
  CHECK(seen->message == "the function takes 4,096 bytes from the device to the host, and its "
                         "input has 4,096: that is the host's work, not a kernel's");
  CHECK(seen->next.find("d_in") != std::string::npos);
}

TEST_CASE("a few sums may be added up on the host") {
  CHECK_FALSE(done_on_host(on_device(), copying(0)));
  CHECK_FALSE(done_on_host(on_device(), copying(1024)));
  CHECK(done_on_host(on_device(), copying(1025)));
}

TEST_CASE("a function that is given host memory has to copy") {
  test_case one("n = 1,024", "vec_add");
  one.input("a", std::vector<float>(1024)).on_host();
  CHECK_FALSE(done_on_host(one, copying(4096)));
}

TEST_CASE("a function without inputs may copy what it likes") {
  CHECK_FALSE(done_on_host(test_case("pinned", "copy_times"), copying(4096)));
}
