// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/nvml/nvml_gpu.h"

#include <algorithm>
#include <cstddef>

namespace cudalab::grader {

namespace {

// What `ask` (an array and its length; too small an array says how long it should be) fills in.
template <class Entry, class Ask>
std::vector<Entry> all_entries(const Ask& ask) {
  std::vector<Entry> entries(64);
  for (int attempt = 0; attempt < 3; ++attempt) {
    auto count = static_cast<unsigned>(entries.size());
    const nvml_result ended = ask(entries.data(), count);
    if (ended == nvml_too_small) {
      entries.resize(count + 64); // more may come meanwhile
      continue;
    }
    entries.resize(ended == 0 ? std::min<std::size_t>(count, entries.size()) : 0);
    return entries;
  }
  return {};
}

} // namespace

std::optional<nvml_gpu> nvml_gpu::find(std::unique_ptr<nvml_library> library,
                                       const std::string& pci_bus_id) {
  nvml_device device = nullptr;
  if (!library || library->call().device_by_bus_id(pci_bus_id.c_str(), &device) != 0)
    return std::nullopt;
  return nvml_gpu(std::move(library), device);
}

unsigned long long nvml_gpu::clock_reasons() const {
  unsigned long long reasons = 0;
  const auto ask = library_->call().clock_reasons;
  return ask && ask(device_, &reasons) == 0 ? reasons : 0;
}

unsigned long long nvml_gpu::heat_ns() const {
  nvml_violation times{};
  const auto ask = library_->call().violation;
  return ask && ask(device_, nvml_thermal_policy, &times) == 0 ? times.violated_ns : 0;
}

std::vector<nvml_process> nvml_gpu::processes() const {
  const auto ask = library_->call().processes;
  if (!ask)
    return {};
  return all_entries<nvml_process>(
      [&](nvml_process* list, unsigned& count) { return ask(device_, &count, list); });
}

std::vector<unsigned> nvml_gpu::busy_since(unsigned long long time_us) const {
  std::vector<unsigned> busy;
  const auto ask = library_->call().process_samples;
  if (!ask)
    return busy;
  const auto samples =
      all_entries<nvml_process_sample>([&](nvml_process_sample* list, unsigned& count) {
        return ask(device_, list, &count, time_us);
      });
  for (const nvml_process_sample& sample : samples)
    if (sample.time_us > time_us && sample.multiprocessors > 0)
      busy.push_back(sample.pid);
  return busy;
}

} // namespace cudalab::grader
