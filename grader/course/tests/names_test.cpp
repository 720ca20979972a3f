// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A known mistake is never named for another one. Which variant gets which name is what its head
// says and its own test proves; here the heads are put together. Besides, each known mistake is
// made: what it predicts is taken for a submission's results, and no other one may be named.
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "grader/checks/case_plan.h"
#include "grader/checks/name_mistake.h"
#include "grader/lab_modules.h"
#include "grader/reference/variants.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

namespace fs = std::filesystem;
using form = std::pair<std::string, std::string>; ///< id and form of a mistake

std::map<std::string, lab_description>& all_labs() {
  std::vector<std::string> problems;
  auto& labs = load_labs(problems);
  for (const std::string& each : problems)
    FAIL_CHECK(each);
  return labs;
}

template <class Visit>
void for_each_output(const test_case& one, Visit visit) {
  for (const protocol::argument& argument : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument);
        buffer != nullptr && buffer->direction != protocol::direction::input)
      visit(*buffer);
}

std::set<form> mistakes_in(const std::vector<const test_case*>& cases) {
  std::set<form> found;
  for (const test_case* one : cases)
    for_each_output(*one, [&](const protocol::buffer_argument& output) {
      for (const misconception& each : one->known_mistakes(output.name))
        if (!each.vague)
          found.insert({each.id, each.form});
    });
  return found;
}

void store(std::vector<std::byte>& to, std::size_t i, double value, protocol::element_type type) {
  const auto put = [&](auto number) {
    std::memcpy(to.data() + i * sizeof number, &number, sizeof number);
  };
  switch (type) {
  case protocol::element_type::float32:
    return put(static_cast<float>(value));
  case protocol::element_type::float64:
    return put(value);
  case protocol::element_type::int32:
    return put(static_cast<std::int32_t>(value));
  case protocol::element_type::uint32:
    return put(static_cast<std::uint32_t>(value));
  }
}

/// What a submission with this mistake leaves in an output; right where it says nothing else.
std::vector<std::byte> made_by(const misconception* mistake, const expectation& right,
                               const protocol::buffer_argument& output) {
  std::vector<std::byte> bytes(output.elements * protocol::size_of(output.type),
                               std::byte{protocol::poison_byte});
  const std::vector<double> made =
      mistake != nullptr && mistake->want ? mistake->want() : right.want;
  for (std::size_t i = 0; i < output.elements && i < made.size(); ++i) {
    const bool unwritten = std::isinf(made[i]) && made[i] < 0;
    const bool unknown = std::isinf(made[i]);
    if (!unwritten)
      store(bytes, i,
            std::isnan(made[i]) ? right.want[i] + 1000
            : unknown           ? right.want[i]
                                : made[i],
            output.type);
  }
  return bytes;
}

case_evidence seen_of(const test_case& one, const form& which) {
  case_evidence seen{&one, true, {}};
  for_each_output(one, [&](const protocol::buffer_argument& output) {
    if (one.known_mistakes(output.name).empty())
      return;
    const misconception* mistake = nullptr;
    for (const misconception& each : one.known_mistakes(output.name))
      if (mistake == nullptr && form{each.id, each.form} == which)
        mistake = &each;
    const expectation& right = one.expected(output.name);
    const std::vector<std::byte> bytes = made_by(mistake, right, output);
    comparison result = compare(bytes, output.type, right);
    if (!result.passed()) {
      seen.right = false;
      seen.wrong.push_back({output.name, values_of(bytes, output.type), std::move(result)});
    }
  });
  return seen;
}

/// Cases of one function that know mistakes: others prove nothing. Each mistake is compared with
/// each other one, and made once.
std::map<std::string, std::vector<test_case>> by_function(const check_cases& of) {
  std::map<std::string, std::vector<test_case>> cases;
  for (const test_case* one : of.all()) {
    bool knows = false;
    for_each_output(*one, [&](const protocol::buffer_argument& output) {
      knows = knows || !one->known_mistakes(output.name).empty();
    });
    if (knows)
      cases[one->function()].emplace_back(*one).keep_what_mistakes_make();
  }
  return cases;
}

std::set<form> mistakes_in(const std::vector<test_case>& cases) {
  std::vector<const test_case*> all;
  for (const test_case& one : cases)
    all.push_back(&one);
  return mistakes_in(all);
}

/// Names that the mistake gets, but for its own.
std::set<std::string> false_names(const std::vector<test_case>& cases, const form& which) {
  std::vector<case_evidence> evidence;
  for (const test_case& one : cases)
    evidence.push_back(seen_of(one, which));
  std::set<std::string> names;
  for (const named_mistake& each : name_mistakes(evidence))
    if (each.what != nullptr && !each.what->vague && each.what->id != which.first)
      names.insert(each.what->id);
  return names;
}

} // namespace

TEST_CASE("each name in the head of a variant is a known mistake of its lab") {
  for (const auto& each_lab : all_labs()) {
    const std::string& name = each_lab.first;
    const lab_description& lab = each_lab.second;
    const fs::path file = fs::path(CUDALAB_ROOT) / "solutions" / lab.folder / (name + ".cu");
    if (!fs::exists(file))
      continue;
    std::map<std::string, std::string> variants_of_name;
    const case_plan plan(lab, backend_kind::cpu, 1);
    for (std::size_t i = 0; i < lab.checks.size(); ++i)
      for (const auto& [id, form] : mistakes_in(plan.of(i).own))
        variants_of_name[id];
    for (const reference::variant& each : reference::variants_of(reference::read_solution(file)))
      for (const std::string& id : each.head.named) {
        INFO(name, " ", each.name);
        CHECK_MESSAGE(variants_of_name.count(id) == 1, id);
        variants_of_name[id] += " " + each.name;
      }
    std::cout << name << ": who is named for which variants\n";
    for (const auto& [id, variants] : variants_of_name)
      std::cout << "  " << id << " <-" << (variants.empty() ? " (none)" : variants) << "\n";
  }
}

TEST_CASE("no known mistake is taken for another one") {
  for (const auto& [name, lab] : all_labs())
    for (const std::uint64_t seed : {1, 2}) {
      const case_plan plan(lab, backend_kind::cpu, seed);
      for (std::size_t i = 0; i < lab.checks.size(); ++i) {
        if (!std::holds_alternative<correctness_check>(lab.checks[i].what))
          continue;
        for (const auto& [function, cases] : by_function(plan.of(i)))
          for (const form& which : mistakes_in(cases))
            for (const std::string& other : false_names(cases, which))
              FAIL_CHECK(name << " " << lab.checks[i].id << ", seed " << seed << ": " << which.first
                              << " (" << which.second << ") is taken for " << other);
      }
    }
}
