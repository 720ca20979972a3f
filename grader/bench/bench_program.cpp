// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/bench/bench_program.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/build/build_command.h"
#include "grader/build/run_compiler.h"
#include "grader/files/places.h"
#include "grader/run/find_program.h"
#include "grader/run/private_folder.h"
#include "grader/run/run_tool.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds most_to_build{300}, most_to_run{600};
constexpr std::size_t most_memory = std::size_t{64} << 30;

/// The words after "// uses:" in the head of the file.
std::vector<std::string> libraries_of(const fs::path& file) {
  static const std::string mark = "// uses:";
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line) && line.rfind("//", 0) == 0;)
    if (line.rfind(mark, 0) == 0) {
      std::istringstream words(line.substr(mark.size()));
      return {std::istream_iterator<std::string>(words), {}};
    }
  return {};
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::vector<std::string> build_command(const lab_description& one, backend_kind where,
                                       const fs::path& program,
                                       const std::vector<std::string>& libraries) {
  const fs::path root = source_root();
  std::vector<std::string> command =
      where == backend_kind::gpu
          ? std::vector<std::string>{find_nvcc().string(), "-O3"}
          : std::vector<std::string>{"env", "CUDACXX=none", // no registers asked
                                     (build_root() / "bin" / "emucc").string(), "--profile",
                                     "-DBENCH_EMULATED"};
  if (where == backend_kind::gpu) {
    const auto chosen = architecture_options();
    command.insert(command.end(), chosen.begin(), chosen.end());
  }
  for (const char* folder : {"solutions", "labs"}) // the reference comes before the starter
    command.insert(command.end(), {"-I", (root / folder / one.folder).string()});
  command.insert(command.end(),
                 {"-I", (root / "solutions").string(), "-I", (root / "common").string(),
                  fmt::format("-DBENCH_LAB=\"{}\"", one.name), "-std=c++17",
                  bench_file(one).string(), "-o", program.string()});
  for (const std::string& each : libraries)
    command.insert(command.end(), {"-DBENCH_HAS_" + upper(each), "-l" + each});
  return command;
}

compiler_run build(const lab_description& one, backend_kind where, const fs::path& program) {
  std::vector<std::string> libraries =
      where == backend_kind::gpu ? libraries_of(bench_file(one)) : std::vector<std::string>{};
  for (;; libraries.pop_back()) { // a toolkit may lack some
    compiler_run made = run_compiler(build_command(one, where, program, libraries), most_to_build);
    if (made.status == 0 || libraries.empty())
      return made;
  }
}

} // namespace

fs::path bench_file(const lab_description& one) {
  return source_root() / "solutions" / one.folder / (one.name + "_bench.cu");
}

std::string run_bench(const lab_description& one, backend_kind where,
                      const std::function<void(const std::string&)>& progress) {
  const private_folder folder("bench");
  const fs::path program = folder.path() / "bench";
  progress("compiling the bench program");
  const compiler_run made = build(one, where, program);
  if (made.status != 0)
    throw std::runtime_error(fmt::format("{} could not be compiled{}:\n{}",
                                         bench_file(one).string(), made.timed_out ? " in time" : "",
                                         made.output));
  progress(where == backend_kind::gpu ? "measuring" : "counting");
  const fs::path report = folder.path() / "story.json";
  tool_settings running;
  running.command = {program.string(), report.string()};
  running.allowed.wall = most_to_run;
  running.allowed.resident_bytes = most_memory;
  const tool_result ran = run_tool(running);
  if (!ran.ok())
    throw std::runtime_error(
        fmt::format("the bench program failed ({}):\n{}", ran.detail, ran.output));
  std::ifstream content(report);
  return {std::istreambuf_iterator<char>(content), {}};
}

} // namespace cudalab::grader
