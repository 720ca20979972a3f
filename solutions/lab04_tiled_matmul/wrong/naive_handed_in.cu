// FAILS traffic.loads (requests) on both
// also: traffic.dynamic, speed.static
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given naive kernel under the name of the tiled one: right, and no faster.
#include "lab04_baseline.cu"
