// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/disturbance_words.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

const disturbance hot{"too_hot", "the device was too hot and slowed down"};
disturbance used_by(const std::string& process) {
  return {"other_process", "another process (" + process + ") used the device", process};
}
const disturbance python = used_by("4711, python3");

} // namespace

TEST_CASE("too many disturbed rounds: who did it, and that nothing is lost") {
  speedup seen;
  seen.how = speedup::verdict::disturbed_device;
  seen.discarded = {hot, python, hot};
  check_result result;
  describe_speed({}, seen, {}, result);
  CHECK(result.status == check_status::noisy);
  CHECK(result.message == "the time could not be measured: the device was too hot and slowed down "
                          "(2 rounds); another process (4711, python3) used the device (1 round)");
  CHECK(result.next.find("cool down") != std::string::npos);
  CHECK(result.details.empty());
  seen.discarded.push_back(python);
  describe_speed({}, seen, {}, result);
  CHECK(result.next.find("other process") != std::string::npos);
  CHECK(result.next.find("no points are lost") != std::string::npos);
}

TEST_CASE("many other processes are told together, three by name") {
  speedup seen;
  seen.how = speedup::verdict::disturbed_device;
  seen.discarded = {python, hot, used_by("4712, train"), python, used_by("4713")};
  check_result result;
  describe_speed({}, seen, {}, result);
  CHECK(result.message == "the time could not be measured: 3 other processes (4711, python3; 4712, "
                          "train; 4713) used the device (4 rounds); the device was too hot and "
                          "slowed down (1 round)");
  CHECK(result.data["discarded_rounds"]["reasons"].size() == 4); // each, for machines

  for (int pid = 5000; pid < 5020; ++pid)
    seen.discarded.push_back(used_by(std::to_string(pid) + ", train"));
  describe_speed({}, seen, {}, result);
  CHECK(result.message == "the time could not be measured: 23 other processes (4711, python3; "
                          "4712, train; 4713; ...) used the device (24 rounds); the device was too "
                          "hot and slowed down (1 round)");
}

TEST_CASE("rounds that were made again are counted") {
  speedup seen;
  seen.how = speedup::verdict::reached;
  check_result result;
  describe_speed({}, seen, {"NVIDIA H200", 0, 0, true}, result);
  CHECK(result.details.empty());
  CHECK(result.data["device_watched"] == true);
  CHECK(result.data["discarded_rounds"]["count"] == 0);
  CHECK(result.data["discarded_rounds"]["reasons"].empty());

  seen.discarded = {hot, hot, python};
  describe_speed({}, seen, {}, result);
  CHECK(result.status == check_status::pass);
  CHECK(result.details.at(0) ==
        "measured again: the device was too hot and slowed down (2 rounds); another process (4711, "
        "python3) used the device (1 round)");
  CHECK(result.data["device_watched"] == false);
  CHECK(result.data["discarded_rounds"]["count"] == 3);
  CHECK(result.data["discarded_rounds"]["reasons"][0] ==
        nlohmann::json{{"reason", "too_hot"}, {"text", hot.words}, {"rounds", 2}});
}
