// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/nvml/nvml_watch.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "load_made_up_nvml.h"

using namespace cudalab::grader;

namespace {

constexpr const char* bus_id = "0000:01:00.0";
constexpr unsigned whole_device = 0xFFFFFFFF; // not an instance of MIG
constexpr unsigned long long far_future = 1ULL << 62;

std::vector<pid_t> numbers_one_and_two() {
  return {1001, 1002};
}

struct watched {
  made_up_state& state = *fresh_made_up_nvml();
  std::unique_ptr<device_watch> watch =
      watch_by_nvml(bus_id, CUDALAB_MADE_UP_NVML, numbers_one_and_two);

  watched() { list({1001, 1002}); }
  void list(const std::vector<unsigned>& pids, unsigned instance = whole_device) {
    state.processes = 0;
    for (const unsigned pid : pids)
      state.process[state.processes++] = {pid, 0, instance, whole_device};
  }
  template <class During>
  std::string reason(const During& during) {
    watch->begin_round();
    during();
    const auto seen = watch->end_round();
    return seen ? seen->reason : "";
  }
  std::string reason() {
    return reason([] {});
  }
};

} // namespace

TEST_CASE("a quiet device, and clocks that are lower for a usual reason") {
  watched gpu;
  REQUIRE(gpu.watch);
  CHECK(gpu.reason() == "");
  for (const unsigned long long usual : {0x1, 0x2, 0x4, 0x10, 0x100}) { // idle, set, power cap ...
    gpu.state.reasons = usual;
    CHECK(gpu.reason() == "");
  }
}

TEST_CASE("a device that was slowed down") {
  watched gpu;
  const auto with = [&](unsigned long long reasons) {
    gpu.state.reasons = reasons;
    return gpu.reason();
  };
  CHECK(with(0x20 | 0x4) == "too_hot");
  CHECK(with(0x40 | 0x8) == "too_hot");
  CHECK(with(0x80 | 0x8) == "power_brake");
  CHECK(with(0x8) == "hardware_slowdown");
  CHECK(gpu.reason([&] { gpu.state.reasons = 0; }) == "hardware_slowdown"); // at the beginning only
  CHECK(gpu.reason() == "");
  CHECK(gpu.reason([&] { gpu.state.reasons = 0x20; }) == "too_hot"); // at the end only
}

