// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the made-up library says of its only device, at "0000:01:00.0". A test that loads the
/// library changes it.
#pragma once

#include "grader/speed/nvml/nvml_library.h"

namespace cudalab::grader {

struct made_up_state {
  bool starts = true; ///< false: as on a machine whose driver is not loaded
  unsigned long long reasons = 0, heat_ns = 0;
  unsigned processes = 0; ///< of `process`
  nvml_process process[200] = {};
  unsigned samples = 0; ///< of `sample`
  nvml_process_sample sample[4] = {};
  int looks_too_early = 0; ///< so often nobody is told of the samples yet
  int users = 0;           ///< started and not yet stopped
};

} // namespace cudalab::grader
