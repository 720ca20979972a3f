// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab/device_buffer.h"

#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

using buffer = lab::device_buffer<float>;

static_assert(!std::is_copy_constructible<buffer>::value, "two owners would free it twice");
static_assert(std::is_nothrow_move_constructible<buffer>::value, "");

TEST_CASE("content goes to the device and comes back") {
  const std::vector<float> host = {1, 2, 3};
  const buffer device(host.data(), host.size());
  CHECK(device.size() == 3);
  CHECK(device.bytes() == 12);
  std::vector<float> back(3);
  device.copy_to(back.data());
  CHECK(back == host);
}

TEST_CASE("a move leaves nothing behind") {
  buffer first(4);
  float* const memory = first.data();
  buffer second(std::move(first));
  CHECK(second.data() == memory);
  CHECK(first.data() == nullptr); // NOLINT(bugprone-use-after-move): that is tested
  CHECK(first.size() == 0);
  buffer third(1);
  third = std::move(second);
  CHECK(third.data() == memory);
  CHECK(third.size() == 4);
}

TEST_CASE("an empty buffer needs no memory") {
  buffer empty(0);
  CHECK(empty.data() == nullptr);
  CHECK_NOTHROW(empty.copy_from(nullptr));
  CHECK_NOTHROW(empty.copy_to(nullptr));
}

TEST_CASE("memory is given back") {
  std::size_t before = 0, after = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&before, &total));
  { const buffer large(1 << 20); }
  CUDA_CHECK(cudaMemGetInfo(&after, &total));
  CHECK(after == before);
}

TEST_CASE("no room is a cuda_error") {
  CHECK_THROWS_AS(buffer(std::size_t{1} << 50), lab::cuda_error);
  (void)cudaGetLastError();
}
