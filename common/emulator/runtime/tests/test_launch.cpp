// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/emulator.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

namespace {

template <class T>
void scale_kernel(T* a, const T* offset, T factor, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    a[i] = a[i] * factor + (offset == nullptr ? T(0) : offset[i]);
}

cudaError_t error_of(dim3 grid, dim3 block, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  run(launch_configuration(grid, block, shared, stream), [] {});
  return cudaGetLastError();
}

} // namespace

TEST_CASE("a launch in the translator's form runs every thread once") {
  device_array<float> a(1000, 3.0f);
  const int n = 1000;
  ::cudalab::emulator::launch(
      ::cudalab::emulator::launch_configuration(4, 256), "scale_kernel",
      [=](auto& a0, auto& a2, auto& a3) { scale_kernel<float>(a0, 0, a2, a3); }, a.data(), 2.0f, n);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(a.copy() == std::vector<float>(1000, 6.0f));
}

TEST_CASE("arguments are copies: a thread that changes its own changes nobody else's") {
  device_array<int> seen(64);
  int* out = seen.data();
  launch(
      launch_configuration(2, 32), "kernel",
      [=](auto& value) {
        [](int* p, int mine) {
          p[blockIdx.x * 32 + threadIdx.x] = mine;
          mine = -1;
        }(out, value);
      },
      7);
  CHECK(seen.copy() == std::vector<int>(64, 7));
}

TEST_CASE("positions in three dimensions, for blocks of every shape") {
  const dim3 grid(3, 2, 4);
  for (const dim3 block : {dim3(5, 3, 2), dim3(1), dim3(33), dim3(8, 8, 16), dim3(1, 1, 64)}) {
    const unsigned threads = block.x * block.y * block.z;
    device_array<unsigned> visits(threads * 24);
    unsigned* out = visits.data();
    run(launch_configuration(grid, block), [=] {
      const bool right = gridDim.x == 3 && gridDim.y == 2 && gridDim.z == 4 &&
                         blockDim.x == block.x && blockDim.y == block.y && blockDim.z == block.z;
      const unsigned b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
      const unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
      out[b * threads + t] += right ? 1 : 100;
    });
    CHECK(visits.copy() == std::vector<unsigned>(threads * 24, 1));
  }
}

TEST_CASE("an impossible launch gives CUDA's error and runs nothing") {
  forget_errors_when_idle();
  CHECK(error_of(1, 1024) == cudaSuccess);
  CHECK(error_of(1, 1025) == cudaErrorInvalidValue);
  CHECK(error_of(1, dim3(32, 33)) == cudaErrorInvalidValue);
  CHECK(error_of(1, 0) == cudaErrorInvalidValue);
  CHECK(error_of(0, 32) == cudaErrorInvalidValue);
  CHECK(error_of(1, dim3(1, 1, 64)) == cudaSuccess);
  CHECK(error_of(1, dim3(1, 1, 65)) == cudaErrorInvalidValue);
  CHECK(error_of(dim3(1, 65536), 1) == cudaErrorInvalidValue);
  CHECK(error_of(dim3(0x80000000u), 1) == cudaErrorInvalidValue);
  CHECK(error_of(1, dim3(65536, 65536)) == cudaErrorInvalidValue); // overflows to 0 threads
  CHECK(error_of(1, 1, 48 * 1024) == cudaSuccess);
  CHECK(error_of(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
  const auto no_stream = reinterpret_cast<cudaStream_t>(0x1234560);
  CHECK(error_of(1, 1, 0, no_stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaSuccess);

  device_array<int> ran(1);
  int* out = ran.data();
  run(launch_configuration(1, 2048), [=] { *out = 1; });
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(ran.copy()[0] == 0);
}

TEST_CASE("the first launches are remembered, and those that were refused are not") {
  take_launches();
  run(launch_configuration(dim3(3, 2), dim3(8, 4, 2)), [] {});
  CHECK(error_of(dim3(1), dim3(2000)) != cudaSuccess);
  const std::vector<launch_sizes> seen = take_launches();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].grid == std::array<unsigned, 3>{3, 2, 1});
  CHECK(seen[0].block == std::array<unsigned, 3>{8, 4, 2});
  for (std::size_t i = 0; i < most_launches_kept + 2; ++i)
    run(launch_configuration(1, 1), [] {});
  CHECK(take_launches().size() == most_launches_kept);
  CHECK(take_launches().empty());
}

TEST_CASE("the configuration knows its place in the source") {
  const launch_configuration here(1, 1);
  CHECK(here.line == __LINE__ - 1);
  CHECK(std::string(here.file) == __FILE__);
}
