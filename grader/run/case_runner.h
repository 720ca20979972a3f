// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs test cases in a worker and brings back what they wrote. A case that kills the worker costs
/// only itself: the next one gets a new worker.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/result.h"
#include "grader/run/worker_process.h"
#include "grader/speed/device_watch.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// Gives somebody who looks at the GPU with this number (protocol::hello::pci_bus_id); null: nobody
/// can.
using watch_maker = std::function<std::unique_ptr<device_watch>(const std::string& pci_bus_id)>;

struct run_options {
  protocol::observation observation = protocol::observation::none;
  bool poison_outputs = true;
  std::size_t guard_bytes = 0;
  bool blocks_in_order = false; ///< see protocol::batch
  limits allowed;
  worker_wrapper wrapper;
  watch_maker watch; ///< looks at the device during each call; empty: nobody does
  /// After so many cases that ran out of time the rest is not run: each ends as timed_out, and
  /// `detail` says so. Nobody waits an hour for an endless loop.
  std::size_t timeouts_allowed = 1;
};

struct case_outcome {
  ending how = ending::done;
  std::string detail;
  std::map<std::string, std::vector<std::byte>> outputs; ///< by name; of a call that was answered
  std::vector<std::string>
      damaged_fences;             ///< outputs (and inputs, see guard_bytes) whose guard changed
  std::size_t copied_to_host = 0; ///< bytes, by the call; 0 on a GPU
  std::vector<protocol::launch_sizes> launches; ///< the first of the call; none on a GPU
  std::vector<finding> findings;
  nlohmann::json traffic = nlohmann::json::array();
  std::string printed;
  std::optional<disturbance> disturbed; ///< what disturbed the device during the call, if watched
};

/// It was stopped because its time, or a launch's, was up.
bool out_of_time(const case_outcome& outcome);

/// One outcome a case, in their order. `progress` (may be empty) is called before each case.
/// @throws std::runtime_error for faults of the judge or the machine, never for the student's.
std::vector<case_outcome> run_cases(const std::filesystem::path& program,
                                    const std::vector<const test_case*>& cases,
                                    const run_options& options,
                                    const std::function<void(std::size_t)>& progress = {});

} // namespace cudalab::grader
