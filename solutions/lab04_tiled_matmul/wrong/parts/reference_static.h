// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get the dynamic half wrong: the reference's static half. The reference's own
/// dynamic half goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab04.h"

#define matmul_tiled_dynamic reference_matmul_tiled_dynamic
#define matmul_tiled_dynamic_kernel reference_matmul_tiled_dynamic_kernel
#include "../../lab04.cu"
#undef matmul_tiled_dynamic
#undef matmul_tiled_dynamic_kernel
