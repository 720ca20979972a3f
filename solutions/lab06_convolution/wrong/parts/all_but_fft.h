// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get convolve_fft wrong: the reference's other functions, and BLOCK. The
/// reference's own goes by another name.
#pragma once

#include "lab/cuda_check.h"
#include "lab06.h"

#define convolve_fft reference_convolve_fft
#include "../../lab06.cu"
#undef convolve_fft
