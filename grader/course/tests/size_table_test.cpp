// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Every lab has cases of every kind of size, or says why it has none. `ctest -V -R size_table_test`
// prints each lab's table, for one seed.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "grader/cases/size_table.h"
#include "grader/checks/case_plan.h"
#include "grader/checks/spared_cases.h"
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

/// In the order in which they run: large ones come after the small ones of their check.
std::vector<const test_case*> cases_of(const lab_description& lab, const case_plan& plan) {
  std::vector<const test_case*> all;
  for (std::size_t i = 0; i < lab.checks.size(); ++i) {
    std::vector<const test_case*> own = plan.of(i).own;
    std::stable_partition(own.begin(), own.end(),
                          [](const test_case* each) { return !is_large(*each); });
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::set<std::string> functions_of(const std::vector<const test_case*>& cases) {
  std::set<std::string> functions;
  for (const test_case* each : cases)
    functions.insert(each->function());
  return functions;
}

/// The largest sizes of cases that have buffers: by the name of the length, and "arrays".
void add_largest(const lab_description& lab, const test_case& one,
                 std::map<std::string, std::size_t>& largest) {
  std::size_t elements = 0;
  for (const protocol::argument& argument : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument))
      elements = std::max(elements, buffer->elements);
  constexpr std::size_t most_of_a_result = 8; // a structure that is returned: there is no array
  if (elements <= most_of_a_result)
    return;
  const auto add = [&](const std::string& name, std::size_t size) {
    largest[name] = std::max(largest[name], size);
  };
  add("arrays", elements);
  for (const size_coverage& each : lab.sizes)
    if (std::count(each.functions.begin(), each.functions.end(), one.function()) != 0)
      for (const call_length& length : each.lengths)
        if (const auto size = length.of(one))
          add(length.name, *size);
}

/// The header of a lab as one line, without the marks of comments.
std::string words_of_header(const lab_description& lab) {
  std::ifstream in(std::filesystem::path(CUDALAB_ROOT) / "labs" / lab.folder / (lab.name + ".h"));
  std::string words;
  for (std::string line; std::getline(in, line);)
    if (line.rfind("///", 0) == 0)
      words += line.substr(3);
  return words;
}

/// "Grading without a GPU tries I, J and K up to 540, and arrays up to 1,000." as "I": 540, ...
std::map<std::string, std::size_t> tried_by_word(const std::string& header) {
  static const std::regex sentence("without a GPU tries ([^.]*)[.]"),
      part("(.*?)up to ([0-9,]*[0-9])"), word("[A-Za-z_]+");
  std::map<std::string, std::size_t> tried;
  std::smatch said;
  if (!std::regex_search(header, said, sentence))
    return tried;
  const std::string text = said[1];
  for (std::sregex_iterator each(text.begin(), text.end(), part), end; each != end; ++each) {
    const std::string names = (*each)[1];
    std::string digits = (*each)[2];
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    for (std::sregex_iterator name(names.begin(), names.end(), word); name != end; ++name)
      if (name->str() != "and" && name->str() != "of")
        tried[name->str()] = std::stoul(digits);
  }
  return tried;
}

} // namespace

TEST_CASE("the cases of each lab have all kinds of sizes, whatever the seed is") {
  for (const auto& each_lab : all_labs())
    for (const std::uint64_t seed : {1, 2}) {
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

TEST_CASE("each function's refused call is one that must launch") {
  for (const auto& each_lab : all_labs()) {
    const lab_description& lab = each_lab.second;
    const case_plan plan(lab, backend_kind::cpu, 1);
    for (const test_case* each : cases_of(lab, plan)) {
      if (!each->call().refused)
        continue;
      INFO(each_lab.first, " ", each->name());
      for (const protocol::argument& argument : each->call().arguments)
        if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument))
          CHECK(buffer->elements > 0);
    }
  }
}

TEST_CASE("a header says how large a call grading tries without a GPU") {
  for (const auto& each_lab : all_labs()) {
    const lab_description& lab = each_lab.second;
    INFO(each_lab.first);
    std::map<std::string, std::size_t> largest;
    for (const std::uint64_t seed : {1, 2}) {
      const case_plan plan(lab, backend_kind::cpu, seed);
      for (const test_case* each : cases_of(lab, plan))
        if (!each->is_sampled())
          add_largest(lab, *each, largest);
    }
    const auto tried = tried_by_word(words_of_header(lab));
    CHECK_FALSE(tried.empty());
    for (const auto& each : tried) {
      INFO(each.first, " up to ", each.second, "; the largest is ", largest[each.first]);
      CHECK(largest[each.first] <= each.second);
      CHECK(largest[each.first] >= each.second / 10 * 9);
    }
  }
}
