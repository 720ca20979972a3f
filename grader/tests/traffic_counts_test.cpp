// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/traffic_counts.h"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("kernels add up, barriers are the largest") {
  const auto kernels = nlohmann::json::parse(R"([
    {"totals": {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 5,
                "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 20,
                "shared_load_conflicts": 1, "barriers_per_block_max": 4,
                "dynamic_shared_bytes_per_block_max": 2048}},
    {"totals": {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 7,
                "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 3,
                "barriers_per_block_max": 2}}])");
  const traffic_counts sum = add_up(kernels);
  CHECK(sum.global_load_requests == 12);
  CHECK(sum.global_load_sectors == 20);
  CHECK(sum.global_store_requests == 3);
  CHECK(sum.shared_load_conflicts == 1);
  CHECK(sum.shared_store_conflicts == 0);
  CHECK(sum.barriers_per_block == 4);
  CHECK(sum.dynamic_shared_bytes == 2048);
  CHECK(sum.kernels == kernels);
}

TEST_CASE("for a gate an atomic operation is a load and a store") {
  const auto kernels = nlohmann::json::parse(R"([
    {"totals": {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 5,
                "global_atomic_requests": 40, "global_atomic_sectors": 80,
                "shared_load_requests": 2, "shared_atomic_requests": 3}}])");
  CHECK(add_up(kernels).global_load_requests == 5);
  const traffic_counts both = with_atomics_as_both(add_up(kernels));
  CHECK(both.global_load_requests == 45);
  CHECK(both.global_load_sectors == 80);
  CHECK(both.global_store_requests == 40);
  CHECK(both.shared_load_requests == 5);
  CHECK(both.shared_store_requests == 3);
}

TEST_CASE("no kernels are no traffic, another form is an error") {
  CHECK(add_up(nlohmann::json::array()).global_load_requests == 0);
  CHECK_THROWS_AS(add_up(nlohmann::json::parse(R"([{"kernel": "k"}])")), std::runtime_error);
  CHECK_THROWS_AS(
      add_up(nlohmann::json::parse(R"([{"totals": {"shared_load_requests": "many"}}])")),
      std::runtime_error);
}
