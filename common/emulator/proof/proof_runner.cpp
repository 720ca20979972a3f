// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs proof programs (see CMakeLists.txt and expectation.h) on the emulated device or on a GPU.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "proof.h"

namespace {

using namespace cudalab::proof;

constexpr const char* usage =
    R"(proof_runner --emucc EMUCC (--checked | --fast) FILE.cu ...
proof_runner --nvcc NVCC [--arch sm_90] [--compile-only] [--at-once N] FILE.cu ...
  --nvcc builds each program for this machine's GPU, runs it, and prints a table (Markdown);
  it can be built alone: g++ -std=c++20 -pthread *.cpp -o proof_runner
)";

struct command_line {
  std::string emucc;
  bool checked = true;
  gpu_options gpu;
  std::vector<expectation> programs;
};

command_line parse(int count, char** words) {
  command_line result;
  result.gpu.at_once = std::max(1u, std::thread::hardware_concurrency());
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&] { return i + 1 < count ? std::string(words[++i]) : std::string(); };
    if (word == "--emucc")
      result.emucc = value();
    else if (word == "--checked" || word == "--fast")
      result.checked = word == "--checked";
    else if (word == "--nvcc")
      result.gpu.nvcc = value();
    else if (word == "--arch")
      result.gpu.architecture = value();
    else if (word == "--compile-only") {
      result.gpu.compile_only = true;
      result.gpu.architecture = "sm_90"; // native needs a GPU
    } else if (word == "--at-once")
      result.gpu.at_once = static_cast<unsigned>(std::max(1, std::atoi(value().c_str())));
    else
      result.programs.push_back(read_expectation(word));
  }
  return result;
}

int prove_all_on_emulator(const command_line& asked) {
  // Only these programs' own words count.
  for (const char* name : {"CUDALAB_OBSERVE", "CUDALAB_ERROR_EXITCODE", "CUDALAB_FINDINGS_JSON"})
    unsetenv(name);
  int failed = 0;
  for (const expectation& program : asked.programs) {
    const auto differences = prove_on_emulator(program, asked.emucc, asked.checked);
    failed += !differences.empty();
    std::printf("%s: %s\n", program.name().c_str(),
                differences.empty() ? "as promised" : "DIFFERS");
    for (const std::string& each : differences)
      std::printf("  %s\n", each.c_str());
  }
  return failed;
}

} // namespace

int main(int count, char** words) try {
  const command_line asked = parse(count, words);
  if (asked.programs.empty() || asked.emucc.empty() == asked.gpu.nvcc.empty()) {
    std::fputs(usage, stderr);
    return 2;
  }
  const int failed = asked.gpu.nvcc.empty() ? prove_all_on_emulator(asked)
                                            : prove_on_gpu(asked.programs, asked.gpu);
  return failed == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "proof_runner: %s\n", error.what());
  return 2;
}
