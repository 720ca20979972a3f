// FAILS traffic.fountain (requests) on both
// also: speed.fountain
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given fountain under the name of the wide one: right, and no faster.
#include "parts/all_but_fountain.h"

#include <stdexcept>

namespace given {
#include "lab07_baseline.cu"
}

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  given::fountain_step(d_vbo, d_state, width, height, max_age, t, r, block);
}
