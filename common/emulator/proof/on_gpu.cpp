// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <sstream>
#include <thread>

#include "process.h"
#include "proof.h"

namespace cudalab::proof {

namespace {

constexpr std::chrono::seconds nvcc_limit{300}, gpu_limit{60}, tool_limit{120};

struct row {
  std::string result; ///< what was seen, one line
  bool as_promised = false;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

row build(const expectation& program, const std::filesystem::path& to, const gpu_options& options) {
  std::vector<std::string> command = {
      options.nvcc,    "-std=c++17", "-lineinfo", "-arch=" + options.architecture,
      program.program, "-o",         to};
  // The program's own options come later, so that its -std counts.
  command.insert(command.end(), program.options.begin(), program.options.end());
  if (options.compile_only)
    command.push_back("-c");
  const outcome compiler = run(command, nvcc_limit);
  if (compiler.status == 0)
    return {"compiles", true};
  return {"nvcc: " + first_line(compiler.errors.empty() ? compiler.output : compiler.errors),
          false};
}

row run_feature(const expectation& program, const std::filesystem::path& binary) {
  const outcome seen = run({binary}, gpu_limit);
  if (seen.timed_out || seen.status != 0)
    return {seen.ending(gpu_limit) + " " + first_line(seen.output), false};
  std::string expected;
  for (const std::string& line : program.prints)
    expected += line + '\n';
  return seen.output == expected ? row{"right", true} : row{"other output", false};
}

/// "racecheck finds", "memcheck misses: why", "nothing finds: why".
row run_tool(const expectation& program, const std::filesystem::path& binary) {
  std::istringstream words(program.gpu);
  std::string tool, verb;
  words >> tool >> verb;
  if (tool != "memcheck" && tool != "racecheck" && tool != "initcheck" && tool != "synccheck")
    return {"not run", true};
  std::vector<std::string> command = {"compute-sanitizer", "--tool", tool, "--error-exitcode",
                                      "99"};
  if (program.kinds.count("leak") != 0)
    command.insert(command.end(), {"--leak-check", "full"});
  command.push_back(binary);
  const outcome seen = run(command, tool_limit);
  const std::string::size_type summary = seen.output.find("SUMMARY: ");
  // "ERROR SUMMARY: 0 errors", "RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)"
  const bool finds = seen.status == 99 || (summary != seen.output.npos &&
                                           seen.output.compare(summary, 11, "SUMMARY: 0 ") != 0);
  const std::string said = summary == seen.output.npos ? seen.ending(tool_limit)
                                                       : first_line(seen.output.substr(summary));
  if (seen.status == 127)
    return {"no compute-sanitizer", false};
  return {tool + ": " + said, finds == (verb.rfind("finds", 0) == 0)};
}

/// One line each.
std::size_t gpus_there() {
  static const std::size_t count = [] {
    const std::string list = run({"nvidia-smi", "-L"}, gpu_limit).output;
    return static_cast<std::size_t>(std::count(list.begin(), list.end(), '\n'));
  }();
  return count;
}

row prove(const expectation& program, const scratch_folder& scratch, const gpu_options& options) {
  const std::filesystem::path binary = scratch / program.name();
  row result = build(program, binary, options);
  if (!result.as_promised || options.compile_only)
    return result;
  if (std::stoul(program.devices) > gpus_there())
    return {"not run: it needs " + program.devices + " GPUs", true};
  return program.is_feature ? run_feature(program, binary) : run_tool(program, binary);
}

std::string in_a_cell(std::string text) {
  for (std::size_t at = text.find('|'); at != text.npos; at = text.find('|', at + 2))
    text.insert(at, 1, '\\');
  return text;
}

std::string promise_of(const expectation& program) {
  if (program.is_feature)
    return program.sentence;
  std::string text;
  for (const std::string& kind : program.kinds)
    text += (text.empty() ? "" : ", ") + kind;
  return text + "; " + program.gpu;
}

} // namespace

int prove_on_gpu(const std::vector<expectation>& wanted, const gpu_options& options) {
  const scratch_folder scratch;
  std::vector<row> rows(wanted.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < options.at_once; ++i)
    workers.emplace_back([&] {
      for (std::size_t at = next++; at < wanted.size(); at = next++)
        rows[at] = prove(wanted[at], scratch, options);
    });
  for (std::thread& worker : workers)
    worker.join();

  int failed = 0;
  std::puts("| program | promises | seen | as promised |\n| --- | --- | --- | --- |");
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    failed += !rows[i].as_promised;
    std::printf("| %s | %s | %s | %s |\n", wanted[i].name().c_str(),
                in_a_cell(promise_of(wanted[i])).c_str(), in_a_cell(rows[i].result).c_str(),
                rows[i].as_promised ? "yes" : "**no**");
  }
  std::printf("\n%zu programs, %d not as promised\n", wanted.size(), failed);
  return failed;
}

} // namespace cudalab::proof
