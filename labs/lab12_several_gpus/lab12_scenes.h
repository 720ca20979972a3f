// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The scenes in which your functions are tried: lab12_scenes.cu puts data on several devices,
/// calls a function and looks at what it did. The grader calls these; there is nothing to do here
/// for you.
///
/// Without a GPU the scene has as many emulated devices as `devices` says. Where a machine has
/// fewer GPUs, the same data are on those that are there. With `timed` it also looks at when the
/// work would run: by the model of emulator/timeline.h, or on GPUs by the clock, beside one GPU.
#pragma once

#include "lab/function.h"

/// enable_peers() twice, and rotate_parts(). @param input, output devices * count elements
void run_rotate(const float* input, float* output, int count, int devices, int timed);

/// @param input, output (devices * rows + 2) * width elements: the border is the first and last row
void run_diffuse(const float* input, float* output, int width, int rows, int steps, int devices,
                 int timed);

/// @param input, output 4 * devices * count numbers
void run_gravity(const float* input, float* output, int count, int devices, int timed);

/// @param input, output devices * n elements
void run_ring(const float* input, float* output, int n, int devices, int timed);

/// sum_everywhere(). @param input, output devices * n elements
void run_sum(const float* input, float* output, int n, int devices, int timed);

/// scale_by_largest(). @param input, output devices * n elements
void run_scale(const float* input, float* output, int n, int devices, int timed);

LAB_FUNCTION(run_rotate, input, output, count, devices, timed)
LAB_FUNCTION(run_diffuse, input, output, width, rows, steps, devices, timed)
LAB_FUNCTION(run_gravity, input, output, count, devices, timed)
LAB_FUNCTION(run_ring, input, output, n, devices, timed)
LAB_FUNCTION(run_sum, input, output, n, devices, timed)
LAB_FUNCTION(run_scale, input, output, n, devices, timed)
