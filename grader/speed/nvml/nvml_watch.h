// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Looks at a GPU from the judge's process, by NVML: was it slowed down, did somebody else use it?
///
/// Disturbing are heat, the power supply's brake, and the hardware's emergency slowdown. Not
/// disturbing is the power cap: under a heavy kernel it is every device's normal state, it belongs
/// to what the kernel costs, and pairs that are taken in turns meet it alike. Nor are clocks that
/// somebody set, or an idle device.
///
/// Another process disturbs when it computed, appeared or ended; one that only holds a context does
/// not. The driver tells who computed in steps of up to a second, so that the round after a
/// disturbed one may be thrown away too.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "grader/run/device_watch.h"
#include "grader/speed/nvml/nvml_library.h"

namespace cudalab::grader {

/// The judge and all that it started.
std::vector<pid_t> own_processes();

/// Watches the device at `pci_bus_id` ("0000:1B:00.0", as CUDA writes it). `own` says whose use
/// disturbs nobody. end_round() waits for `patience` where somebody else holds a context and is not
/// known to have computed: the driver may tell that a second later. Nothing when NVML is not there
/// or does not know the device.
std::unique_ptr<device_watch>
watch_by_nvml(const std::string& pci_bus_id, const std::string& library_file = nvml_file,
              std::function<std::vector<pid_t>()> own = own_processes,
              std::chrono::milliseconds patience = std::chrono::milliseconds(0));

} // namespace cudalab::grader
