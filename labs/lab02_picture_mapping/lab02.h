// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02: what you implement in lab02.cu.
///
/// A picture has `width` columns and `height` rows of pixels; a pixel is one float. It is
/// row-major: the pixel in row `row` and column `col` is at `row * width + col`. x is the column, y
/// the row, and row 0 is the upper one. Width and height are at least 1, and the pictures of
/// exercises 2 to 4 have at most 2^24 pixels, all of them finite numbers, small and large. Pointers
/// that begin with d_ are device pointers, and begin at multiples of 256 bytes, as from cudaMalloc;
/// `d_in` and `d_out` never overlap. Grading without a GPU tries height up to 65,600 and arrays up
/// to 330,000, and a few blocks of a picture with 61,440 columns.
#pragma once

#include "lab/function.h"

/// The grid that covers a picture, in numbers.
struct launch_numbers {
  int blocks_x;     ///< blocks along a row of the picture
  int blocks_y;     ///< blocks along a column
  int blocks;       ///< in all
  int threads;      ///< of all blocks together
  int idle_threads; ///< those of them that have no pixel
};
// For the grader: a structure that a function returns, and the type of all its members.
LAB_STRUCT(launch_numbers, int)

/// What exercise 2 computes, on the CPU and with host pointers. For reading, and for trying things
/// out: nothing grades it.
void scale_reference(const float* in, float* out, int width, int height);

/// Exercise 1: how many blocks and threads a picture needs, with one thread a pixel. As few as
/// possible. The sides of the block are at least 1, it has at most 1,024 threads, and all five
/// numbers fit an int.
launch_numbers launch_shape(int width, int height, int block_width, int block_height);

/// Exercise 2: out = 2 * in, pixel by pixel.
/// Like those below: writes every pixel of d_out, reads none of them (not even what it wrote), does
/// not write to d_in (not even for a moment), waits for no kernel, its own or an earlier one, and
/// frees what it allocates, also when it throws. You choose the shape of the blocks.
/// @param d_in, d_out width * height elements
/// @param width, height at most 65,535 and 100,000: a grid has room for so many rows along y, if a
/// block has two or more
/// @throws lab::cuda_error when the launch fails
void scale_picture(const float* d_in, float* d_out, int width, int height);

/// Exercise 3: left and right exchanged, so that the first pixel of a row becomes its last.
void mirror_picture(const float* d_in, float* d_out, int width, int height);

/// Exercise 4: each pixel becomes the mean of those pixels of its 3 x 3 neighbourhood (itself
/// among them) that exist: 9 of them inside, 6 at an edge, 4 in a corner.
void blur_picture(const float* d_in, float* d_out, int width, int height);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(launch_shape, width, height, block_width, block_height)
LAB_FUNCTION(scale_picture, d_in, d_out, width, height)
LAB_FUNCTION(mirror_picture, d_in, d_out, width, height)
LAB_FUNCTION(blur_picture, d_in, d_out, width, height)
