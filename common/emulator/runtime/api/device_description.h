// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What this device says of itself.
#pragma once

#include "emulator/include/cudalab/device_properties.h"

namespace cudalab::emulator {

const cudaDeviceProp& device_description();

} // namespace cudalab::emulator
