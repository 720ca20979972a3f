// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/run_tool.h"

#include "grader/run/child_process.h"
#include "grader/run/find_program.h"

namespace cudalab::grader {

tool_result run_tool(const tool_settings& settings) {
  child_settings child;
  child.command = settings.command;
  child.environment = clean_environment({"PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "CXX"});
  child.environment.insert(child.environment.end(), settings.environment.begin(),
                           settings.environment.end());
  child.allowed = settings.allowed;

  const auto start = std::chrono::steady_clock::now();
  child_process tool(child);
  if (tool.wait(-1, start + settings.allowed.wall) == child_process::event::timed_out)
    tool.stop(ending::timed_out);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {tool.how(), tool.exit_status(), tool.detail(), tool.printed(), took.count()};
}

} // namespace cudalab::grader
