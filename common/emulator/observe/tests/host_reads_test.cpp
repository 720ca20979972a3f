// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/host_reads.h"

#include <doctest/doctest.h>

using namespace cudalab::emulator;

TEST_CASE("what a kernel wrote is taken back once, however often it is read") {
  host_visible_touches written(1u << 20);
  host_reads reads(1u << 20, written);
  CHECK(reads.fresh(64, 16) == 0); // no kernel wrote it
  written.touched(64, 8, 1, nullptr);
  CHECK(reads.fresh(64, 16) == 8);
  CHECK(reads.fresh(64, 16) == 0);
  CHECK(reads.fresh(68, 4) == 0);
  written.touched(68, 4, 2, nullptr); // by a later kernel
  CHECK(reads.fresh(64, 16) == 4);
  written.touched(70, 1, 3, nullptr);
  CHECK(reads.fresh(68, 1) == 4); // part of it
  written.touched(8192, 4, 3, nullptr);
  CHECK(reads.fresh(0, 64) == 0);
  CHECK(reads.fresh(8192, 4) == 4);
}
