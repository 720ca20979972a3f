// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Traffic by kernel and source line, and its form in JSON: docs/formats.md.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include <nlohmann/json_fwd.hpp>

#include "emulator/observe/traffic/request_example.h"
#include "emulator/observe/traffic/warp_requests.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// An instruction that accesses memory.
struct traffic_site {
  std::uint32_t pc = 0; ///< short_pc
  bool shared = false;
  memory_operation operation = memory_operation::load;

  auto operator<=>(const traffic_site&) const = default;
};

struct site_counts {
  std::uint64_t requests = 0, sectors = 0, lanes = 0, conflicts = 0;
  std::uint64_t least_sectors = 0; ///< if the same bytes lay side by side
  std::uint64_t bytes = 0;         ///< different ones of each request
  /// Of shared memory: different words in one bank. Of atomics: lanes with the same address.
  unsigned worst_conflict = 1;
  /// Requests beyond the length that a lane's trace may have: counted, but their addresses are not
  /// known. Sectors and conflicts are then estimated from the others.
  std::uint64_t unmatched = 0;
  std::optional<request_example> example; ///< the costliest request

  void add(const site_counts& more);
  /// With the unmatched requests put in at the average of the others.
  site_counts completed() const;
};

using traffic_by_site = std::map<traffic_site, site_counts>;

/// What blocks did in a launch.
struct launch_traffic {
  traffic_by_site sites;
  std::uint32_t barriers = 0;     ///< the most that a block passed
  std::uint64_t copied_bytes = 0; ///< by asynchronous copies
  /// Loads from shared memory of threads that have begun asynchronous copies; and those while some
  /// of their own are under way. None of copies that a barrier waits for: others may begin these.
  std::uint64_t read_by_copiers = 0, read_beside_copies = 0;
  std::uint64_t in_dynamic = 0; ///< requests of dynamic shared memory
};

class traffic_report {
public:
  void add(const launch_record& launch, const launch_traffic& seen);
  /// As JSON, in the order of first launches; empties the report.
  std::string take();

private:
  using line_key =
      std::tuple<std::string, int, std::string, memory_operation>; ///< file, line, space
  struct kernel_traffic {
    std::uint64_t first_launch = 0;
    std::string file;
    int line = 0;
    std::uint64_t launches = 0, blocks = 0;
    unsigned threads_per_block = 0;
    std::size_t shared_bytes = 0; ///< of a block, static and dynamic; the most of all launches
    std::uint32_t barriers = 0;
    std::uint64_t copied_bytes = 0;                            ///< by asynchronous copies
    std::uint64_t read_by_copiers = 0, read_beside_copies = 0; ///< as in launch_traffic
    std::size_t dynamic_shared_bytes = 0;                      ///< the most that a launch asked for
    std::uint64_t in_dynamic = 0;                              ///< requests of it
    std::map<line_key, site_counts> lines;
  };
  std::mutex mutex_;
  nlohmann::json to_json(const std::string& name, const kernel_traffic& kernel) const;
  std::map<std::string, kernel_traffic> kernels_;
};

} // namespace cudalab::emulator
