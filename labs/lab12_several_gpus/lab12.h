// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 12: several GPUs. What each function must do; README.md explains the ideas.
///
/// All floats are finite; `devices` is from 1 to the number of devices, at most 8, and the devices
/// are number 0 to devices - 1. d_name[i] is memory of device i. When a function is called, all
/// devices are idle, and each may use the memory of all others (but in enable_peers()). Whichever
/// device is the current one afterwards does not matter. Each function frees what it allocates and
/// destroys the streams, events and communicators that it makes, also when it throws; one host
/// thread calls them, one after the other. Data go from device to device by copies, not by kernels
/// that read another device's memory; a copy may be in a stream of any device, but for exercise
/// 1's. Grading without a GPU tries count and width up to 65,600, n up to 131,200, and any number
/// of rows, on up to four devices.
///
/// The kernels are given, in lab12.cu: smooth(), pull(), add(), largest_of() and divide().
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

/// Exercise 1: each of the devices may use the memory of each other one from now on. May be called
/// again: what is allowed already is no error then, and leaves none behind.
/// @throws lab::cuda_error
void enable_peers(int devices);

/// Exercise 1: hands over one copy for each device, also where there is only one, and returns while
/// they may still be under way: the host waits for nothing. The `count` elements of device i,
/// d_from[i], go to d_to of the next device; those of the last one go to device 0. The copy from
/// device i is in streams[i], which belongs to device i.
/// @param count from 1 to 2^28
/// @throws lab::cuda_error
void rotate_parts(const float* const* d_from, float* const* d_to, int count, int devices,
                  const cudaStream_t* streams);

/// Exercise 2: `steps` steps of smooth(). A picture lies in strips of `rows` rows on the devices,
/// one below the other. d_a[i] has rows + 2 rows: its own are rows 1 to `rows`; row 0 is the last
/// row of the strip above, row rows + 1 the first row of the strip below (the halo). Row 0 of
/// device 0 and row rows + 1 of the last device are the border, which stays as it is. A step goes
/// from d_a to d_b, the next one back. When the function returns, all is done, and own rows of the
/// result are in d_b if `steps` is odd, else in d_a; what the halo rows hold then does not matter.
/// Halo rows travel while the inner rows are computed, each once a step at most.
/// @param d_a, d_b the same at first
/// @param width from 1 to 2^20 @param rows from 1 to 65535 @param steps at least 1
/// @throws lab::cuda_error
void diffuse(float* const* d_a, float* const* d_b, int width, int rows, int steps, int devices);

/// Exercise 3: d_pulls[i], which may hold anything before, holds for each of the `count` bodies of
/// device i the sum of what pull() adds for all bodies of all devices, its own too. Bodies of other
/// devices come round a ring: while a kernel works on the ones that are there, they are copied on
/// to the next device. No device holds more than two blocks of `count` guests. When the function
/// returns, all is done.
/// @param d_bodies x, y, z and mass, not changed @param count from 1 to 2^22
/// @throws lab::cuda_error
void gravity_ring(const float4* const* d_bodies, float4* const* d_pulls, int count, int devices);

/// Exercise 4: when the function returns, d_data[i] holds for each of its n elements the sum over
/// all devices. By copies between neighbours and add(): in devices - 1 steps each device comes to
/// hold one part of all sums, and in as many steps the parts go round. Each device sends at most 2
/// (devices - 1) parts of (n + devices - 1) / devices elements.
/// @param d_scratch room for one part on each device, and for whatever you like
/// @param n from 1 to 2^28, also less than `devices`
/// @throws lab::cuda_error
void ring_all_reduce(float* const* d_data, float* const* d_scratch, int n, int devices);

/// Exercise 5: the same, done when it returns, by one call of NCCL's for each device.
/// @throws lab::cuda_error, lab::nccl_error
void sum_everywhere(float* const* d_data, int n, int devices);

/// Exercise 5: divides all elements by the largest absolute value that any device has, and returns
/// when that is done. There is one that is not 0. One call of NCCL's for each device. The host
/// waits for nothing before it has handed over all of it.
/// @param d_largest room for one element on each device
/// @throws lab::cuda_error, lab::nccl_error
void scale_by_largest(float* const* d_data, float* const* d_largest, int n, int devices);

#include "lab12_scenes.h"
