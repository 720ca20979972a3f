// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A library with some of NVML's functions, by NVML's names. It has the older name for the clocks'
// reasons, as drivers before 535 do.
#include "grader/speed/nvml/tests/made_up_nvml.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace cudalab::grader;

namespace {

constexpr nvml_result not_found = 6, unknown = 999;
made_up_state state;

template <class Entry>
nvml_result fill(const Entry* from, unsigned have, Entry* to, unsigned* count) {
  const unsigned room = *count;
  *count = have;
  if (room < have)
    return nvml_too_small;
  std::copy_n(from, have, to);
  return 0;
}

} // namespace

extern "C" {

made_up_state* made_up_nvml() {
  return &state;
}

nvml_result nvmlInit_v2() {
  state.users += state.starts ? 1 : 0;
  return state.starts ? 0 : unknown;
}

nvml_result nvmlShutdown() {
  --state.users;
  return 0;
}

nvml_result nvmlSystemGetDriverVersion(char* text, unsigned bytes) {
  std::snprintf(text, bytes, "580.1");
  return 0;
}

nvml_result nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, nvml_device* device) {
  *device = reinterpret_cast<nvml_device>(&state);
  return std::strcmp(bus_id, "0000:01:00.0") == 0 ? 0 : not_found;
}

nvml_result nvmlDeviceGetCurrentClocksThrottleReasons(nvml_device, unsigned long long* reasons) {
  *reasons = state.reasons;
  return 0;
}

nvml_result nvmlDeviceGetViolationStatus(nvml_device, int policy, nvml_violation* times) {
  *times = {0, policy == nvml_thermal_policy ? state.heat_ns : 77};
  return 0;
}

nvml_result nvmlDeviceGetComputeRunningProcesses_v3(nvml_device, unsigned* count,
                                                    nvml_process* list) {
  return fill(state.process, state.processes, list, count);
}

nvml_result nvmlDeviceGetProcessUtilization(nvml_device, nvml_process_sample* list, unsigned* count,
                                            unsigned long long) {
  if (state.looks_too_early > 0) {
    --state.looks_too_early;
    return not_found;
  }
  return state.samples == 0 ? not_found : fill(state.sample, state.samples, list, count);
}
}
