// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The reference without its sparkler, whose own goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab07.h"

#define sparkler_step reference_sparkler_step
#define sparkler_kernel reference_sparkler_kernel
#include "../../lab07.cu"
#undef sparkler_step
#undef sparkler_kernel
