// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 07: what you implement in lab07.cu.
///
/// A mesh of width x height particles, count = width * height of them. Particle (x, y) has the
/// number i = y * width + x. It lives in two arrays of the device:
///
///     d_vbo[i]            its position x, y, z, and w = 1       (OpenGL draws from this array)
///     d_vbo[count + i]    its colour red, green, blue, and 0    (the fourth number, "alpha", says
///                         how solid a colour is; it is not used here)
///     d_state[i]          .x its age in steps, (.y, .z, .w) its velocity in x, y and z
///
/// Sizes are at least 1, and count is at most 2^26. Pointers that begin with d_ are device
/// pointers, as cudaMalloc gives them. Everything is single precision. No function waits for
/// kernels, its own or earlier ones. Each throws lab::cuda_error when its launch fails, and those
/// of exercises 1 to 3 free what they allocate, also when they throw. Grading without a GPU tries
/// width and height up to 65,600.
#pragma once

#include <functional>

#include <cuda_runtime.h>

#include "lab/function.h"
#include "lab07_scenes.h"

/// Exercise 1: a fountain. One step of every particle, in this order:
///
/// 1. When age >= max_age the particle begins again, and steps 2 to 5 go on from there:
///    position (0.2 sin t, 0, 0.2 cos t), age 0,
///    velocity (0.02 (x / width - 0.5), 0.015 + 0.01 r, 0.02 (y / height - 0.5)).
/// 2. It moves: new position = old position + velocity.
/// 3. Its age grows by 1, and its vertical velocity (y) falls by 0.0001.
/// 4. It bounces: when the *new* y <= 0 and the *old* position had x^2 + z^2 < 25, the vertical
///    velocity is multiplied by -0.2.
/// 5. Its colour is (1, 1 - 0.5 c, 1 - c) with c = its new age / max_age.
///
/// @param t time: the place where particles begin again moves in a circle
/// @param r a random number in [0, 1), the same for all particles of this step
/// @param height at most 65,535 * block.y, here and below: a grid has room for so many along y
/// @param block the blocks to launch with, any shape of x and y; z is 1
void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block);

/// Exercise 2: a swarm that follows a target. In this order:
///
/// 1. When age >= max_age: age 0 and, for each axis, position = target + 2 r^3 and
///    velocity = 0.001 r^3. (r^3 is r * r * r, of this axis. pow computes in double precision.)
/// 2. Its age grows by 1.
/// 3. The target pulls at it: with d = target - position, velocity += 0.000005 d / |d|
///    (nothing when |d| is 0).
/// 4. It moves by its *new* velocity.
/// 5. Its colour is the fountain's.
///
/// @param r three random numbers in [-0.5, 0.5), the same for all particles of this step
void swarm_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                float3 target, dim3 block);

constexpr float pi = 3.14159265f;        ///< M_PI is a double
constexpr float sparkler_speed = 0.03f;  ///< outward, a step
constexpr float sparkler_gust = 0.004f;  ///< times r
constexpr float sparkler_drag = 0.985f;  ///< of its velocity a particle keeps so much a step
constexpr float sparkler_fall = 0.0003f; ///< velocity downward that it gains a step

/// Exercise 2: a sparkler, a firework to hold in the hand. Sparks fly outward in all directions,
/// slow down, and fall.
///
/// 1. When age >= max_age: age 0, position = target, and velocity = sparkler_speed (s cos a, h,
///    s sin a) + sparkler_gust r, with a = 2 pi x / width, h = 2 (y + 0.5) / height - 1 and
///    s = the square root of 1 - h^2.
/// 2. It moves: new position = old position + velocity.
/// 3. Its age grows by 1. Its velocity is multiplied by sparkler_drag, then its vertical velocity
///    falls by sparkler_fall.
/// 4. Its colour is the fountain's.
void sparkler_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                   float3 target, dim3 block);

/// Exercise 3: every particle pulls at every other one, each axis by itself. The caller exchanges
/// the two arrays of positions between one step and the next.
///
/// 1. For each axis: d = 1000 (other - mine); every particle with |d| > 0.1 adds 1 / d to a sum.
/// 2. velocity += sum; then position += 0.0000001 velocity.
/// 3. Its colour is, for each axis, 1 where the new velocity is positive and 0.4 elsewhere. (Either
///    will do where rounding decides, or a pull that is almost 0 in place of none.)
///
/// Ages stay as they are. All positions that are read are the old ones.
/// @param d_pos_in count positions
/// @param d_vbo_out count new positions, then count colours. It does not overlap d_pos_in
void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count);

/// Exercise 4: kernels write into the memory that OpenGL draws from. The three functions share a
/// variable of your file. They are called from one thread, which has a current OpenGL context.
///
/// Called once: registers a buffer object of OpenGL with CUDA. What it holds is kept.
/// @param buffer its name, from glGenBuffers. (GLuint is another word for unsigned.)
/// @throws lab::cuda_error, as the other two do
void interop_begin(unsigned buffer);

/// Called for every frame: maps the buffer object, so that it is device memory; calls `step` once,
/// with its pointer; and unmaps it, so that OpenGL may draw from it.
void interop_frame(const std::function<void(float4* d_vbo)>& step);

/// Called once, after the last frame: unregisters the buffer object.
void interop_end();
