// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the grader calls, besides your functions themselves: they call one of them and see whether
/// it waits for its kernel. Given, in lab05_scenes.cu.
#pragma once

#include "lab/function.h"

/// The functions of exercises 2 to 5.
inline constexpr const char* sum_functions[] = {"sum_tree", "sum_two_per_thread", "sum_shuffle",
                                                "sum_grid_stride"};

/// @throws std::runtime_error where block_sums waits
void block_sums_scene(const int* d_in, int* d_sums, int n, int block_size);

/// @param which of sum_functions
/// @throws std::runtime_error where it waits
void sum_scene(const int* d_in, int* d_out, int n, int which);

LAB_FUNCTION(block_sums_scene, d_in, d_sums, n, block_size)
LAB_FUNCTION(sum_scene, d_in, d_out, n, which)
