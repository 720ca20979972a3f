// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Loads the made-up library as the judge does, and gives a test its state.
#pragma once

#include <dlfcn.h>

#include "made_up_nvml.h"

namespace cudalab::grader {

/// As new; null when the library cannot be loaded.
inline made_up_state* fresh_made_up_nvml() {
  void* const library = dlopen(CUDALAB_MADE_UP_NVML, RTLD_NOW);
  if (library == nullptr)
    return nullptr;
  const auto state = reinterpret_cast<made_up_state* (*)()>(dlsym(library, "made_up_nvml"));
  *state() = {};
  return state();
}

} // namespace cudalab::grader
