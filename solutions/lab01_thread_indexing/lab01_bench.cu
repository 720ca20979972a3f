// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 01 in numbers: kernels that are over before they have begun, and some that move all that the
// memory can.
//
//   ./lab bench lab01
#include <algorithm>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab01.h"

#include "lab01.cu"

void tell_small(bench::story& story) {
  lab::device_buffer<int> picture(24 * 64), block(32 * 128), thread(32 * 128);
  int *const p = picture.data(), *const b = block.data(), *const t = thread.data();
  const double drawn = double(picture.bytes()), numbered = double(block.bytes() + thread.bytes());
  story.table(
      "small kernels", "",
      {bench::with({"draw_picture, 24 blocks of 64", {drawn, 0}, [=] { draw_picture(p); }},
                   {1,
                    {{"launch", 1}, {"memory", drawn}},
                    "1 launch, 4 bytes for each of 1,536 pixels",
                    "Nothing that a kernel could do better: all its threads are done in less time "
                    "than the device takes to begin the next kernel."}),
       bench::with(
           {"block_and_thread, 32 blocks of 128", {numbered, 0}, [=] { block_and_thread(b, t); }},
           {3,
            {{"launch", 1}, {"memory", numbered}},
            "1 launch, 8 bytes for each of 4,096 threads",
            "The same: the launch is longer than the work of 4,096 threads."})});
}

void tell_large(bench::story& story, dim3 grid, dim3 block, int n, int blocks) {
  const std::size_t threads = std::size_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  lab::device_buffer<int> indices(threads);
  lab::device_buffer<float> x(n), y(n);
  CUDA_CHECK(cudaMemset(x.data(), 0, x.bytes()));
  CUDA_CHECK(cudaMemset(y.data(), 0, y.bytes()));
  int* const d_out = indices.data();
  float *const d_x = x.data(), *const d_y = y.data();
  const bench::amount stored{double(indices.bytes()), 0};
  const bench::amount added{12.0 * n, 2.0 * n};
  story.table(
      "large kernels", "",
      {bench::with({"fill_global_index, " + std::to_string(threads) + " threads", stored,
                    [=] { fill_global_index(d_out, grid, block); }},
                   {4,
                    {{"memory", stored.bytes}, {"launch", 1}},
                    "4 bytes stored for each thread",
                    "Each thread stores 4 bytes and ends: for so little work many blocks have to "
                    "be started, and each computes its index from 12 sizes and numbers."}),
       bench::with({"saxpy_grid_stride, " + std::to_string(n) + " numbers, " +
                        std::to_string(blocks) + " blocks",
                    added, [=] { saxpy_grid_stride(2.0f, d_x, d_y, n, blocks); }},
                   {5,
                    {{"memory", added.bytes}, {"fp32", added.flops}, {"launch", 1}},
                    "12 n bytes (x and y read, y written), 2 n operations",
                    "A thread loads 4 bytes of x and of y and stores before its next round: with "
                    "16 bytes at a time, more would be under way."})});
}

void tell_host(bench::story& story, int n) {
  std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
  const double bytes = double(n) * sizeof(float);
  bench::row whole{"vec_add, " + std::to_string(n) + " numbers of the host",
                   {3 * bytes, 0},
                   [&, n] { vec_add(a.data(), b.data(), c.data(), n); },
                   bench::clock::host};
  story.table(
      "from the host and back", "",
      {bench::with(
          whole,
          {2,
           {{"link_in", 2 * bytes}, {"link_out", bytes}, {"memory", 3 * bytes}, {"launch", 1}},
           "8 n bytes to the device, 4 n bytes back",
           "The arrays are in pageable memory, which the driver copies "
           "into pinned memory first; copies and kernel wait for each "
           "other; and memory is allocated and freed in each call."})});
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 01: threads and blocks");
  tell_small(story);
  if (bench::emulated) {
    tell_large(story, dim3(4, 2, 2), dim3(8, 4, 2), 4096, 4);
    tell_host(story, 4096);
  } else {
    tell_large(story, dim3(64, 64, 64), dim3(16, 8, 4), 1 << 28, 2048);
    tell_host(story, 1 << 26);
  }
  return story.end();
}
