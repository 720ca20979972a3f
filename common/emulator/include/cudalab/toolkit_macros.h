// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The toolkit's version, and the names by which other people's headers see that its headers are
/// there: NVIDIA's helper_cuda.h declares nothing without them.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48

#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
