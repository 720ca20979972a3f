// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 05 in numbers: the given tree, the reference's four sums, the library CUB where the toolkit
// has it, and the device's own copy. Each number counts once, the copy's bytes twice: read and
// written.
//
//   ./lab bench lab05
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab05.h"

#if __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
#define WITH_CUB 1
#endif

#include "lab05.cu"

namespace given {
#include "lab05_baseline.cu"
}

constexpr size_t all_numbers = size_t(1) << (bench::emulated ? 14 : 30);

using sum_function = std::function<void(const int* d_in, int* d_out, int n)>;

struct contender {
  const char* name;
  sum_function call;
  int exercise = 0;
  const char* kept_by = "";
};

/// A pattern whose sum is known.
int number_at(size_t i) {
  return int(i % 15) - 7;
}

std::vector<contender> contenders() {
  std::vector<contender> all = {
      {"given tree", given::sum_tree, 0,
       "Each thread loads one number; then the block waits at a barrier in each round of its tree, "
       "and nothing is loaded meanwhile."},
      {"sum_tree", sum_tree, 2,
       "Each thread loads one number; then the block waits at a barrier in each round of its tree, "
       "and in the last rounds one warp works alone."},
      {"sum_two_per_thread", sum_two_per_thread, 3,
       "As before, for twice as many numbers: the tree's barriers still take longer than the "
       "loads."},
      {"sum_shuffle", sum_shuffle, 4,
       "Nearly all barriers are gone, but a thread still has only two loads of 4 bytes under way "
       "and ends: starting blocks, and too few bytes under way."},
      {"sum_grid_stride", sum_grid_stride, 5,
       "Of large arrays nothing but the memory; of small ones the launches, that of the fill with "
       "0 too, and the time until the first bytes come."}};
#ifdef WITH_CUB
  all.push_back({"cub::DeviceReduce::Sum",
                 [](const int* d_in, int* d_out, int n) {
                   static lab::device_buffer<char> scratch(size_t(64) << 20);
                   size_t bytes = scratch.size();
                   CUDA_CHECK(cub::DeviceReduce::Sum(scratch.data(), bytes, d_in, d_out, n));
                 },
                 0, "To compare with: a library's."});
#endif
  return all;
}

/// A fast wrong sum is worth nothing. Ends the program when one is wrong.
void check_sum(const contender& who, const int* d_in, int* d_out, int n, int right) {
  CUDA_CHECK(cudaMemset(d_out, 0xff, sizeof(int)));
  who.call(d_in, d_out, n);
  int got = 0;
  CUDA_CHECK(cudaMemcpy(&got, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  if (got != right) {
    std::fprintf(stderr, "%s: %d is wrong, %d is right\n", who.name, got, right);
    std::exit(1);
  }
}

void tell(bench::story& story, lab::device_buffer<int>& numbers, int n, bool state) {
  int right = 0;
  for (int i = 0; i < n; ++i)
    right += number_at(i);
  static lab::device_buffer<int> out(1);
  int* const d_out = out.data();
  int* const d_all = numbers.data();
  const double bytes = double(n) * sizeof(int);
  const size_t parts = all_numbers / n;

  std::vector<bench::row> rows;
  for (const contender& who : contenders()) {
    check_sum(who, d_all, d_out, n, right);
    // Every call takes the next part of the array, so that no cache holds it.
    rows.push_back(bench::with({who.name,
                                {bytes, 0},
                                [=, call = who.call, part = size_t(0)]() mutable {
                                  call(d_all + part * n, d_out, n);
                                  part = (part + 1) % parts;
                                }},
                               {who.exercise,
                                {{"memory", bytes}, {"int32", double(n)}, {"launch", 1}},
                                "4 n bytes: each number is read once; n additions; 1 launch",
                                who.kept_by}));
  }
  if (!state)
    for (bench::row& each : rows)
      each.says = {};
  lab::device_buffer<int> copy(bench::emulated ? 1 : n);
  if (!bench::emulated)
    rows.push_back({"copy, read and written",
                    {2 * bytes, 0},
                    [=, d_copy = copy.data(), part = size_t(0)]() mutable {
                      CUDA_CHECK(cudaMemcpyAsync(d_copy, d_all + part * n, size_t(n) * sizeof(int),
                                                 cudaMemcpyDeviceToDevice, nullptr));
                      part = (part + 1) % parts;
                    }});
  story.table(std::to_string(n) + " numbers", "given tree", rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 05: the sum of an array");
  std::vector<int> some(std::min(all_numbers, size_t(15) << 20)); // whole patterns
  for (size_t i = 0; i < some.size(); ++i)
    some[i] = number_at(i);
  lab::device_buffer<int> numbers(all_numbers);
  for (size_t at = 0; at < all_numbers; at += some.size())
    CUDA_CHECK(cudaMemcpy(numbers.data() + at, some.data(),
                          std::min(some.size(), all_numbers - at) * sizeof(int),
                          cudaMemcpyHostToDevice));
  for (const int exponent : bench::emulated ? std::vector<int>{14} : std::vector<int>{22, 24, 28})
    tell(story, numbers, 1 << exponent, exponent != 24);
  story.not_measured(1, "its kernel is that of exercise 2, which adds the blocks' sums too.");
  if (!bench::emulated)
    story.remark("Small arrays are taken from all over 4 GiB: no cache holds them.");
  return story.end();
}
