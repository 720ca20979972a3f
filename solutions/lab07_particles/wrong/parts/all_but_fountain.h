// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The reference without its fountain, whose own goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab07.h"

#define fountain_step reference_fountain_step
#define fountain_kernel reference_fountain_kernel
#include "../../lab07.cu"
#undef fountain_step
#undef fountain_kernel
