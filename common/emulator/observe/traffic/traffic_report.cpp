// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/traffic_report.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "emulator/observe/symbols/source_lines.h"
#include "emulator/observe/traffic/kernel_resources.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/blocks/occupancy.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

namespace {

const char* name_of(memory_operation operation) {
  switch (operation) {
  case memory_operation::load:
    return "load";
  case memory_operation::store:
    return "store";
  case memory_operation::atomic:
    break;
  }
  return "atomic";
}

std::uint64_t scaled(std::uint64_t count, double factor) {
  return static_cast<std::uint64_t>(static_cast<double>(count) * factor);
}

const char* name_of(occupancy_limiter limiter) {
  switch (limiter) {
  case occupancy_limiter::blocks:
    return "the number of blocks";
  case occupancy_limiter::threads:
    return "the number of threads";
  case occupancy_limiter::shared_memory:
    return "shared memory";
  case occupancy_limiter::registers:
    break;
  }
  return "registers";
}

/// How full a multiprocessor of a GPU would be.
nlohmann::json occupancy_of_kernel(const std::string& kernel, unsigned threads,
                                   std::size_t shared_bytes) {
  const auto use = register_use_of(plain_name(kernel));
  const occupancy found = occupancy_of({.threads = threads,
                                        .shared_bytes = shared_bytes,
                                        .registers_per_thread = use ? use->registers : 0});
  const unsigned warps = (threads + warp_size - 1) / warp_size;
  constexpr unsigned most_warps = threads_per_multiprocessor / warp_size;
  return {{"registers_per_thread", use ? nlohmann::json(use->registers) : nlohmann::json()},
          {"shared_bytes_per_block", shared_bytes},
          {"blocks_per_multiprocessor", found.blocks},
          {"theoretical_pct", 100.0 * found.blocks * warps / most_warps},
          {"limiter", name_of(found.limiter)}};
}

/// A sum, and what one request has of it.
double each_of(std::uint64_t sum, std::uint64_t requests) {
  return requests == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(requests);
}

} // namespace

void site_counts::add(const site_counts& more) {
  requests += more.requests;
  sectors += more.sectors;
  least_sectors += more.least_sectors;
  lanes += more.lanes;
  bytes += more.bytes;
  conflicts += more.conflicts;
  worst_conflict = std::max(worst_conflict, more.worst_conflict);
  unmatched += more.unmatched;
  if (precedes(more.example, example))
    example = more.example;
}

site_counts site_counts::completed() const {
  site_counts all = *this;
  if (unmatched == 0)
    return all;
  all.requests += unmatched;
  if (requests != 0) {
    const double factor = static_cast<double>(all.requests) / static_cast<double>(requests);
    all.sectors = scaled(sectors, factor);
    all.least_sectors = scaled(least_sectors, factor);
    all.bytes = scaled(bytes, factor);
    all.conflicts = scaled(conflicts, factor);
  }
  return all;
}

void traffic_report::add(const launch_record& launch, const launch_traffic& seen) {
  const std::lock_guard guard(mutex_);
  kernel_traffic& kernel = kernels_[launch.kernel];
  if (kernel.launches++ == 0) {
    kernel.first_launch = launch.number;
    kernel.file = launch.file;
    kernel.line = launch.line;
  }
  kernel.blocks += launch.blocks();
  kernel.threads_per_block = std::max(kernel.threads_per_block, launch.threads_per_block());
  kernel.shared_bytes = std::max(kernel.shared_bytes,
                                 static_shared_bytes(launch.kernel) + launch.dynamic_shared_bytes);
  kernel.barriers = std::max(kernel.barriers, seen.barriers);
  kernel.copied_bytes += seen.copied_bytes;
  kernel.read_by_copiers += seen.read_by_copiers;
  kernel.read_beside_copies += seen.read_beside_copies;
  kernel.in_dynamic += seen.in_dynamic;
  kernel.dynamic_shared_bytes = std::max(kernel.dynamic_shared_bytes, launch.dynamic_shared_bytes);
  for (const auto& [site, counts] : seen.sites) {
    const source_place place = place_of(long_pc(site.pc));
    site_counts& line =
        kernel.lines[{place.file, place.line, site.shared ? "shared" : "global", site.operation}];
    const bool better = precedes(counts.example, line.example);
    line.add(counts);
    if (better)
      line.example->find_object(); // it may be freed before take()
  }
}

