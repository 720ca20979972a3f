// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// P = M N for square matrices on the emulated device; `width` is a multiple of 16.
#pragma once

namespace fast {
void tiled_matmul(const float* d_M, const float* d_N, float* d_P, int width);
}
namespace checked {
void tiled_matmul(const float* d_M, const float* d_N, float* d_P, int width);
}
