// FAILS correctness.shape (blocks cut) on both
// says: "as if blocks could be cut"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// 4,464 pixels by 256 threads a block make 17.4, so 18 blocks: but blocks cannot be cut.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_scale.h"

launch_numbers launch_shape(int width, int height, int block_width, int block_height) {
  launch_numbers numbers = {};
  numbers.blocks_x = (width + block_width - 1) / block_width;
  numbers.blocks_y = (height + block_height - 1) / block_height;
  const int per_block = block_width * block_height;
  numbers.blocks = (width * height + per_block - 1) / per_block;
  numbers.threads = numbers.blocks * per_block;
  numbers.idle_threads = numbers.threads - width * height;
  return numbers;
}
