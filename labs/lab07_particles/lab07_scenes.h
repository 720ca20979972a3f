// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the grader calls: many steps of your functions on copies of the same beginning. Given, in
/// lab07_scenes.cu. `..._before` is only read; the result is in d_vbo and d_state.
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

/// Steps of the fountain; t grows by 0.01 a step.
/// @param r `steps` random numbers, on the host
void fountain_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                    float4* d_state, int width, int height, int max_age, float t, const float* r,
                    int steps, dim3 block);

/// The same on a mesh that is too large to carry around: every row begins like the given one.
/// @param d_row_vbo, d_row_state `width` positions and states
/// @param d_rows_vbo of `rows` rows, spread evenly over the mesh: their positions, then their
/// colours
/// @param d_rows_state of the same rows
/// @param rows divides `height`
void large_fountain_scene(const float4* d_row_vbo, const float4* d_row_state, float4* d_rows_vbo,
                          float4* d_rows_state, int width, int height, int rows, int max_age,
                          float t, const float* r, int steps, dim3 block);

/// @param r, target three numbers a step, on the host
void swarm_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                 float4* d_state, int width, int height, int max_age, const float* r,
                 const float* target, int steps, dim3 block);
void sparkler_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                    float4* d_state, int width, int height, int max_age, const float* r,
                    const float* target, int steps, dim3 block);

/// @param d_before count positions
/// @param d_vbo what the last step writes
/// @param d_spare what the step before the last wrote; zeros when there is one step
void gravity_scene(const float4* d_before, const float4* d_state_before, float4* d_vbo,
                   float4* d_spare, float4* d_state, int count, int steps);

/// A buffer object of OpenGL, whose frames are written piece by piece, each inside of
/// interop_frame().
/// @param before, seen on the host: what the buffer object holds at first (`floats` numbers), and
/// what OpenGL finds in it after each frame and after the end
/// @param frames divides `floats`
/// @throws std::runtime_error where the three functions are not used as lab07.h says
void interop_scene(const float* before, const float* d_pieces, float* seen, int floats, int frames);

LAB_FUNCTION(interop_scene, before, d_pieces, seen, floats, frames)
LAB_FUNCTION(fountain_scene, d_vbo_before, d_state_before, d_vbo, d_state, width, height, max_age,
             t, r, steps, block)
LAB_FUNCTION(large_fountain_scene, d_row_vbo, d_row_state, d_rows_vbo, d_rows_state, width, height,
             rows, max_age, t, r, steps, block)
LAB_FUNCTION(swarm_scene, d_vbo_before, d_state_before, d_vbo, d_state, width, height, max_age, r,
             target, steps, block)
LAB_FUNCTION(sparkler_scene, d_vbo_before, d_state_before, d_vbo, d_state, width, height, max_age,
             r, target, steps, block)
LAB_FUNCTION(gravity_scene, d_before, d_state_before, d_vbo, d_spare, d_state, count, steps)
