// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Every lab has cases of every kind of size, or says why it has none. `ctest -V -R size_table_test`
// prints each lab's table, for one seed.
#include <iostream>
#include <set>

#include <doctest/doctest.h>

#include "grader/cases/size_table.h"
#include "grader/checks/case_plan.h"
#include "grader/lab_modules.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

std::map<std::string, lab_description>& all_labs() {
  std::vector<std::string> problems;
  auto& labs = load_labs(problems);
  for (const std::string& each : problems)
    FAIL_CHECK(each);
  return labs;
}

std::vector<const test_case*> cases_of(const lab_description& lab, const case_plan& plan) {
  std::vector<const test_case*> all;
  for (std::size_t i = 0; i < lab.checks.size(); ++i)
    for (const test_case* each : plan.of(i).own)
      all.push_back(each);
  return all;
}

std::set<std::string> functions_of(const std::vector<const test_case*>& cases) {
  std::set<std::string> functions;
  for (const test_case* each : cases)
    functions.insert(each->function());
  return functions;
}

} // namespace

TEST_CASE("the cases of each lab have all kinds of sizes, whatever the seed is") {
  for (const auto& each_lab : all_labs())
    for (const std::uint64_t seed : {1, 2, 3}) {
      const std::string& name = each_lab.first;
      const lab_description& lab = each_lab.second;
      // Cases that are for a GPU only are made there; what is a smaller call is one anywhere.
      const case_plan plan(lab, backend_kind::gpu, seed);
      const std::vector<size_row> table = size_table(lab.sizes, cases_of(lab, plan));
      if (seed == 1)
        std::cout << name << "\n" << in_words(table) << "\n";
      for (const size_row& each : table) {
        INFO(name, ", seed ", seed, ": ", each.function, ", ", each.what, ": ", each.covered_by,
             each.reason);
        CHECK(each.is_complete());
      }
    }
}

TEST_CASE("the table of each lab has all of its functions") {
  for (const auto& each_lab : all_labs()) {
    const std::string& name = each_lab.first;
    const lab_description& lab = each_lab.second;
    const case_plan plan(lab, backend_kind::cpu, 1);
    std::set<std::string> named;
    for (const size_coverage& each : lab.sizes)
      named.insert(each.functions.begin(), each.functions.end());
    for (const std::string& function : functions_of(cases_of(lab, plan))) {
      INFO(name, " ", function);
      CHECK(named.count(function) == 1);
    }
  }
}

TEST_CASE("cases of a GPU do not run on the emulated device") {
  for (const auto& [name, lab] : all_labs()) {
    const case_plan plan(lab, backend_kind::cpu, 1);
    for (const test_case* each : cases_of(lab, plan))
      CHECK_FALSE(each->is_gpu_only());
  }
}
