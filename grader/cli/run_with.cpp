// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/run_with.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/build/build_command.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/call_words.h"
#include "grader/cli/command_build.h"
#include "grader/cli/debugging_tools.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/small_examples.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/report/progress_line.h"
#include "grader/report/wrap.h"
#include "grader/run/find_program.h"
#include "grader/run/write_replay.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// On PATH, or where the CUDA Toolkit is.
fs::path find_tool(const std::string& name) {
  if (const fs::path found = find_program(name); !found.empty())
    return found;
  for (const fs::path& folder : {find_nvcc().parent_path(), fs::path("/usr/local/cuda/bin")})
    if (!folder.empty() && access((folder / name).c_str(), X_OK) == 0)
      return folder / name;
  return {};
}

std::string typed(const fs::path& path) {
  return in_a_shell({short_path(path)});
}

/// What the tool needs and this machine lacks, in words; empty: nothing.
std::string missing_for(const debugging_tool& tool, const fs::path& found) {
  std::string missing;
  if (found.empty())
    missing += fmt::format("{} was not found here. To install it: {}.\n", tool.name, tool.install);
  if (!is_for_gpu(tool.program))
    return missing;
  const gpu_parts here = look_for_gpu();
  if (here.gpus.empty())
    missing += "No NVIDIA GPU was found here, so the program was not built: type the ./lab line on "
               "a machine that has one. \"--with gdb\" needs none.\n";
  else if (here.nvcc.empty() || !here.worker_built)
    missing += "The CUDA Toolkit (nvcc) was not found when the tools were built, so the program "
               "was not built: \"./lab doctor\" says what to install.\n";
  else if (!missing.empty())
    missing += "Then type the ./lab line again: the program was not built.\n";
  return missing;
}

void print_lines(const std::vector<tool_line>& lines, bool in_columns) {
  std::size_t widest = 0;
  for (const tool_line& each : lines)
    widest = std::max(widest, each.command.size());
  for (const tool_line& each : lines) {
    if (in_columns && !each.meaning.empty())
      fmt::print("  {:<{}}   {}\n", each.command, widest, each.meaning);
    else
      fmt::print("{}  {}\n", each.meaning.empty() ? "" : "  # " + each.meaning + "\n",
                 each.command);
  }
  fmt::print("\n");
}

/// The program and its calls in build/debug. False: it does not compile, which has been said.
bool prepare(const lab_description& one, const fs::path& file, build_flavour kind,
             const fs::path& program) {
  build_outcome built;
  {
    progress_line progress;
    progress.show(fmt::format("{}: compiling ...", one.name));
    built = builder(one.name, one.folder).build(file, kind);
  }
  if (!report_build(one, built))
    return false;
  publish(built.program, program);
  return true;
}

} // namespace

int run_with(const lab_description& one, const fs::path& file, const options& given) {
  const debugging_tool& tool = find_debugging_tool(given.with);
  const bool on_gpu = is_for_gpu(tool.program);
  if (given.backend != "auto" && (given.backend == "gpu") != on_gpu)
    throw usage_error(fmt::format("{} works on {}: leave out --backend.", tool.name,
                                  on_gpu ? "a GPU" : "the emulated device"));
  const fs::path found = find_tool(tool.name), folder = build_root() / "debug";
  const std::string missing = missing_for(tool, found);
  const fs::path program =
      folder / (one.name + (on_gpu ? "_" + name_of(tool.program) : std::string()));
  const fs::path calls = folder / (one.name + ".calls");
  const std::vector<test_case> cases = small_examples(one, given);
  write_replay(calls, cases);
  if ((!on_gpu || missing.empty()) && !prepare(one, file, tool.program, program))
    return 1;

  const style how = style_for(STDOUT_FILENO);
  const bool on_path = found.empty() || !find_program(tool.name).empty();
  tool_target target;
  target.tool = on_path ? tool.name : in_a_shell({found.string()});
  target.script = typed(source_root() / "common" / "emulator" / "gdb" / "cudalab.py");
  target.command = fmt::format("{} --replay {}", typed(program), typed(calls));
  target.report = typed(folder / one.name);
  target.file = file.filename().string();
  target.place = place_to_stop(target.file, content_of(file));
  fmt::print("{} in {}, on {}: the calls that \"./lab run {}\" makes.\n", one.name, tool.name,
             on_gpu ? "a GPU" : "the emulated device", one.name);
  for (std::size_t i = 0; i < cases.size(); ++i)
    fmt::print("  {}. {}\n", i + 1, call_words(cases[i]));
  fmt::print("\nType\n\n");
  print_lines(tool.commands(target), false);
  if (const auto inside = tool.inside(target); !inside.empty()) {
    fmt::print("and then, for instance\n\n");
    print_lines(inside, true);
  }
  fmt::print("After a change of {} type the ./lab line again: it builds the program.\n"
             "More: docs/guides/debugging.md\n",
             short_path(file));
  if (missing.empty())
    return 0;
  fmt::print("\n{}", wrap(tinted(how, tint::bad, missing), how.width));
  return 2;
}

} // namespace cudalab::grader
