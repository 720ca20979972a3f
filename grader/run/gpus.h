// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The NVIDIA GPUs of this machine, as the judge itself sees them: outside of the sandbox, and
/// whatever a student's program says.
#pragma once

#include <string>
#include <vector>

namespace cudalab::grader {

struct gpu_device {
  std::string pci_bus_id;         ///< "0000:1B:00.0"
  std::string compute_capability; ///< "90" for 9.0
  std::string name;               ///< "NVIDIA H200"
};

/// What list_gpus printed. A line that does not fit is left out.
std::vector<gpu_device> parse_gpus(const std::string& lines);

/// Those that the driver shows, in its order; empty when there is none. Never fails. The driver is
/// asked once a process.
const std::vector<gpu_device>& find_gpus();

/// The first one's number on the bus; empty when there is none.
std::string first_gpu();

/// Whether a program of our own can use the first GPU at this moment.
bool gpu_works();

} // namespace cudalab::grader
