// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One GPU as NVML shows it. What a driver or a device cannot tell reads as nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/speed/nvml/nvml_library.h"

namespace cudalab::grader {

class nvml_gpu {
public:
  /// Nothing when NVML does not know the device.
  static std::optional<nvml_gpu> find(std::unique_ptr<nvml_library> library,
                                      const std::string& pci_bus_id);

  /// Bits nvml_hardware_slowdown and so on: why the clocks are lower than they could be just now.
  unsigned long long clock_reasons() const;
  /// How long heat has slowed the device down since the driver was loaded, in nanoseconds.
  unsigned long long heat_ns() const;
  /// Those that hold a compute context, in the numbers of this process's namespace, or, with an
  /// old driver in a container, of another one.
  std::vector<nvml_process> processes() const;
  /// Numbers of processes that computed since then (microseconds since 1970).
  std::vector<unsigned> busy_since(unsigned long long time_us) const;

private:
  nvml_gpu(std::unique_ptr<nvml_library> library, nvml_device device)
      : library_(std::move(library)), device_(device) {}

  std::unique_ptr<nvml_library> library_;
  nvml_device device_;
};

} // namespace cudalab::grader
