// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Debuggers and profilers for a lab program: how each is started, and what to look at.
#pragma once

#include <string>
#include <vector>

#include "grader/build/builder.h"

namespace cudalab::grader {

/// What a line of a tool's words is made of. Paths are as a person types them.
struct tool_target {
  std::string tool;    ///< "ncu", or its path where it is not on PATH
  std::string script;  ///< gdb's: common/emulator/gdb/cudalab.py
  std::string command; ///< the program with its arguments
  std::string report;  ///< "build/debug/lab04": where a profiler puts its report
  std::string file;    ///< "lab04.cu"
  std::string place;   ///< see place_to_stop()
};

struct tool_line {
  std::string command, meaning;
};

struct debugging_tool {
  std::string name;
  build_flavour program;
  std::string install;
  /// To type in a shell.
  std::vector<tool_line> (*commands)(const tool_target& target);
  /// To type in the tool; empty where it takes no commands.
  std::vector<tool_line> (*inside)(const tool_target& target);
};

/// @throws usage_error that lists the tools
const debugging_tool& find_debugging_tool(const std::string& name);

/// Where a breakpoint makes sense: the first line of a kernel that writes to an array, in a file
/// named `name`; else the first kernel's name; else empty.
std::string place_to_stop(const std::string& name, const std::string& source);

} // namespace cudalab::grader
