// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get convolve_unrolled wrong: the reference's other functions, and BLOCK. The
/// reference's own goes by another name.
#pragma once

#include "lab/cuda_check.h"
#include "lab06.h"

#define convolve_unrolled reference_convolve_unrolled
#define convolve_unrolled_kernel reference_convolve_unrolled_kernel
#include "../../lab06.cu"
#undef convolve_unrolled
#undef convolve_unrolled_kernel
