// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a kernel knows of itself, and its barriers and fences.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "vector_types.h"

#ifndef CUDALAB_RULES_CHECK

// Of the OS thread that runs the block; the scheduler sets them when it turns to another CUDA
// thread. They are const here, so that a compiler may keep them across a barrier: a CUDA thread
// finds its own again.
extern __thread const uint3 threadIdx __asm__("cudalab_threadIdx");
extern __thread const uint3 blockIdx __asm__("cudalab_blockIdx");
extern __thread const dim3 blockDim __asm__("cudalab_blockDim");
extern __thread const dim3 gridDim __asm__("cudalab_gridDim");
static constexpr int warpSize = 32;

/// Whether a kernel runs. emucc asks, where code differs by __CUDA_ARCH__.
extern "C" bool cudalab_in_kernel();

/// Waits until every thread of the block is here.
void __syncthreads();
/// The same; and how many threads of the block gave a predicate that is not 0, or whether all, or
/// any, did.
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
/// Waits until the lanes of `mask` in this warp are here (those that have not returned).
void __syncwarp(unsigned mask = 0xffffffff);

/// Lets other threads run for about so long.
void __nanosleep(unsigned nanoseconds);
/// A counter that goes on with time, about two thousand million a second. clock(), in a kernel, is
/// its lower part.
long long clock64();
/// Ends the launch: later calls fail with cudaErrorLaunchFailure.
void __trap();
/// A breakpoint; without a debugger it ends the launch.
void __brkpt();

/// What this thread wrote before is seen by others no later than what it writes afterwards.
void __threadfence();
void __threadfence_system();
void __threadfence_block();

#else

extern const __device__ __attribute__((weak)) uint3 threadIdx;
extern const __device__ __attribute__((weak)) uint3 blockIdx;
extern const __device__ __attribute__((weak)) dim3 blockDim;
extern const __device__ __attribute__((weak)) dim3 gridDim;
static constexpr int warpSize = 32;

__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __nanosleep(unsigned nanoseconds);
__device__ long long clock64();
__device__ void __trap();
__device__ void __brkpt();
__device__ void __threadfence();
__device__ void __threadfence_system();
__device__ void __threadfence_block();

#endif
