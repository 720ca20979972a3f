// FAILS correctness.shape (a factor is missing) on both
// says: "Work it out by hand for the arguments of this call"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Of each block only one row of threads is counted: a mistake for which the grader has no message.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (width + block_width - 1) / block_width;
  numbers.blocks_y = (height + block_height - 1) / block_height;
  numbers.blocks = numbers.blocks_x * numbers.blocks_y;
  numbers.threads = numbers.blocks * block_width;
  numbers.idle_threads = numbers.threads - width * height;
  return numbers;
}
