// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For clangd 14 and 15 only, which complete no names that begin with two underscores, except
/// macros. Nothing that is compiled includes this.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

// Barriers and fences
#define __syncthreads __syncthreads
#define __syncthreads_and __syncthreads_and
#define __syncthreads_count __syncthreads_count
#define __syncthreads_or __syncthreads_or
#define __syncwarp __syncwarp
#define __threadfence __threadfence
#define __threadfence_block __threadfence_block
#define __threadfence_system __threadfence_system

// Between the lanes of a warp
#define __activemask __activemask
#define __all_sync __all_sync
#define __any_sync __any_sync
#define __ballot_sync __ballot_sync
#define __match_all_sync __match_all_sync
#define __match_any_sync __match_any_sync
#define __reduce_add_sync __reduce_add_sync
#define __reduce_and_sync __reduce_and_sync
#define __reduce_max_sync __reduce_max_sync
#define __reduce_min_sync __reduce_min_sync
#define __reduce_or_sync __reduce_or_sync
#define __reduce_xor_sync __reduce_xor_sync
#define __shfl_down_sync __shfl_down_sync
#define __shfl_sync __shfl_sync
#define __shfl_up_sync __shfl_up_sync
#define __shfl_xor_sync __shfl_xor_sync

// Bits
#define __brev __brev
#define __brevll __brevll
#define __byte_perm __byte_perm
#define __clz __clz
#define __clzll __clzll
#define __ffs __ffs
#define __ffsll __ffsll
#define __float_as_int __float_as_int
#define __float_as_uint __float_as_uint
#define __funnelshift_l __funnelshift_l
#define __funnelshift_r __funnelshift_r
#define __int_as_float __int_as_float
#define __popc __popc
#define __popcll __popcll
#define __uint_as_float __uint_as_float

// Fast arithmetic
#define __cosf __cosf
#define __dp4a __dp4a
#define __exp10f __exp10f
#define __expf __expf
#define __fdividef __fdividef
#define __frsqrt_rn __frsqrt_rn
#define __log10f __log10f
#define __log2f __log2f
#define __logf __logf
#define __mul24 __mul24
#define __powf __powf
#define __sad __sad
#define __saturatef __saturatef
#define __sincosf __sincosf
#define __sinf __sinf
#define __tanf __tanf
#define __tanhf __tanhf
#define __umul24 __umul24
#define __umul64hi __umul64hi
#define __umulhi __umulhi
#define __usad __usad

// The rest
#define __ldg __ldg
#define __nanosleep __nanosleep
#define __trap __trap
