// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cstring>

#include <doctest/doctest.h>

#include "grader/checks/case_fault.h"
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

TEST_CASE("bringing the outputs from the host is the host's work") {
  test_case picture("picture", "draw");
  picture.output("d_out", protocol::element_type::int32, 1024);
  case_outcome outcome;
  outcome.copied_to_device = 1024; // a table
  CHECK_FALSE(done_on_host(picture, outcome));
  outcome.copied_to_device = 4096;
  const auto seen = done_on_host(picture, outcome);
  REQUIRE(seen);
  CHECK(seen->message == "the function takes 4,096 bytes from the host to the device, and its "
                         "output has 4,096: that is the host's work, not a kernel's");
  picture.input("table", std::vector<float>(4)).on_host();
  CHECK_FALSE(done_on_host(picture, outcome));
}

TEST_CASE("an input that goes to the host and comes back is not worked on there") {
  test_case one("n = 1,024", "filtered");
  one.input("d_in", std::vector<float>(4096))
      .input("d_filter", std::vector<float>(1024))
      .output("d_out", protocol::element_type::float32, 1024);
  case_outcome outcome;
  outcome.copied_to_host = outcome.copied_to_device = 4096;
  const auto filter = done_on_host(one, outcome);
  REQUIRE(filter);
  CHECK(filter->message.find("copies 4,096 bytes to the host, as many as d_filter has") == 13);
  CHECK(filter->next.find("cudaMemcpyDeviceToDevice") != std::string::npos);
  outcome.copied_to_host = 5 * 4096; // all that there is
  CHECK(done_on_host(one, outcome)->message.find("the host's work") != std::string::npos);
  test_case alone = on_device();
  outcome.copied_to_host = 4096;
  CHECK(done_on_host(alone, outcome)->message.find("the host's work") != std::string::npos);
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

TEST_CASE("what ran tells why nothing was written") {
  test_case one("n = 8", "vec_add");
  one.input("a", std::vector<float>(8)).on_host();
  one.output("c", protocol::element_type::float32, 8).on_host().launches();
  one.expect("c", [] { return expectation{std::vector<double>(8), 0, 0, {1, 8, 0, 0}, {}}; });
  case_outcome outcome;
  const auto idle = unwritten_because(one, "c", outcome);
  REQUIRE(idle);
  CHECK(idle->message == "nothing was written to c (8 elements): no kernel ran");
  outcome.launches.push_back({{1, 1, 1}, {8, 1, 1}});
  const auto left = unwritten_because(one, "c", outcome);
  REQUIRE(left);
  CHECK(left->message.find("nothing was copied from the device") != std::string::npos);
  outcome.copied_to_host = 32; // of memory that the kernel did not write
  CHECK_FALSE(unwritten_because(one, "c", outcome));
  outcome.copied_to_host = 0;
  one.on_gpu(); // where neither is counted
  CHECK_FALSE(unwritten_because(one, "c", outcome));
}

namespace {

/// Calls for 1,000, 2,000 and 3,000 elements, each of which launched this, and of which so many
/// elements were stored.
std::vector<std::optional<case_fault>>
faults_with(const std::vector<std::vector<protocol::launch_sizes>>& launches, std::size_t stored,
            const std::string& if_unwritten = "") {
  std::vector<test_case> all;
  outcome_list outcomes;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const std::size_t n = 1000 * (i + 1);
    test_case one("n", "f");
    one.output("d_out", protocol::element_type::float32, n).expect("d_out", [n, if_unwritten] {
      expectation wanted{std::vector<double>(n, 1.0), 0, 0, {1, n, 0, 0}, {}};
      wanted.if_unwritten = if_unwritten;
      return wanted;
    });
    all.push_back(one);
    const std::vector<float> values(n, 1);
    std::vector<std::byte> bytes(n * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const std::size_t made = launches[i].empty() ? 0 : std::min(n, stored);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(made * sizeof(float)), bytes.end(),
              std::byte{protocol::poison_byte});
    case_outcome outcome;
    outcome.outputs["d_out"] = bytes;
    outcome.launches = launches[i];
    outcomes.push_back(std::make_shared<const case_outcome>(outcome));
  }
  std::vector<const test_case*> cases;
  for (const test_case& each : all)
    cases.push_back(&each);
  return faults_of(cases, outcomes, {});
}

} // namespace

TEST_CASE("where elements were left out, the launch's sizes are told") {
  const protocol::launch_sizes one = {{2, 2, 1}, {128, 1, 1}};
  const auto details = [](const std::vector<protocol::launch_sizes>& launches) {
    return faults_with({launches}, 512).front().value().details;
  };
  CHECK(details({one}) == std::vector<std::string>{"the launch of this call: 2 x 2 blocks of 128 "
                                                   "threads, 512 in all"});
  CHECK(details({one, one}).empty()); // which of them left them out?
}

TEST_CASE("a launch that is the same in all calls, and too small for this one") {
  const protocol::launch_sizes four = {{4, 1, 1}, {256, 1, 1}}, eight = {{8, 1, 1}, {256, 1, 1}};
  const auto same = faults_with({{four}, {four}, {four}}, 1024);
  CHECK_FALSE(same[0]);
  REQUIRE(same[1]);
  CHECK(same[1]->next.find("computed anew in each call") != std::string::npos);
  REQUIRE(same[1]->details.size() == 1);
  CHECK(same[1]->details[0] ==
        "the launch of this call: 4 blocks of 256 threads, 1,024 in all, as "
        "many blocks as in each other call of this check, whatever its sizes");
  const auto others = faults_with({{four}, {eight}, {eight}}, 1024);
  CHECK(others[1]->next.find("computed anew") == std::string::npos);
  CHECK(others[1]->details[0].find("in each other") == std::string::npos);
  const auto two = faults_with({{four}, {four}}, 1024); // too few to say so
  CHECK(two[1]->next.find("computed anew") == std::string::npos);
}

TEST_CASE("where the last element alone has no thread, it is asked what was rounded up") {
  const protocol::launch_sizes one = {{37, 1, 1}, {27, 1, 1}}; // 999 threads
  CHECK(faults_with({{one}}, 999)[0]->next.find("or from the last index, 999?") !=
        std::string::npos);
  const protocol::launch_sizes more = {{40, 1, 1}, {27, 1, 1}};
  CHECK(faults_with({{more}}, 999)[0]->next.find("last index") == std::string::npos);
  CHECK(faults_with({{one}}, 998)[0]->next.find("last index") == std::string::npos);
}

TEST_CASE("a call that launched nothing, where others did") {
  const protocol::launch_sizes many = {{16, 1, 1}, {256, 1, 1}};
  const auto one = faults_with({{many}, {}, {many}}, 5000);
  REQUIRE(one[1]);
  CHECK(one[1]->message.find(": no kernel was launched in this call") != std::string::npos);
  CHECK(one[1]->next.find("as 2 other calls of this check do?") != std::string::npos);
  CHECK(faults_with({{many}, {}, {many}}, 5000, "Set it to 0.")[1]->next == "Set it to 0.");
  const auto all = faults_with({{}, {}, {}}, 5000);
  CHECK(all[1]->next.find("other calls") == std::string::npos);
}

TEST_CASE("a function without inputs may copy what it likes") {
  CHECK_FALSE(done_on_host(test_case("pinned", "copy_times"), copying(4096)));
}
