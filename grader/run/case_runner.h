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
#include "grader/run/device_watch.h"
#include "grader/run/gpu_lock.h"
#include "grader/run/worker_process.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// Gives somebody who looks at the GPU with this number (protocol::hello::pci_bus_id); null: nobody
/// can.
using watch_maker = std::function<std::unique_ptr<device_watch>(const std::string& pci_bus_id)>;

/// How the cases of a session are run: see protocol::batch.
struct run_options {
  bool watched = false;
  bool counted = false; ///< each of them
  std::size_t guard_bytes = 0;
  bool blocks_in_order = false;
  run_limits allowed;
  worker_wrapper wrapper;
  bool on_gpu = false; ///< it runs on a real GPU, which others may use, and which may fail
  /// Looks at the device during each call, whose time is measured. Empty: nobody looks.
  watch_maker watch;
  /// After so many cases that ran out of time or memory the rest is not run: each ends as that one,
  /// and `detail` says so. Nobody waits an hour for an endless loop, or for memory to fill up.
  std::size_t timeouts_allowed = 1;
};

struct case_outcome {
  ending how = ending::done;
  /// A sampled case (test_case::sampled()) whose few blocks took too long, or too much memory: they
  /// may be all that the grid has, with all the work among them. Nothing is known but the launches.
  /// Or one with several operations: the second may use what blocks of the first that did not run
  /// should have made. Results are not known, nor are reads of what nobody wrote.
  bool unjudged = false;
  std::string detail;
  int signal = 0;         ///< that ended the program; 0: none
  std::string cuda_error; ///< of a CUDA call that failed: "cudaErrorNotReady"; empty: none is named
  bool threw_cuda_error = false; ///< how: an exception, and it was lab::cuda_error
  std::string cuda_call;         ///< that call as the file writes it; empty: it is not known
  std::string next;              ///< what to look at, where who ended the call says it
  std::map<std::string, std::vector<std::byte>> outputs; ///< by name; of a call that was answered
  std::vector<std::string>
      damaged_fences;             ///< outputs (and inputs, see guard_bytes) whose guard changed
  std::size_t copied_to_host = 0; ///< bytes, by the call; 0 on a GPU
  std::size_t copied_to_device = 0;
  std::size_t operations = 0;                   ///< protocol::call_reply::operations
  std::vector<protocol::launch_sizes> launches; ///< the first of the call; none on a GPU
  std::vector<finding> findings;
  std::vector<protocol::remark> remarks; ///< protocol::call_reply::remarks
  std::vector<std::string> waits;        ///< protocol::call_reply::waits
  nlohmann::json traffic = nlohmann::json::array();
  std::string printed;
  std::optional<disturbance> disturbed; ///< what disturbed the device during the call, if watched
};

/// It was stopped because its time, or a launch's, was up.
bool out_of_time(const case_outcome& outcome);

/// Cases of one program. They share a worker as long as none spoils it.
class case_session {
public:
  virtual ~case_session() = default;
  /// Runs the case with this place in the list. @param counted its traffic is counted, also where
  /// the options do not say so @param wall for the call
  /// @throws std::runtime_error for faults of the judge or the machine, never for the student's.
  virtual case_outcome run(std::size_t index, bool counted, std::chrono::milliseconds wall) = 0;
};

/// How a session uses the GPU that gradings share: while a case measures time, or somebody looks at
/// the device, nothing else that is graded runs there. (Under a tool no time means anything.)
gpu_use use_of_gpu(const std::vector<const test_case*>& cases, const run_options& options);

/// open_session(), or something in its place in a test.
using session_maker = std::function<std::unique_ptr<case_session>(
    const std::filesystem::path& program, const std::vector<const test_case*>& cases,
    const run_options& options)>;

/// Nothing is started before a case runs. The cases must outlive the session.
std::unique_ptr<case_session> open_session(const std::filesystem::path& program,
                                           const std::vector<const test_case*>& cases,
                                           const run_options& options);

/// Runs `count` cases by `run`, in their order, unless too many ran out of time.
std::vector<case_outcome> run_in_time(std::size_t count, const run_options& options,
                                      const std::function<case_outcome(std::size_t)>& run);

/// All cases in a session of their own: one outcome a case, in their order. `progress` (may be
/// empty) is called before each case. @throws as a session
std::vector<case_outcome> run_cases(const std::filesystem::path& program,
                                    const std::vector<const test_case*>& cases,
                                    const run_options& options,
                                    const std::function<void(std::size_t)>& progress = {},
                                    const session_maker& open = open_session);

} // namespace cudalab::grader
