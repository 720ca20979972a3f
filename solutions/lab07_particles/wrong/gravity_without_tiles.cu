// FAILS traffic.gravity (requests) on both
// also: speed.gravity
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernel under the name of the tiled one.
#include "parts/all_but_gravity.h"

#include <stdexcept>

namespace given {
#include "lab07_baseline.cu"
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  given::gravity_step(d_pos_in, d_vbo_out, d_state, count);
}