nlohmann::json traffic_report::to_json(const std::string& name,
                                       const kernel_traffic& kernel) const {
  site_counts sums[2][3]; // [shared][operation]
  nlohmann::json lines = nlohmann::json::array();
  bool estimated = false;
  for (const auto& [key, counted] : kernel.lines) {
    const auto& [file, line, space, operation] = key;
    const site_counts counts = counted.completed();
    estimated = estimated || counted.unmatched != 0;
    sums[space == "shared"][static_cast<int>(operation)].add(counts);
    lines.push_back({{"file", file},
                     {"line", line},
                     {"space", space},
                     {"operation", name_of(operation)},
                     {"requests", counts.requests},
                     {"sectors", counts.sectors},
                     {"least_sectors", counts.least_sectors},
                     {"lanes", counts.lanes},
                     {"bytes", counts.bytes},
                     {"conflicts", counts.conflicts},
                     {"worst_conflict", counts.worst_conflict}});
    if (counts.example)
      lines.back()["example"] = cudalab::emulator::to_json(*counts.example);
  }
  const auto& [load, store, atomic] = sums[0];
  const auto& [shared_load, shared_store, shared_atomic] = sums[1];
  nlohmann::json entry = {
      {"kernel", name},
      {"file", kernel.file},
      {"line", kernel.line},
      {"launches", kernel.launches},
      {"blocks", kernel.blocks},
      {"threads_per_block", kernel.threads_per_block},
      {"occupancy", occupancy_of_kernel(name, kernel.threads_per_block, kernel.shared_bytes)},
      {"totals",
       {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", load.requests},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", load.sectors},
        {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
         each_of(load.sectors, load.requests)},
        {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", store.requests},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", store.sectors},
        {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
         each_of(store.sectors, store.requests)},
        {"global_load_bytes", load.bytes},
        {"global_store_bytes", store.bytes},
        {"global_atomic_requests", atomic.requests},
        {"global_atomic_sectors", atomic.sectors},
        {"shared_load_bytes", shared_load.bytes},
        {"shared_store_bytes", shared_store.bytes},
        {"shared_load_requests", shared_load.requests},
        {"shared_store_requests", shared_store.requests},
        {"shared_atomic_requests", shared_atomic.requests},
        {"dynamic_shared_requests", kernel.in_dynamic},
        {"shared_load_conflicts", shared_load.conflicts},
        {"shared_store_conflicts", shared_store.conflicts},
        {"asynchronously_copied_bytes", kernel.copied_bytes},
        {"shared_loads_of_copying_threads", kernel.read_by_copiers},
        {"shared_loads_beside_copies", kernel.read_beside_copies},
        {"barriers_per_block_max", kernel.barriers},
        {"dynamic_shared_bytes_per_block_max", kernel.dynamic_shared_bytes}}},
      {"lines", lines}};
  if (estimated) // traces too long to keep: see site_counts
    entry["estimated"] = true;
  return entry;
}

std::string traffic_report::take() {
  const std::lock_guard guard(mutex_);
  std::vector<std::pair<const std::string, kernel_traffic>*> in_order;
  for (auto& each : kernels_)
    in_order.push_back(&each);
  std::sort(in_order.begin(), in_order.end(), [](const auto* a, const auto* b) {
    return a->second.first_launch < b->second.first_launch;
  });
  nlohmann::json list = nlohmann::json::array();
  for (const auto* each : in_order)
    list.push_back(to_json(each->first, each->second));
  kernels_.clear();
  return list.dump();
}

} // namespace cudalab::emulator
