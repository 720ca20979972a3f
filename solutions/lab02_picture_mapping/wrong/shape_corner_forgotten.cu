// FAILS correctness.shape (wrong count) on both
// says: "leaves out the corner"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// 496 threads are right of the picture and 144 below it, but 16 are both: 640 in place of 656.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (width + block_width - 1) / block_width;
  numbers.blocks_y = (height + block_height - 1) / block_height;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width * block_height;
  const int right_of = numbers.blocks_x * block_width - width;
  const int below = numbers.blocks_y * block_height - height;
  numbers.idle_threads = right_of * height + below * width;
  return numbers;
}
