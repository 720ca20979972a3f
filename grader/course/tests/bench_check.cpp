// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// bench_check GRADER LAB FILE: what `grader bench LAB` says without a GPU, as it says it; and
// whether the lab states for each exercise what it needs at least and what keeps it from the limit,
// which `./lab limits` makes a page of. FILE gets the figures.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/bench/story.h"
#include "grader/lab_modules.h"

namespace {

using namespace cudalab::grader;

bool is_known(const bench_story& story, const std::string& limit) {
  return std::any_of(story.limits.begin(), story.limits.end(),
                     [&](const bench_limit& each) { return each.id == limit; });
}

bool is_sentence(const std::string& text) {
  return text.size() > 10 && text.back() == '.' && text.find("..") == text.npos;
}

std::vector<std::string> problems_of(const bench_row& row, const bench_story& story) {
  std::vector<std::string> problems;
  for (const auto& [limit, amount] : row.needs)
    if (!is_known(story, limit) || amount <= 0)
      problems.push_back(fmt::format("{}: needs {:g} of '{}'", row.name, amount, limit));
  if (!row.measures.empty() && !is_known(story, row.measures))
    problems.push_back(fmt::format("{}: measures '{}'", row.name, row.measures));
  if (row.needs.empty())
    return problems;
  if (row.formula.empty())
    problems.push_back(row.name + ": no formula");
  if (!is_sentence(row.kept_by))
    problems.push_back(row.name + ": what keeps it from the limit is no sentence");
  return problems;
}

std::vector<std::string> problems_of(const lab_description& lab, const bench_story& story) {
  std::vector<std::string> problems;
  if (story.lab != lab.name)
    problems.push_back("it says that it is of '" + story.lab + "'");
  std::set<int> told;
  for (const bench_table& table : story.tables)
    for (const bench_row& row : table.rows) {
      for (const std::string& each : problems_of(row, story))
        problems.push_back(each);
      if (!row.needs.empty())
        told.insert(row.exercise);
    }
  for (const auto& [exercise, why] : story.not_measured) {
    if (!is_sentence(why) || told.count(exercise) != 0)
      problems.push_back(fmt::format("exercise {} is not measured: '{}'", exercise, why));
    told.insert(exercise);
  }
  std::set<int> exercises = {0};
  for (const check_description& check : lab.checks)
    exercises.insert(check.exercise);
  for (const int each : exercises)
    if (each > 0 && told.count(each) == 0)
      problems.push_back(fmt::format("exercise {}: no row states its limit", each));
  for (const int each : told)
    if (exercises.count(each) == 0)
      problems.push_back(fmt::format("there is no exercise {}", each));
  return problems;
}

int check_bench(const std::string& grader, const std::string& name, const std::string& file) {
  const std::string command =
      fmt::format("'{}' bench {} --backend cpu --json '{}'", grader, name, file);
  if (std::system(command.c_str()) != 0) // it has said why
    return 1;
  const lab_description* const lab = load_lab(name);
  if (lab == nullptr)
    throw std::runtime_error("there is no " + name);
  std::ifstream from(file);
  const bench_story story = parse_story({std::istreambuf_iterator<char>(from), {}});
  const std::vector<std::string> problems = problems_of(*lab, story);
  for (const std::string& each : problems)
    std::cerr << name << "_bench.cu: " << each << "\n";
  std::cout << (problems.empty() ? "Limits are stated.\n" : "Limits are not stated.\n");
  return problems.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "Usage: bench_check GRADER LAB FILE\n";
    return 2;
  }
  try {
    return check_bench(argv[1], argv[2], argv[3]);
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 1;
  }
}
