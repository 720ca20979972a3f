// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get convolve_straight wrong: the reference's other functions, and BLOCK. The
/// reference's own goes by another name.
#pragma once

#include "lab/cuda_check.h"
#include "lab06.h"

#define convolve_straight reference_convolve_straight
#define convolve_straight_kernel reference_convolve_straight_kernel
#include "../../lab06.cu"
#undef convolve_straight
#undef convolve_straight_kernel
