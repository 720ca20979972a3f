// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that replace exercises 2 to 5: the reference's exercise 1. Its other functions go
/// by other names.
#pragma once

#include <algorithm>

#include "lab/cuda_check.h"
#include "lab05.h"

#define BLOCK REFERENCE_BLOCK
#define sum_tree reference_sum_tree
#define sum_two_per_thread reference_sum_two_per_thread
#define sum_shuffle reference_sum_shuffle
#define sum_grid_stride reference_sum_grid_stride
#include "../../lab05.cu"
#undef BLOCK
#undef sum_tree
#undef sum_two_per_thread
#undef sum_shuffle
#undef sum_grid_stride
