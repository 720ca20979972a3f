// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get convolve_shared wrong: the reference's other functions, and BLOCK. The
/// reference's own goes by another name.
#pragma once

#include "lab/cuda_check.h"
#include "lab06.h"

#define convolve_shared reference_convolve_shared
#define convolve_shared_kernel reference_convolve_shared_kernel
#include "../../lab06.cu"
#undef convolve_shared
#undef convolve_shared_kernel
