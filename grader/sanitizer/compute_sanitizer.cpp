// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/compute_sanitizer.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <system_error>

#include <fmt/format.h>

#include "grader/run/find_program.h"
#include "grader/run/gpu_lock.h"
#include "grader/run/gpus.h"
#include "grader/run/private_folder.h"
#include "grader/run/run_tool.h"
#include "grader/sanitizer/parse_log.h"
#include "grader/sanitizer/read_logs.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

namespace {

constexpr const char* sanitizer_tools[] = {"memcheck", "racecheck", "initcheck", "synccheck"};

bool is_program(const fs::path& file) {
  return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
}

// A call that never ends would be waited for under each tool again.
std::vector<const test_case*> cases_that_end(const fs::path& program,
                                             const std::vector<const test_case*>& cases,
                                             const run_limits& allowed) {
  run_options options;
  options.allowed = allowed;
  options.on_gpu = true;
  const gpu_place place(first_gpu());
  const std::vector<case_outcome> outcomes = run_cases(program, cases, options);
  std::vector<const test_case*> ending_ones;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (outcomes[i].how != ending::timed_out)
      ending_ones.push_back(cases[i]);
  return ending_ones;
}

// The number in "Version 2025.3.1.0 (build 36400806)".
std::string version_of(const fs::path& sanitizer) {
  tool_settings asking;
  asking.command = {sanitizer.string(), "--version"};
  const std::string text = run_tool(asking).output;
  const std::size_t at = text.find("Version ");
  return at == std::string::npos ? ""
                                 : text.substr(at + 8, text.find_first_of(" \n", at + 8) - at - 8);
}

// The tool instruments every instruction: everything takes longer and needs more.
run_limits roomier(run_limits allowed) {
  using namespace std::chrono_literals;
  allowed.wall = std::clamp<std::chrono::milliseconds>(allowed.wall * 6, 60s, 300s);
  allowed.resident_bytes = std::max(allowed.resident_bytes * 4, std::size_t{16} << 30);
  allowed.processes += 16;
  return allowed;
}

// The tool's own libraries lie beside it. (In /usr they are in sight anyway.)
fs::path toolkit_of(const fs::path& sanitizer) {
  std::error_code ignored;
  const fs::path real = fs::canonical(sanitizer, ignored);
  return (real.empty() ? sanitizer : real).parent_path().parent_path();
}

// What happened to the tool itself, when its log is not whole; empty when nothing did.
std::string trouble_of(const std::vector<case_outcome>& outcomes, const tool_logs& logs,
                       const sanitizer_log& all) {
  if (!all.problems.empty())
    return all.problems.front();
  if (logs.whole)
    return {};
  for (const case_outcome& one : outcomes)
    if (one.how != ending::done && one.how != ending::cuda_error)
      return fmt::format("the program did not come to its end under it ({}{}{})", name_of(one.how),
                         one.detail.empty() ? "" : ": ", one.detail);
  return "its log has no end";
}

struct tool_outcome {
  std::vector<finding> findings;
  std::string trouble; ///< empty: none
  step_time took;
};

tool_outcome run_tool_of_sanitizer(const fs::path& sanitizer, const std::string& tool,
                                   const fs::path& program,
                                   const std::vector<const test_case*>& cases,
                                   const run_limits& allowed) {
  const gpu_place place(first_gpu());
  const auto start = std::chrono::steady_clock::now();
  const private_folder folder("sanitizer");
  const fs::path logs_folder = folder.path() / tool;
  fs::create_directory(logs_folder);
  run_options options;
  options.on_gpu = true;
  options.watched = true; // outputs stay unset: initcheck sees who reads them
  options.allowed = roomier(allowed);
  options.wrapper.command = sanitizer_command(
      sanitizer, tool, logs_folder / (std::string(worker_wrapper::number) + ".log"));
  options.wrapper.readable = {toolkit_of(sanitizer)};
  options.wrapper.writable = {logs_folder};
  const std::vector<case_outcome> outcomes = run_cases(program, cases, options);
  const tool_logs logs = read_logs(logs_folder, tool);
  const sanitizer_log all = parse_sanitizer_log(tool, logs.text);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {all.findings, trouble_of(outcomes, logs, all), {tool, took.count()}};
}

} // namespace

fs::path find_compute_sanitizer() {
  const std::string name = "compute-sanitizer";
  if (const fs::path nvcc = find_nvcc(); !nvcc.empty()) {
    std::error_code ignored;
    for (const fs::path& beside : {nvcc, fs::canonical(nvcc, ignored)})
      if (is_program(beside.parent_path() / name))
        return beside.parent_path() / name;
  }
  if (const fs::path found = find_program(name); !found.empty())
    return found;
  const fs::path usual = fs::path("/usr/local/cuda/bin") / name;
  return is_program(usual) ? usual : fs::path{};
}

std::vector<std::string> sanitizer_command(const fs::path& program, const std::string& tool,
                                           const fs::path& log) {
  std::vector<std::string> command{program.string(),
                                   "--tool",
                                   tool,
                                   "--log-file",
                                   log.string(),
                                   "--print-limit",
                                   "5000",
                                   "--strip-paths",
                                   "no",
                                   "--show-backtrace",
                                   "device",
                                   "--target-processes",
                                   "application-only"};
  // Padding: a small step over the end of an array would else land in the next one.
  if (tool == "memcheck")
    command.insert(command.end(), {"--leak-check", "no", "--padding", "65536"});
  // Outputs that nobody wrote are told by the correctness checks, and better.
  if (tool == "initcheck")
    command.insert(command.end(), {"--check-api-memory-access", "no"});
  return command;
}

sanitizer_outcome run_compute_sanitizer(const fs::path& program,
                                        const std::vector<const test_case*>& given,
                                        const run_limits& allowed) {
  sanitizer_outcome outcome;
  const fs::path sanitizer = find_compute_sanitizer();
  if (sanitizer.empty()) {
    outcome.problems.push_back("compute-sanitizer was not found: it comes with the CUDA Toolkit "
                               "(package cuda-sanitizer, or nvidia-cuda-toolkit)");
    return outcome;
  }
  outcome.available = true;
  outcome.version = version_of(sanitizer);
  const std::vector<const test_case*> cases = cases_that_end(program, given, allowed);
  if (cases.empty()) {
    outcome.problems.push_back("no call came to its end on the GPU in time");
    return outcome;
  }
  std::vector<std::future<tool_outcome>> running;
  for (const char* tool : sanitizer_tools)
    running.push_back(std::async(std::launch::async, [&, tool] {
      return run_tool_of_sanitizer(sanitizer, tool, program, cases, allowed);
    }));
  for (auto& each : running) { // in their order: what is told must not hang on who was first
    const tool_outcome one = each.get();
    outcome.findings.insert(outcome.findings.end(), one.findings.begin(), one.findings.end());
    if (!one.trouble.empty())
      outcome.problems.push_back(one.took.step + ": " + one.trouble);
    outcome.times.push_back(one.took);
  }
  return outcome;
}

} // namespace cudalab::grader
