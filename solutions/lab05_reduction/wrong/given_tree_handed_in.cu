// FAILS traffic.two_per_thread (no progress) on both
// also: traffic.shuffle, traffic.grid_stride, speed.grid_stride
// says: "halves the blocks"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernel under all four names.
#include "parts/reference_block_sums.h"

#define block_sums given_block_sums
#include "lab05_baseline.cu"
#undef block_sums
