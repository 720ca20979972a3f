// line 8: the emulated device has fragments of 16 x 16 x 16 half
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <mma.h>

using namespace nvcuda;

static wmma::fragment<wmma::accumulator, 16, 16, 16, half> sums;