TEST_CASE("heat between two looks") {
  watched gpu;
  gpu.state.heat_ns = 5'000'000'000; // long ago
  CHECK(gpu.reason() == "");
  CHECK(gpu.reason([&] { gpu.state.heat_ns += 60'000'000'000; }) == "too_hot");
  CHECK(gpu.reason() == "");
  CHECK(gpu.reason([&] { gpu.state.heat_ns = 0; }) == ""); // the driver was loaded anew
}

TEST_CASE("another process that computes, comes or goes") {
  watched gpu;
  gpu.list({1001, 1002, 4711});
  CHECK(gpu.reason() == ""); // it only holds a context
  gpu.state.sample[0] = {1001, far_future, 90, 0, 0, 0};
  gpu.state.sample[1] = {4711, far_future, 0, 0, 0, 0};
  gpu.state.samples = 2;
  CHECK(gpu.reason() == ""); // it is we who compute
  gpu.state.sample[1].multiprocessors = 3;
  CHECK(gpu.reason() == "other_process");
  gpu.state.sample[1].time_us = 1; // long ago
  CHECK(gpu.reason() == "");
  gpu.state.sample[1] = {999, far_future, 50, 0, 0, 0}; // draws: it has no compute context
  CHECK(gpu.reason() == "");
  CHECK(gpu.reason([&] { gpu.list({1001, 1002}); }) == "other_process");
  CHECK(gpu.reason([&] { gpu.list({1001, 1002, 4712}); }) == "other_process");
  CHECK(gpu.reason() == "");
}

TEST_CASE("who computed is told late: who has patience waits where somebody could have") {
  watched gpu;
  gpu.watch = watch_by_nvml(bus_id, CUDALAB_MADE_UP_NVML, numbers_one_and_two,
                            std::chrono::milliseconds(1));
  CHECK(gpu.reason() == ""); // nobody else is there
  gpu.list({1001, 1002, 4711});
  CHECK(gpu.reason() == "");
  gpu.state.sample[0] = {4711, far_future, 90, 0, 0, 0};
  gpu.state.samples = 1;
  gpu.state.looks_too_early = 1;
  CHECK(gpu.reason() == "other_process");
  gpu.state.looks_too_early = 1;
  gpu.watch = watch_by_nvml(bus_id, CUDALAB_MADE_UP_NVML, numbers_one_and_two);
  CHECK(gpu.reason() == ""); // the others do not wait
}

TEST_CASE("more processes than were expected") {
  watched gpu;
  std::vector<unsigned> many{1001};
  for (unsigned pid = 2000; many.size() < 150; ++pid)
    many.push_back(pid);
  gpu.list(many);
  CHECK(gpu.reason() == "");
  CHECK(gpu.reason([&] { gpu.list({1001}); }) == "other_process");
}

TEST_CASE("numbers of another namespace tell nothing, and other instances disturb nobody") {
  watched gpu;
  gpu.list({31, 32});
  CHECK(gpu.reason([&] { gpu.list({31, 33}); }) == "");
  gpu.list({1001}, 3);
  const auto neighbour = [&] { gpu.state.process[gpu.state.processes++] = {4711, 0, 4, 0}; };
  CHECK(gpu.reason(neighbour) == "");
  const auto here = [&] { gpu.state.process[gpu.state.processes++] = {4712, 0, 3, 0}; };
  CHECK(gpu.reason(here) == "other_process");
}

TEST_CASE("the words name the process") {
  watched gpu;
  const auto me = static_cast<unsigned>(getpid());
  gpu.watch->begin_round();
  gpu.list({1001, me});
  const auto seen = gpu.watch->end_round();
  REQUIRE(seen);
  CHECK(seen->words ==
        "another process (" + std::to_string(me) + ", nvml_watch_test) used the device");
  CHECK(seen->process == std::to_string(me) + ", nvml_watch_test");
}

TEST_CASE("the Multi-Process Service computes for its clients") {
  watched gpu;
  const auto me = static_cast<unsigned>(getpid());
  prctl(PR_SET_NAME, "nvidia-cuda-mps"); // as its server is called, as far as Linux keeps the name
  CHECK(gpu.reason([&] { gpu.list({1001, me}); }) == "");
  prctl(PR_SET_NAME, "something else");
  CHECK(gpu.reason([&] { gpu.list({1001}); }) == "other_process");
  prctl(PR_SET_NAME, "nvml_watch_test");
}

TEST_CASE("without NVML nobody watches, with it, it is stopped in the end") {
  CHECK_FALSE(watch_by_nvml(bus_id, "libthere-is-none.so"));
  made_up_state& state = *fresh_made_up_nvml();
  CHECK_FALSE(watch_by_nvml("", CUDALAB_MADE_UP_NVML));
  CHECK_FALSE(watch_by_nvml("0000:02:00.0", CUDALAB_MADE_UP_NVML));
  CHECK(state.users == 0);
  const auto library = nvml_library::open(CUDALAB_MADE_UP_NVML);
  REQUIRE(library);
  CHECK(library->driver_version() == "580.1");
  CHECK(state.users == 1);
  state.starts = false;
  CHECK_FALSE(nvml_library::open(CUDALAB_MADE_UP_NVML));
}

TEST_CASE("the judge and its children are not strangers") {
  const std::vector<pid_t> own = own_processes();
  CHECK(std::find(own.begin(), own.end(), getpid()) != own.end());
  CHECK(std::find(own.begin(), own.end(), getppid()) == own.end());
}
