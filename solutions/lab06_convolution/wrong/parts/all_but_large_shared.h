// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get convolve_large_shared wrong: the reference's other functions, and BLOCK.
/// The reference's own goes by another name.
#pragma once

#include "lab/cuda_check.h"
#include "lab06.h"

#define convolve_large_shared reference_convolve_large_shared
#define convolve_large_shared_kernel reference_convolve_large_shared_kernel
#include "../../lab06.cu"
#undef convolve_large_shared
#undef convolve_large_shared_kernel
