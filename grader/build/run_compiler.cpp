// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/run_compiler.h"

#include <csignal>

#include "grader/run/child_process.h"
#include "grader/run/find_program.h"
#include "grader/run/sandbox/sandbox.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t kept_output = std::size_t{1} << 20;
constexpr std::size_t most_output = std::size_t{64} << 20;
constexpr unsigned most_processes = 200;           ///< nvcc starts several for each architecture
constexpr rlim_t address_space = rlim_t{16} << 30; ///< nvcc's parts reserve much and use little

/// What compilers are told by their environment. No name of a folder of the user's is passed on
/// but those in the search paths of programs and libraries: CPATH would put other headers in front
/// of the course's and the system's, and another program would be judged.
const std::vector<std::string> passed_variables = {
    "PATH",      "LD_LIBRARY_PATH", "LIBRARY_PATH",       "CUDA_PATH",
    "CUDA_HOME", "NVCC_CCBIN",      "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};

} // namespace

compiler_run run_compiler(const std::vector<std::string>& command, std::chrono::seconds limit,
                          const sandbox_view* view) {
  child_settings settings;
  settings.command = command;
  if (command.front().find('/') == std::string::npos)
    settings.command.front() = find_program(command.front());
  settings.environment = clean_environment(passed_variables);
  settings.allowed.resident_bytes = compiler_memory;
  settings.allowed.processes = most_processes;
  settings.allowed.output_bytes = most_output;
  settings.held.address_space = address_space;
  settings.held.file_bytes = largest_compiled_file;
  if (view) {
    // In the sandbox: the judge's own folder for temporary files is out of sight.
    settings.environment.insert(settings.environment.end(),
                                {"HOME=/nonexistent", "TMPDIR=/tmp", "CCACHE_DISABLE=1"});
    confine(settings, *view);
  } else {
    for (const std::string& entry : clean_environment({"HOME", "TMPDIR"}))
      settings.environment.push_back(entry);
  }

  const auto begin = std::chrono::steady_clock::now();
  child_process compiler(settings);
  if (compiler.wait(-1, begin + limit) == child_process::event::timed_out)
    compiler.stop(ending::timed_out);
  compiler_run result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.started = compiler.how() != ending::not_started && compiler.how() != ending::unkillable;
  result.timed_out = compiler.how() == ending::timed_out;
  result.out_of_memory = compiler.how() == ending::out_of_memory;
  result.status = compiler.exit_status().value_or(128 + SIGKILL);
  result.output = compiler.printed().substr(0, kept_output);
  return result;
}

} // namespace cudalab::grader
