// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 02 in numbers: twice each pixel, left for right, and the mean of nine, beside the device's
// own copy of the same picture.
//
//   ./lab bench lab02
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab02.h"

#include "lab02.cu"

void tell(bench::story& story, int side) {
  const std::size_t pixels = std::size_t(side) * side;
  const std::vector<float> picture(pixels, 1.0f);
  const lab::device_buffer<float> in(picture.data(), pixels);
  lab::device_buffer<float> out(pixels);
  const float* const d_in = in.data();
  float* const d_out = out.data();
  const double n = double(pixels);
  const bench::amount moved{8 * n, 0}, blurred{8 * n, 9 * n};
  std::vector<bench::row> rows = {
      bench::with({"scale_picture", moved, [=] { scale_picture(d_in, d_out, side, side); }},
                  {2,
                   {{"memory", moved.bytes}, {"fp32", n}, {"launch", 1}},
                   "8 n bytes for n pixels: each read and written once; n operations",
                   "A thread moves 4 bytes and ends: a block of 256 threads has little under way, "
                   "and many blocks have to be started."}),
      bench::with({"mirror_picture", moved, [=] { mirror_picture(d_in, d_out, side, side); }},
                  {3,
                   {{"memory", moved.bytes}, {"launch", 1}},
                   "8 n bytes",
                   "The same: the order inside of a row costs nothing, since a warp still reads "
                   "whole sectors."}),
      bench::with({"blur_picture", blurred, [=] { blur_picture(d_in, d_out, side, side); }},
                  {4,
                   {{"memory", blurred.bytes}, {"fp32", blurred.flops}, {"launch", 1}},
                   "8 n bytes, 9 n operations (8 additions and a division)",
                   "Each pixel is loaded nine times, nearly always from a cache, and each time it "
                   "is asked whether it exists: instructions take the time, not the memory."})};
  if (!bench::emulated)
    rows.push_back(bench::with({"copy of the device", moved,
                                [=] {
                                  CUDA_CHECK(cudaMemcpyAsync(d_out, d_in, pixels * sizeof(float),
                                                             cudaMemcpyDeviceToDevice, nullptr));
                                }},
                               {0,
                                {{"memory", moved.bytes}},
                                "8 n bytes",
                                "To compare with: what the driver's own copy reaches.",
                                "memory"}));
  story.table(std::to_string(side) + " x " + std::to_string(side), "scale_picture", rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 02: threads to pixels");
  tell(story, bench::emulated ? 72 : 8192);
  story.not_measured(1, "it has no kernel: the host counts blocks and threads.");
  return story.end();
}
