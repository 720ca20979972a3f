// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic_report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "emulator/observe/program_code.h"
#include "emulator/observe/source_lines.h"

namespace cudalab::emulator {

void traffic_counts::add(const traffic_counts& more) {
  requests += more.requests;
  sectors += more.sectors;
  lanes += more.lanes;
  conflicts += more.conflicts;
  worst_conflict = std::max(worst_conflict, more.worst_conflict);
  unmatched += more.unmatched;
}

traffic_counts traffic_counts::completed() const {
  traffic_counts all = *this;
  if (unmatched == 0)
    return all;
  all.requests += unmatched;
  if (requests != 0) {
    const double factor = static_cast<double>(all.requests) / static_cast<double>(requests);
    all.sectors = static_cast<std::uint64_t>(static_cast<double>(sectors) * factor);
    all.conflicts = static_cast<std::uint64_t>(static_cast<double>(conflicts) * factor);
  }
  return all;
}

void traffic_report::add(const launch_record& launch, const traffic_by_site& sites,
                         std::uint32_t barriers) {
  const std::lock_guard guard(mutex_);
  kernel_traffic& kernel = kernels_[launch.kernel];
  if (kernel.launches++ == 0) {
    kernel.file = launch.file;
    kernel.line = launch.line;
  }
  kernel.blocks += launch.blocks();
  kernel.threads_per_block = std::max(kernel.threads_per_block, launch.threads_per_block());
  kernel.barriers = std::max(kernel.barriers, barriers);
  for (const auto& [site, counts] : sites) {
    const source_place place = place_of(long_pc(site.pc));
    kernel
        .lines[{place.file, place.line, site.shared ? "shared" : "global",
                site.write ? "store" : "load"}]
        .add(counts);
  }
}

std::string traffic_report::take() {
  const std::lock_guard guard(mutex_);
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, kernel] : kernels_) {
    traffic_counts sums[2][2]; // [shared][write]
    nlohmann::json lines = nlohmann::json::array();
    bool estimated = false;
    for (const auto& [key, counted] : kernel.lines) {
      const auto& [file, line, space, operation] = key;
      const traffic_counts counts = counted.completed();
      estimated = estimated || counted.unmatched != 0;
      sums[space == "shared"][operation == "store"].add(counts);
      lines.push_back({{"file", file},
                       {"line", line},
                       {"space", space},
                       {"operation", operation},
                       {"requests", counts.requests},
                       {"sectors", counts.sectors},
                       {"lanes", counts.lanes},
                       {"worst_conflict", counts.worst_conflict}});
    }
    nlohmann::json entry = {
        {"kernel", name},
        {"file", kernel.file},
        {"line", kernel.line},
        {"launches", kernel.launches},
        {"blocks", kernel.blocks},
        {"threads_per_block", kernel.threads_per_block},
        {"totals",
         {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", sums[0][0].requests},
          {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", sums[0][0].sectors},
          {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", sums[0][1].requests},
          {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", sums[0][1].sectors},
          {"shared_load_requests", sums[1][0].requests},
          {"shared_store_requests", sums[1][1].requests},
          {"shared_load_conflicts", sums[1][0].conflicts},
          {"shared_store_conflicts", sums[1][1].conflicts},
          {"barriers_per_block_max", kernel.barriers}}},
        {"lines", lines}};
    if (estimated) // traces too long to keep: see traffic_counts
      entry["estimated"] = true;
    list.push_back(entry);
  }
  kernels_.clear();
  return list.dump();
}

} // namespace cudalab::emulator
