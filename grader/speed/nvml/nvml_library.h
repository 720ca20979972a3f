// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// NVIDIA's management library, which comes with the driver: loaded while the grader runs, so that
/// neither its header nor the library is needed to build. What is declared here is a part of its
/// public interface ("NVML API Reference Guide"), with the same layouts and values.
#pragma once

#include <memory>
#include <string>

namespace cudalab::grader {

using nvml_result = int; ///< 0: done
using nvml_device = struct nvmlDevice_st*;

inline constexpr const char* nvml_file = "libnvidia-ml.so.1";
inline constexpr nvml_result nvml_too_small = 7; ///< NVML_ERROR_INSUFFICIENT_SIZE
inline constexpr int nvml_thermal_policy = 1;    ///< NVML_PERF_POLICY_THERMAL

/// Bits of nvmlDeviceGetCurrentClocksEventReasons.
inline constexpr unsigned long long nvml_hardware_slowdown = 0x08;
inline constexpr unsigned long long nvml_software_thermal = 0x20;
inline constexpr unsigned long long nvml_hardware_thermal = 0x40;
inline constexpr unsigned long long nvml_power_brake = 0x80;

/// A process that has a compute context.
struct nvml_process {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};

/// How much of the last part of a second a process used.
struct nvml_process_sample {
  unsigned pid;
  unsigned long long time_us;                         ///< since 1970
  unsigned multiprocessors, memory, encoder, decoder; ///< percent
};

struct nvml_violation {
  unsigned long long reference_us, violated_ns;
};

/// Functions of the library; null: this driver has none by that name.
struct nvml_functions {
  nvml_result (*init)();
  nvml_result (*shutdown)();
  nvml_result (*driver_version)(char* text, unsigned bytes);
  nvml_result (*device_by_bus_id)(const char* bus_id, nvml_device*);
  nvml_result (*clock_reasons)(nvml_device, unsigned long long*);
  nvml_result (*violation)(nvml_device, int policy, nvml_violation*);
  nvml_result (*processes)(nvml_device, unsigned* count, nvml_process*);
  nvml_result (*process_samples)(nvml_device, nvml_process_sample*, unsigned* count,
                                 unsigned long long since_us);
};

class nvml_library {
public:
  /// Nothing when the library is not there, or does not start: no NVIDIA driver is loaded.
  static std::unique_ptr<nvml_library> open(const std::string& file = nvml_file);
  ~nvml_library();
  nvml_library(const nvml_library&) = delete;
  nvml_library& operator=(const nvml_library&) = delete;

  const nvml_functions& call() const { return functions_; }
  std::string driver_version() const; ///< "580.159.04"; empty: not known

private:
  nvml_library(void* handle, const nvml_functions& functions)
      : handle_(handle), functions_(functions) {}

  void* handle_;
  nvml_functions functions_;
};

} // namespace cudalab::grader
