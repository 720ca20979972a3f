// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/traffic_counts.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace cudalab::grader {

traffic_counts add_up(const nlohmann::json& kernels) {
  traffic_counts sum;
  sum.kernels = kernels;
  try {
    for (const nlohmann::json& kernel : kernels) {
      const nlohmann::json& totals = kernel.at("totals");
      const auto add = [&totals](const char* name, std::uint64_t& to) {
        to += totals.value(name, std::uint64_t{0});
      };
      add("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", sum.global_load_requests);
      add("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", sum.global_load_sectors);
      add("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", sum.global_store_requests);
      add("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", sum.global_store_sectors);
      add("shared_load_requests", sum.shared_load_requests);
      add("shared_load_conflicts", sum.shared_load_conflicts);
      add("shared_store_requests", sum.shared_store_requests);
      add("shared_store_conflicts", sum.shared_store_conflicts);
      add("dynamic_shared_requests", sum.dynamic_shared_requests);
      sum.barriers_per_block = std::max(sum.barriers_per_block,
                                        totals.value("barriers_per_block_max", std::uint64_t{0}));
      sum.dynamic_shared_bytes =
          std::max(sum.dynamic_shared_bytes,
                   totals.value("dynamic_shared_bytes_per_block_max", std::uint64_t{0}));
    }
  } catch (const nlohmann::json::exception& problem) {
    throw std::runtime_error(std::string("the traffic report cannot be read: ") + problem.what());
  }
  return sum;
}

std::uint64_t sum_of(const traffic_counts& counts, const char* name) {
  std::uint64_t sum = 0;
  for (const nlohmann::json& kernel : counts.kernels)
    sum += kernel.at("totals").value(name, std::uint64_t{0});
  return sum;
}

traffic_counts with_atomics_as_both(traffic_counts counts) {
  for (std::uint64_t* each : {&counts.global_load_requests, &counts.global_store_requests})
    *each += sum_of(counts, "global_atomic_requests");
  for (std::uint64_t* each : {&counts.global_load_sectors, &counts.global_store_sectors})
    *each += sum_of(counts, "global_atomic_sectors");
  for (std::uint64_t* each : {&counts.shared_load_requests, &counts.shared_store_requests})
    *each += sum_of(counts, "shared_atomic_requests");
  return counts;
}

} // namespace cudalab::grader
