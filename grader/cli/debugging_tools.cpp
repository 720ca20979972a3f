// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/debugging_tools.h"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "grader/cli/usage_error.h"

namespace cudalab::grader {

namespace {

using lines = std::vector<tool_line>;

lines nothing(const tool_target&) {
  return {};
}

lines gdb_commands(const tool_target& at) {
  return {{fmt::format("{} -x {} --args {}", at.tool, at.script, at.command), ""}};
}

/// A file without kernels is stopped in on the host.
tool_line first_stop(const tool_target& at) {
  if (at.place.empty())
    return {fmt::format("break {}:LINE", at.file), "stop at a line of your choice"};
  return {fmt::format("break {} if $block(0,0) && $thread(1,0)", at.place),
          "stop there, in this thread only: x first, then y"};
}

lines in_gdb(const tool_target& at) {
  return {first_stop(at),
          {"run", "begin"},
          {"info cuda", "which kernel, which block, which thread"},
          {"print threadIdx", "CUDA's variables; your own by their names"},
          {"info locals", "all variables of this thread"},
          {"next", "this thread's next line"},
          {"continue", "on, to the next stop"},
          {"quit", ""}};
}

lines cuda_gdb_commands(const tool_target& at) {
  return {{fmt::format("{} --args {}", at.tool, at.command), ""}};
}

/// cuda-gdb knows threadIdx only while a kernel runs: a condition with it comes after the first
/// stop.
lines in_cuda_gdb(const tool_target& at) {
  const std::string place = at.place.empty() ? at.file + ":LINE" : at.place;
  return {{"break " + place, "stop there"},
          {"run", "begin"},
          {"info cuda kernels", "what runs; info cuda threads: where each thread is"},
          {"print threadIdx", "CUDA's variables; your own by their names"},
          {"cuda block (0,0) thread (3,2)", "look at another thread"},
          {"next", "the next line, of all threads of this warp"},
          {"delete 1", "take the first stop away"},
          {fmt::format("break {} if blockIdx.x == 1 && threadIdx.x == 3", place),
           "stop there, in such a thread only"},
          {"continue", "on, to the next stop"},
          {"quit", ""}};
}

lines sanitizer_commands(const tool_target& at) {
  const auto with = [&at](const char* tool) {
    return fmt::format("{} --tool {} {}", at.tool, tool, at.command);
  };
  return {{with("memcheck"), "accesses outside an array, launches that fail"},
          {with("racecheck"), "races on shared memory"},
          {with("initcheck"), "reads of device memory that nobody wrote"},
          {with("synccheck"), "barriers that not every thread reaches"}};
}

lines ncu_commands(const tool_target& at) {
  return {
      {fmt::format("{} --metrics "
                   "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,"
                   "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,"
                   "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,"
                   "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum {}",
                   at.tool, at.command),
       "requests and sectors of global memory, as the grader counts them"},
      {fmt::format("{} --set full --import-source yes -f -o {} {}", at.tool, at.report, at.command),
       fmt::format("everything; open {}.ncu-rep in ncu-ui", at.report)}};
}

lines nsys_commands(const tool_target& at) {
  return {
      {fmt::format("{} profile --stats=true --force-overwrite=true -o {} {}", at.tool, at.report,
                   at.command),
       fmt::format("when each copy and each kernel ran; open {}.nsys-rep in nsys-ui", at.report)}};
}

std::string from_toolkit(const std::string& package) {
  return fmt::format("it comes with the CUDA Toolkit, https://developer.nvidia.com/cuda-downloads "
                     "(package {} or like it)",
                     package);
}

const std::array<debugging_tool, 5>& tools() {
  static const std::array<debugging_tool, 5> all = {
      {{"gdb", build_flavour::debug, "sudo apt-get install gdb", gdb_commands, in_gdb},
       {"cuda-gdb", build_flavour::gpu_debug, from_toolkit("cuda-gdb-13-0"), cuda_gdb_commands,
        in_cuda_gdb},
       {"compute-sanitizer", build_flavour::gpu, from_toolkit("cuda-sanitizer-13-0"),
        sanitizer_commands, nothing},
       {"ncu", build_flavour::gpu, from_toolkit("cuda-nsight-compute-13-0"), ncu_commands, nothing},
       {"nsys", build_flavour::gpu, from_toolkit("cuda-nsight-systems-13-0"), nsys_commands,
        nothing}}};
  return all;
}

} // namespace

const debugging_tool& find_debugging_tool(const std::string& name) {
  std::string known;
  for (const debugging_tool& each : tools()) {
    if (each.name == name)
      return each;
    known += fmt::format("\n  {:<18} {}", each.name,
                         is_for_gpu(each.program) ? "on a GPU" : "on the emulated device");
  }
  throw usage_error(fmt::format("--with knows no tool '{}'. Tools:{}", name, known));
}

std::string place_to_stop(const std::string& name, const std::string& source) {
  static const std::regex kernel(
      R"(__global__.*\bvoid\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\()");
  static const std::regex writes(R"(^\s*\w+\s*\[.*\]\s*[-+*]?=[^=])");
  std::istringstream text(source);
  std::string first_kernel;
  std::smatch found;
  int number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    constexpr std::size_t longest = 500; // longer ones would use up a regular expression's stack
    line.erase(std::min({line.find("//"), line.size(), longest}));
    if (first_kernel.empty() && std::regex_search(line, found, kernel))
      first_kernel = found[1];
    else if (!first_kernel.empty() && !line.empty() && line[0] == '}')
      break; // its end
    else if (!first_kernel.empty() && std::regex_search(line, writes))
      return fmt::format("{}:{}", name, number);
  }
  return first_kernel;
}

} // namespace cudalab::grader
