// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/gpus.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("each line is a GPU") {
  const auto found = parse_gpus("0000:1B:00.0\t90\tNVIDIA H200\n0000:2B:00.0\t75\tTesla T4\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].pci_bus_id == "0000:1B:00.0");
  CHECK(found[0].compute_capability == "90");
  CHECK(found[1].name == "Tesla T4");
}

TEST_CASE("what is no GPU is left out") {
  CHECK(parse_gpus("").empty());
  CHECK(parse_gpus("no driver\n").empty());
  CHECK(parse_gpus("0000:1B:00.0\tx; rm\tNVIDIA H200\n").empty());
  CHECK(parse_gpus("0000:1B:00.0\t\tNVIDIA H200\n").empty());
}
