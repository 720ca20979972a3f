// line 8: undefined template 'nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <mma.h>

using namespace nvcuda;

static wmma::fragment<wmma::accumulator, 16, 16, 16, half> sums;
