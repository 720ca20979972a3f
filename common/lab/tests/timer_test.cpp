// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab/timer.h"

#include <vector>

#include <doctest/doctest.h>

#include "lab/device_buffer.h"

TEST_CASE("a timer gives milliseconds, and can be used again") {
  lab::event_timer timer;
  for (int run = 0; run < 2; ++run) {
    timer.start();
    const std::vector<float> host(1000, 1.0f);
    const lab::device_buffer<float> device(host.data(), host.size());
    CHECK(timer.stop() >= 0.0f);
  }
}

TEST_CASE("stopping a timer that was not started is an error") {
  lab::event_timer timer;
  CHECK_THROWS_AS(timer.stop(), lab::cuda_error);
  (void)cudaGetLastError();
}
