// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/nvml/nvml_library.h"

#include <initializer_list>

#include <dlfcn.h>

namespace cudalab::grader {

namespace {

// The first of the names that the library has: a function's newest name and its older ones.
template <class Function>
void find_function(void* library, Function& function, std::initializer_list<const char*> names) {
  function = nullptr;
  for (const char* name : names)
    if (function == nullptr)
      function = reinterpret_cast<Function>(dlsym(library, name));
}

nvml_functions nvml_functions_of(void* library) {
  nvml_functions found;
  find_function(library, found.init, {"nvmlInit_v2"});
  find_function(library, found.shutdown, {"nvmlShutdown"});
  find_function(library, found.driver_version, {"nvmlSystemGetDriverVersion"});
  find_function(library, found.device_by_bus_id, {"nvmlDeviceGetHandleByPciBusId_v2"});
  find_function(
      library, found.clock_reasons,
      {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
  find_function(library, found.violation, {"nvmlDeviceGetViolationStatus"});
  // The unnumbered function fills a shorter structure.
  find_function(
      library, found.processes,
      {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"});
  find_function(library, found.process_samples, {"nvmlDeviceGetProcessUtilization"});
  return found;
}

} // namespace

std::unique_ptr<nvml_library> nvml_library::open(const std::string& file) {
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    return nullptr;
  const nvml_functions found = nvml_functions_of(handle);
  if (!found.init || !found.shutdown || !found.device_by_bus_id || found.init() != 0) {
    dlclose(handle);
    return nullptr;
  }
  return std::unique_ptr<nvml_library>(new nvml_library(handle, found));
}

nvml_library::~nvml_library() {
  functions_.shutdown();
  dlclose(handle_);
}

std::string nvml_library::driver_version() const {
  char text[96] = "";
  if (!functions_.driver_version || functions_.driver_version(text, sizeof text) != 0)
    return {};
  return text;
}

} // namespace cudalab::grader
