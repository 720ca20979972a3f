// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get the static half wrong: the reference's dynamic half, and TILE. The
/// reference's own static half goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab04.h"

#define matmul_tiled reference_matmul_tiled
#define matmul_tiled_kernel reference_matmul_tiled_kernel
#include "../../lab04.cu"
#undef matmul_tiled
#undef matmul_tiled_kernel
