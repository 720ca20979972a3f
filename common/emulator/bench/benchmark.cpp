// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What emulation costs, as Markdown: against plain C loops on one thread and, where they are
/// installed, against PoCL (no checks) and Oclgrind (with its race detector).
/// `emulator_benchmark [RUNS]`; all figures are medians with the smallest and the largest.
#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

#include "samples.h"
#include "workloads.h"

namespace {

using namespace bench;
using results = std::map<std::string, summary>;

/// The lines that a program prints; empty when it cannot run.
results lines_of(const std::string& command) {
  results all;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    return all;
  std::array<char, 512> line{};
  while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
    std::istringstream words(line.data());
    std::string name;
    summary one;
    if (words >> name >> one.median >> one.smallest >> one.largest)
      all[name] = one;
  }
  if (pclose(pipe) != 0)
    std::fprintf(stderr, "emulator_benchmark: failed: %s\n", command.c_str());
  return all;
}

std::string spread(const results& from, const std::string& name, int digits = 2) {
  const auto found = from.find(name);
  if (found == from.end())
    return "not installed";
  char text[96];
  std::snprintf(text, sizeof text, "%.*f (%.*f to %.*f)", digits, found->second.median, digits,
                found->second.smallest, digits, found->second.largest);
  return text;
}

/// Of medians.
std::string ratio(const results& above, const std::string& one, const results& below,
                  const std::string& other) {
  const auto a = above.find(one), b = below.find(other);
  if (a == above.end() || b == below.end())
    return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", a->second.median / b->second.median);
  return text;
}

void print_table(const char* title, const results& all, const results& alone, const results& pocl,
                 const results& oclgrind) {
  std::printf("\n## %s\n\n", title);
  std::printf(
      "| kernel | plain C, ms | fast, ms | fast / plain | checked, ms | checked / plain | "
      "callbacks alone / plain | traffic / plain | PoCL, ms | fast / PoCL | one core / all: fast | "
      "checked | Oclgrind, races, small, ms | Oclgrind / checked |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const workload& what : workloads) {
    const std::string name = what.name;
    std::printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
                what.name, spread(all, name + "/fast/plain").c_str(),
                spread(all, name + "/fast/time").c_str(), spread(all, name + "/fast/ratio").c_str(),
                spread(all, name + "/checked/time").c_str(),
                spread(all, name + "/checked/ratio", 1).c_str(),
                spread(all, name + "/unwatched/ratio", 1).c_str(),
                spread(all, name + "/traffic/ratio", 1).c_str(),
                spread(pocl, name + "/opencl/time").c_str(),
                ratio(all, name + "/fast/time", pocl, name + "/opencl/time").c_str(),
                ratio(alone, name + "/fast/time", all, name + "/fast/time").c_str(),
                ratio(alone, name + "/checked/time", all, name + "/checked/time").c_str(),
                spread(oclgrind, name + "/opencl/time", 0).c_str(),
                ratio(oclgrind, name + "/opencl/time", all, name + "/checked_small/time").c_str());
  }
}

summary memory(const std::string& way, int mebibytes) {
  return lines_of(BENCH_MEMORY + way + " " + std::to_string(mebibytes))["memory"];
}

} // namespace

int main(int argc, char** argv) {
  CLI::App tool("what emulation costs, as Markdown: against plain C, and against PoCL and Oclgrind "
                "where they are installed");
  int runs = 7;
  tool.add_option("runs", runs, "how often each kernel runs (7): figures are medians")
      ->check(CLI::Range(1, 1000));
  CLI11_PARSE(tool, argc, argv);
  const std::string count = std::to_string(runs);
  results opencl, oclgrind;
  const results all = lines_of(BENCH_EMULATED " " + count);
#ifdef BENCH_OPENCL
  opencl = lines_of(BENCH_OPENCL " " + count);
  if (std::system("command -v oclgrind > /dev/null") == 0)
    oclgrind = lines_of("oclgrind --data-races " BENCH_OPENCL " 1 small");
#endif
  const results alone = lines_of("CUDALAB_THREADS=1 " BENCH_EMULATED " " + count);
  if (all.empty())
    return 1;

  std::printf("# What emulation costs\n\nMedians of %d runs (smallest to largest). Ratios to plain "
              "C are of neighbouring runs.\n",
              runs);
  print_table("Time", all, alone, opencl, oclgrind);
  std::printf("\nLaunch of an empty kernel and waiting for it: %s ms.\n",
              spread(all, "launch", 4).c_str());

  std::printf("\n## Compilation\n\n| flavour | s |\n| --- | --- |\n");
  for (const char* flavour : {"checked", "fast"}) {
    const std::string command = std::string(BENCH_EMUCC " --") + flavour +
                                " -c -DCUDALAB_FLAVOUR=timed " BENCH_SOURCE " -o /dev/null";
    bool failed = false;
    const summary time = measure(3, [&] { failed |= std::system(command.c_str()) != 0; });
    std::printf(
        "| %s | %s |\n", flavour,
        failed ? "failed"
               : spread({{"time", {time.median / 1e3, time.smallest / 1e3, time.largest / 1e3}}},
                        "time")
                     .c_str());
  }

  std::printf("\n## Memory\n\n| buffer | costs, MiB | times its size |\n| --- | --- | --- |\n");
  for (const auto& [way, size] : {std::pair{"checked", 64}, std::pair{"fast", 1024}}) {
    const double cost = memory(way, size).median;
    std::printf("| %d MiB, %s | %.0f | %.2f |\n", size, way, cost, cost / size);
  }
}
