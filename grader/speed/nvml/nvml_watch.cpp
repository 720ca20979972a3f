// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/nvml/nvml_watch.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/printable.h"
#include "grader/run/process_scan.h"
#include "grader/speed/nvml/nvml_gpu.h"

namespace cudalab::grader {

namespace {

using round_clock = std::chrono::steady_clock;

constexpr double largest_hot_part = 0.01; // of a round

unsigned long long microseconds_since_1970() {
  using namespace std::chrono;
  return static_cast<unsigned long long>(
      duration_cast<microseconds>(system_clock::now().time_since_epoch()).count());
}

// At most 15 characters; empty: it is not told. Whoever started it chose it: it may hold anything.
std::string name_of_process(unsigned pid) {
  std::ifstream file(fmt::format("/proc/{}/comm", pid));
  std::string name;
  std::getline(file, name);
  return name;
}

// "4711, python3"
std::string process_words(unsigned pid) {
  const std::string name = name_of_process(pid);
  return name.empty() ? std::to_string(pid) : fmt::format("{}, {}", pid, printable(name));
}

// The Multi-Process Service computes for its clients, and the judge's programs are such clients.
bool is_service(unsigned pid) {
  return name_of_process(pid) == "nvidia-cuda-mps";
}

disturbance too_hot() {
  return {"too_hot", "the device was too hot and slowed down"};
}

std::optional<disturbance> slowed_down(unsigned long long reasons) {
  if ((reasons & (nvml_software_thermal | nvml_hardware_thermal)) != 0)
    return too_hot();
  if ((reasons & nvml_power_brake) != 0)
    return disturbance{"power_brake", "the machine's power supply made the device slow down"};
  if ((reasons & nvml_hardware_slowdown) != 0)
    return disturbance{"hardware_slowdown",
                       "the device's hardware slowed it down, for its heat or its power"};
  return std::nullopt;
}

class nvml_watch : public device_watch {
public:
  nvml_watch(nvml_gpu gpu, std::function<std::vector<pid_t>()> own,
             std::chrono::milliseconds patience)
      : gpu_(std::move(gpu)), own_(std::move(own)), patience_(patience) {}

  void begin_round() override {
    began_ = round_clock::now();
    began_us_ = microseconds_since_1970();
    reasons_ = gpu_.clock_reasons();
    heat_ns_ = gpu_.heat_ns();
    others_ = others();
  }

  std::optional<disturbance> end_round() override {
    // (const: of a moved optional g++ 12 warns at -O2 without a reason.)
    if (const auto slowed = slowed_down(reasons_ | gpu_.clock_reasons()))
      return slowed;
    // The reasons are those of one moment; this counts the time between two of them.
    const std::chrono::duration<double, std::nano> passed = round_clock::now() - began_;
    const double hot = static_cast<double>(gpu_.heat_ns()) - static_cast<double>(heat_ns_);
    if (hot > largest_hot_part * passed.count())
      return too_hot();
    unsigned pid = intruder();
    if (pid == 0 && patience_.count() > 0 && !others_.empty()) {
      std::this_thread::sleep_for(patience_);
      pid = intruder();
    }
    if (pid == 0)
      return std::nullopt;
    const std::string process = process_words(pid);
    return disturbance{"other_process",
                       fmt::format("another process ({}) used the device", process), process};
  }

private:
  // Where none of the numbers is ours they are those of another namespace (an old driver in a
  // container), and who is a stranger cannot be told. With MIG, other instances disturb nobody.
  std::set<unsigned> others() const {
    const std::vector<nvml_process> all = gpu_.processes();
    if (all.empty())
      return {};
    const std::vector<pid_t> own = own_();
    const auto is_own = [&](const nvml_process& one) {
      return std::find(own.begin(), own.end(), static_cast<pid_t>(one.pid)) != own.end();
    };
    std::set<unsigned> instances, strangers;
    for (const nvml_process& one : all)
      if (is_own(one))
        instances.insert(one.gpu_instance);
    for (const nvml_process& one : all)
      if (!is_own(one) && instances.count(one.gpu_instance) != 0 && !is_service(one.pid))
        strangers.insert(one.pid);
    return strangers;
  }

  // Somebody else who computed, came or went during the round; 0: nobody.
  unsigned intruder() const {
    const std::set<unsigned> now = others();
    for (const unsigned pid : now)
      if (others_.count(pid) == 0)
        return pid;
    for (const unsigned pid : others_)
      if (now.count(pid) == 0)
        return pid;
    if (!now.empty())
      for (const unsigned pid : gpu_.busy_since(began_us_))
        if (now.count(pid) != 0)
          return pid;
    return 0;
  }

  nvml_gpu gpu_;
  std::function<std::vector<pid_t>()> own_;
  std::chrono::milliseconds patience_;
  round_clock::time_point began_;
  unsigned long long began_us_ = 0, reasons_ = 0, heat_ns_ = 0;
  std::set<unsigned> others_;
};

} // namespace

std::vector<pid_t> own_processes() {
  std::vector<pid_t> own;
  for (const process_entry& entry : scan_descendants(getpid()))
    own.push_back(entry.pid);
  return own;
}

std::unique_ptr<device_watch> watch_by_nvml(const std::string& pci_bus_id,
                                            const std::string& library_file,
                                            std::function<std::vector<pid_t>()> own,
                                            std::chrono::milliseconds patience) {
  auto gpu = nvml_gpu::find(nvml_library::open(library_file), pci_bus_id);
  if (!gpu)
    return nullptr;
  return std::make_unique<nvml_watch>(*std::move(gpu), std::move(own), patience);
}

} // namespace cudalab::grader
