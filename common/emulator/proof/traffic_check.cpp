// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Compares the traffic that the emulated device counts with what is expected, or with Nsight
/// Compute on a real GPU.
///
///     traffic_check EMUCC FILE.cu [OPTION...]   with the lines `// Counts: KERNEL METRIC VALUE`
///                                                 of the file
///     traffic_check EMUCC FILE.cu --ncu [--nvcc=OPTION...]
///                                                 with ncu, for every kernel: a Markdown table
///     traffic_check EMUCC FILE.cu --ncu-csv FILE.csv
///                                                 the same with what ncu printed elsewhere, for
///                                                 --metrics of `traffic_check --metrics`
///     traffic_check --compare COUNTED.json FILE.csv [COUNTED.json FILE.csv]...
///                                                 of many programs, how many kernels agree, where
///                                                 nvcc may have joined accesses
///
/// Returns 0 when all agree, 1 when something differs, 2 when a program cannot be built or run.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "process.h"
#include "traffic_comparison.h"
#include "traffic_figures.h"

using namespace cudalab::proof;

namespace {

constexpr std::chrono::seconds limit{120};

outcome run_well(const std::vector<std::string>& command) {
  outcome done = run(command, limit);
  if (done.status != 0)
    throw std::runtime_error(command[0] + ": " + done.ending(limit) + "\n" + done.output +
                             done.errors);
  return done;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    throw std::runtime_error("cannot read " + path);
  return text;
}

struct task {
  std::string emucc, file;
  std::vector<std::string> options; ///< of both compilers
  std::vector<std::string> nvcc{"nvcc", "-arch=native"};
  bool with_ncu = false;
  std::string ncu_csv; ///< a file; empty: none
};

/// `compiler` with the options, the file, and the program to make.
std::vector<std::string> build_command(std::vector<std::string> compiler, const task& what,
                                       const std::string& program) {
  compiler.insert(compiler.end(), what.options.begin(), what.options.end());
  compiler.insert(compiler.end(), {what.file, "-o", program});
  return compiler;
}

traffic_figures emulated(const task& what, scratch_folder& scratch) {
  const std::string program = scratch / "emulated", report = scratch / "traffic.json";
  setenv("CUDACXX", "none", 1); // no registers, which nvcc would be asked for
  run_well(build_command({what.emucc, "--profile"}, what, program));
  setenv("CUDALAB_TRAFFIC_JSON", report.c_str(), 1);
  run_well({program});
  return figures_from_json(read_file(report));
}

traffic_figures measured(const task& what, scratch_folder& scratch) {
  if (!what.ncu_csv.empty())
    return figures_from_ncu(read_file(what.ncu_csv));
  const std::string program = scratch / "measured";
  run_well(build_command(what.nvcc, what, program));
  return figures_from_ncu(
      run_well({"ncu", "--csv", "--print-units", "base", "--metrics", ncu_metrics(), program})
          .output);
}

int compare(const traffic_figures& counted, const traffic_figures& expected) {
  int differences = 0;
  for (const auto& [which, value] : expected) {
    const auto found = counted.find(which);
    const bool same = found != counted.end() && found->second == value;
    if (same)
      continue;
    ++differences;
    std::cerr << which.first << ' ' << which.second << ": expected " << value << ", counted "
              << (found == counted.end() ? "nothing" : std::to_string(found->second)) << '\n';
  }
  if (expected.empty())
    throw std::runtime_error("the file has no line `// Counts:`");
  return differences != 0;
}

int print_table(const traffic_figures& counted, const traffic_figures& gpu) {
  int differences = 0;
  std::cout << "| kernel | metric | Nsight Compute | emulated device | |\n|---|---|---|---|---|\n";
  for (const auto& [which, value] : gpu) {
    const auto found = counted.find(which);
    const std::uint64_t ours = found == counted.end() ? 0 : found->second;
    if (value == 0 && ours == 0)
      continue;
    differences += ours != value;
    std::cout << "| " << which.first << " | " << which.second << " | " << value << " | " << ours
              << " | " << (ours == value ? "equal" : "differs") << " |\n";
  }
  return differences != 0;
}

task parse(int count, char** words) {
  task what;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--ncu")
      what.with_ncu = true;
    else if (word == "--ncu-csv" && i + 1 < count)
      what.ncu_csv = words[++i];
    else if (word.rfind("--nvcc=", 0) == 0)
      what.nvcc.push_back(word.substr(word.find('=') + 1));
    else if (word.rfind("-", 0) == 0)
      what.options.push_back(word);
    else
      (what.emucc.empty() ? what.emucc : what.file) = word;
  }
  if (what.file.empty())
    throw std::runtime_error("usage: traffic_check EMUCC FILE.cu [OPTION...] [--ncu "
                             "[--nvcc=OPTION...]] [--ncu-csv FILE]");
  return what;
}

/// @param words COUNTED.json FILE.csv, of one program after the other
int compare_many(const std::vector<std::string>& words) {
  if (words.empty() || words.size() % 2 != 0)
    throw std::runtime_error("usage: traffic_check --compare COUNTED.json FILE.csv ...");
  traffic_comparison all;
  for (std::size_t i = 0; i < words.size(); i += 2)
    all.add(words[i], figures_from_json(read_file(words[i])),
            figures_from_ncu(read_file(words[i + 1])));
  std::cout << all.table();
  return all.all_explained() ? 0 : 1;
}

int check(const task& what) {
  scratch_folder scratch;
  const traffic_figures counted = emulated(what, scratch);
  return what.with_ncu || !what.ncu_csv.empty()
             ? print_table(counted, measured(what, scratch))
             : compare(counted, figures_from_comments(read_file(what.file)));
}

} // namespace

int main(int count, char** words) {
  try {
    const std::string first = count > 1 ? words[1] : "";
    if (first == "--metrics")
      return std::cout << ncu_metrics() << '\n', 0;
    if (first == "--compare")
      return compare_many({words + 2, words + count});
    return check(parse(count, words));
  } catch (const std::exception& error) {
    std::cerr << "traffic_check: " << error.what() << '\n';
    return 2;
  }
}
