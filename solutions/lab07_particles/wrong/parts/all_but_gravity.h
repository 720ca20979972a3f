// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The reference without gravity, whose own goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab07.h"

#define gravity_step reference_gravity_step
#define gravity_kernel reference_gravity_kernel
#include "../../lab07.cu"
#undef gravity_step
#undef gravity_kernel
