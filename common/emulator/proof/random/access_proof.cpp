// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Proves that a checked program is seen touching what it touches: docs/access_proof.md.
///
///     access_proof --emucc EMUCC --log access_log.o [--seeds 1-3]
///                  [--kernels 40] [--faults 8] [--only CONSTRUCT] [--except CONSTRUCT]...
///                  [--depth 3] [--comparable] [--keep FOLDER]
///     access_proof --print [--seeds 1] [--kernels 40] ...   the program only
///     access_proof --list                                   the constructs
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../process.h"
#include "comparison.h"
#include "constructs.h"
#include "found_faults.h"

namespace {

using namespace cudalab::proof;
namespace fs = std::filesystem;

constexpr std::chrono::seconds limit{300};

struct command_line {
  std::string emucc, log, keep;
  std::uint64_t first = 1, last = 1;
  bool list = false, print = false, verbose = false;
  program_wish wish;
};

command_line parse(int count, char** words) {
  command_line asked;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&] { return i + 1 < count ? std::string(words[++i]) : std::string(); };
    if (word == "--emucc")
      asked.emucc = value();
    else if (word == "--log")
      asked.log = value();
    else if (word == "--seeds") {
      const std::string range = value();
      asked.first = std::stoull(range);
      const std::size_t dash = range.find('-');
      asked.last = dash == range.npos ? asked.first : std::stoull(range.substr(dash + 1));
    } else if (word == "--kernels")
      asked.wish.kernels = std::stoi(value());
    else if (word == "--faults")
      asked.wish.faults = std::stoi(value());
    else if (word == "--only")
      asked.wish.constructs.only = value();
    else if (word == "--except")
      asked.wish.constructs.except.push_back(value());
    else if (word == "--depth")
      asked.wish.constructs.depth = std::stoi(value());
    else if (word == "--comparable")
      asked.wish.comparable = true;
    else if (word == "--keep")
      asked.keep = value();
    else if (word == "--list")
      asked.list = true;
    else if (word == "--print")
      asked.print = true;
    else if (word == "--verbose")
      asked.verbose = true;
    else
      throw std::runtime_error("not known: " + word);
  }
  return asked;
}

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct totals {
  std::uint64_t kernels = 0, threads = 0, accesses = 0, bytes = 0, faults = 0, faults_found = 0,
                differences = 0;
  std::map<std::string, std::uint64_t> missed, invented; ///< by construct
  std::vector<std::string> words;
  bool well() const { return words.empty(); }
};

void add(const generated_kernel& kernel, const comparison& one, std::uint64_t seed, totals& all) {
  ++all.kernels;
  all.threads +=
      static_cast<std::uint64_t>(kernel.blocks) * static_cast<std::uint64_t>(kernel.threads);
  all.accesses += one.accesses;
  all.bytes += one.bytes;
  all.differences += one.differences.size();
  if (one.differences.empty())
    return;
  // What follows it may follow from it.
  const difference& first = one.differences.front();
  ++(first.missed ? all.missed : all.invented)[first.construct];
  all.words.push_back("seed " + std::to_string(seed) + ", " + first.construct + ": " + first.words);
}

outcome run_well(const std::vector<std::string>& command) {
  outcome done = run(command, limit);
  if (done.status != 0 && done.status != 66)
    throw std::runtime_error(command[0] + ": " + done.ending(limit) + "\n" +
                             done.output.substr(0, 4000) + done.errors.substr(0, 8000));
  return done;
}

program_wish wish_of(const command_line& asked, std::uint64_t seed) {
  program_wish wish = asked.wish;
  wish.seed = seed;
  return wish;
}

void prove(const command_line& asked, std::uint64_t seed, totals& all) {
  const generated_program program = generate(wish_of(asked, seed));
  const scratch_folder scratch;
  const fs::path folder = asked.keep.empty() ? scratch / "" : fs::path(asked.keep);
  const fs::path source = folder / ("seed" + std::to_string(seed) + ".cu");
  const fs::path built = folder / ("seed" + std::to_string(seed)), log = folder / "log.txt";
  std::ofstream(source) << program.text;
  run_well({asked.emucc, "--checked", source, asked.log, "-o", built});
  run_well({built, "log", log});
  const access_log seen = read_log(content(log));
  for (const generated_kernel& kernel : program.kernels)
    if (kernel.fault.what == planted_fault::kind::none)
      add(kernel, compare(kernel, seen), seed, all);
  for (const std::string& invented : findings_without_fault(built, folder))
    all.words.push_back("seed " + std::to_string(seed) +
                        ": a finding without a fault: " + invented);
  for (const generated_kernel& kernel : program.kernels) {
    if (kernel.fault.what == planted_fault::kind::none)
      continue;
    ++all.faults;
    const std::string missed = fault_not_found(kernel, built, folder);
    all.faults_found += missed.empty();
    if (!missed.empty())
      all.words.push_back("seed " + std::to_string(seed) + ": " + missed);
  }
}

void print(const totals& all, bool verbose) {
  std::printf(
      "%llu kernels, %llu threads, %llu accesses, %llu bytes; %llu of %llu faults found; "
      "%llu differences\n",
      static_cast<unsigned long long>(all.kernels), static_cast<unsigned long long>(all.threads),
      static_cast<unsigned long long>(all.accesses), static_cast<unsigned long long>(all.bytes),
      static_cast<unsigned long long>(all.faults_found),
      static_cast<unsigned long long>(all.faults),
      static_cast<unsigned long long>(all.differences));
  for (const auto& [construct, count] : all.missed)
    std::printf("  missed: %s (%llu)\n", construct.c_str(), static_cast<unsigned long long>(count));
  for (const auto& [construct, count] : all.invented)
    std::printf("  invented: %s (%llu)\n", construct.c_str(),
                static_cast<unsigned long long>(count));
  std::size_t told = 0;
  for (const std::string& words : all.words)
    if (verbose || told++ < 20)
      std::printf("%s\n", words.c_str());
}

} // namespace

int main(int count, char** words) try {
  for (const char* name : {"CUDALAB_OBSERVE", "CUDALAB_ERROR_EXITCODE", "CUDALAB_FINDINGS_JSON"})
    unsetenv(name);
  const command_line asked = parse(count, words);
  if (asked.list)
    for (const construct& each : all_constructs())
      std::printf(
          "%s%s%s\n", each.name.c_str(),
          each.not_comparable.empty() ? "" : "; not comparable: ", each.not_comparable.c_str());
  if (asked.print)
    std::fputs(generate(wish_of(asked, asked.first)).text.c_str(), stdout);
  if (asked.list || asked.print)
    return 0;
  totals all;
  for (std::uint64_t seed = asked.first; seed <= asked.last; ++seed)
    prove(asked, seed, all);
  print(all, asked.verbose);
  return all.well() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "access_proof: %s\n", error.what());
  return 2;
}
