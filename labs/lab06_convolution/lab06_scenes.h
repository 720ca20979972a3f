// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the grader calls, besides your functions themselves: it calls one of them and sees whether
/// it waits for its kernels. Given, in lab06_scenes.cu.
#pragma once

#include "lab/function.h"

inline constexpr const char* convolve_functions[] = {
    "convolve_straight",    "convolve_shared",       "convolve_unrolled<4>",
    "convolve_unrolled<8>", "convolve_unrolled<16>", "convolve_large_shared",
    "convolve_best",        "convolve_fft"};

/// @param which of convolve_functions
/// @throws std::runtime_error where it waits
void convolve_scene(const float* d_in, int in_len, const float* d_filter, int filter_len,
                    float* d_out, int which);

LAB_FUNCTION(convolve_scene, d_in, in_len, d_filter, filter_len, d_out, which)
