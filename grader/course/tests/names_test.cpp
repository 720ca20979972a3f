// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A known mistake is never named for another one. Which variant gets which name is what its head
// says and its own test proves; here the heads are put together. Besides, each known mistake is
// made: what it predicts is taken for a submission's results, and no other one may be named.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
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

void add_seen(const test_case& one, const protocol::buffer_argument& output,
              const std::vector<std::byte>& bytes, case_evidence& seen) {
  comparison result = compare(bytes, output.type, one.expected(output.name));
  if (result.passed())
    return;
  seen.right = false;
  seen.wrong.push_back({output.name, values_of(bytes, output.type), std::move(result)});
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
    add_seen(one, output, made_by(mistake, one.expected(output.name), output), seen);
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

std::set<std::string> names_in(const std::vector<case_evidence>& evidence) {
  std::set<std::string> names;
  for (const named_mistake& each : name_mistakes(evidence))
    if (each.what != nullptr && !each.what->vague)
      names.insert(each.what->id);
  return names;
}

/// Names that the mistake gets.
std::set<std::string> names_of(const std::vector<const test_case*>& cases, const form& which) {
  std::vector<case_evidence> evidence;
  for (const test_case* one : cases)
    evidence.push_back(seen_of(*one, which));
  return names_in(evidence);
}

std::size_t elements_of(const test_case& one) {
  std::size_t sum = 0;
  for_each_output(one, [&](const protocol::buffer_argument& output) { sum += output.elements; });
  return sum;
}

/// The small ones decide nearly always: where these give a mistake its own name and no other one,
/// what the large ones add only speaks against others.
constexpr std::size_t small = 3000; // elements

std::vector<const test_case*> small_ones(const std::vector<test_case>& cases) {
  std::vector<const test_case*> few;
  for (const test_case& one : cases)
    if (elements_of(one) <= small)
      few.push_back(&one);
  return few;
}

/// Names that the mistake gets, but for its own.
std::set<std::string> false_names(const std::vector<test_case>& cases, const form& which) {
  std::set<std::string> names = names_of(small_ones(cases), which);
  if (names != std::set{which.first}) {
    std::vector<const test_case*> all;
    for (const test_case& one : cases)
      all.push_back(&one);
    names = names_of(all, which);
  }
  names.erase(which.first);
  return names;
}

/// What many a wrong program leaves, whatever its mistake is: made of what is right.
struct stumble {
  const char* name;
  std::function<std::vector<double>(const expectation& right)> make;
};

constexpr double unwritten = -std::numeric_limits<double>::infinity();

/// @param change gives element i
template <class Change>
stumble by_elements(const char* name, Change change) {
  return {name, [change](const expectation& right) {
            std::vector<double> made(right.want.size());
            for (std::size_t i = 0; i < made.size(); ++i)
              made[i] = change(right.want, i);
            return made;
          }};
}

using numbers = std::vector<double>;

const std::vector<stumble>& stumbles() {
  static const std::vector<stumble> all = {
      by_elements("zeros", [](const numbers&, std::size_t) { return 0.0; }),
      by_elements("one_more", [](const numbers& want, std::size_t i) { return want[i] + 1; }),
      by_elements("doubled", [](const numbers& want, std::size_t i) { return 2 * want[i]; }),
      by_elements("negated", [](const numbers& want, std::size_t i) { return -want[i]; }),
      by_elements("numbered", [](const numbers&, std::size_t i) { return static_cast<double>(i); }),
      by_elements("shifted",
                  [](const numbers& want, std::size_t i) { return want[(i + 1) % want.size()]; }),
      by_elements("reversed",
                  [](const numbers& want, std::size_t i) { return want[want.size() - 1 - i]; }),
      by_elements("first_everywhere", [](const numbers& want, std::size_t) { return want[0]; }),
      by_elements("every_second", [](const numbers& want,
                                     std::size_t i) { return i % 2 == 0 ? want[i] : unwritten; }),
      by_elements("first_half",
                  [](const numbers& want, std::size_t i) {
                    return 2 * i < want.size() ? want[i] : unwritten;
                  }),
      by_elements("last_missing",
                  [](const numbers& want, std::size_t i) {
                    return i + 1 < want.size() ? want[i] : unwritten;
                  }),
      by_elements("first_wrong", [](const numbers& want,
                                    std::size_t i) { return i == 0 ? want[0] + 7 : want[i]; }),
      by_elements("middle_wrong", [](const numbers& want, std::size_t i) {
        return i == want.size() / 2 ? want[i] - 7 : want[i];
      })};
  return all;
}

std::set<std::string> names_of(const std::vector<const test_case*>& cases, const stumble& what) {
  std::vector<case_evidence> evidence;
  for (const test_case* one : cases) {
    case_evidence seen{one, true, {}};
    for_each_output(*one, [&](const protocol::buffer_argument& output) {
      const expectation& right = one->expected(output.name);
      if (right.want.empty())
        return;
      const misconception made{what.name, "", [&] { return what.make(right); }};
      add_seen(*one, output, made_by(&made, right, output), seen);
    });
    evidence.push_back(std::move(seen));
  }
  return names_in(evidence);
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

namespace {

/// Of each correctness check of a lab and each function that it knows mistakes of.
template <class Visit>
void for_each_function(std::uint64_t seed, Visit visit) {
  for (const auto& [name, lab] : all_labs()) {
    const case_plan plan(lab, backend_kind::cpu, seed);
    for (std::size_t i = 0; i < lab.checks.size(); ++i)
      if (std::holds_alternative<correctness_check>(lab.checks[i].what))
        for (const auto& [function, cases] : by_function(plan.of(i)))
          visit(name + " " + lab.checks[i].id + " " + function, cases);
  }
}

/// A second seed asks where that is cheap: each mistake is compared with each other one.
constexpr std::size_t few_mistakes = 40;

} // namespace

TEST_CASE("no known mistake is taken for another one") {
  for (const std::uint64_t seed : {1, 2})
    for_each_function(seed, [&](const std::string& where, const std::vector<test_case>& cases) {
      const std::set<form> mistakes = mistakes_in(cases);
      if (seed != 1 && mistakes.size() > few_mistakes)
        return;
      for (const form& which : mistakes)
        for (const std::string& other : false_names(cases, which))
          FAIL_CHECK(where << ", seed " << seed << ": " << which.first << " (" << which.second
                           << ") is taken for " << other);
    });
}

TEST_CASE("what many wrong programs leave is named only where it is what the name says") {
  // Somebody has looked at each of these.
  const std::set<std::string> right = {"lab01 first_everywhere: index_zero",
                                       "lab01 numbered: counted_block_by_block",
                                       "lab01 zeros: index_zero",
                                       "lab02 reversed: upside_down",
                                       "lab02 zeros: shape_zero",
                                       "lab05 first_everywhere: blocks_take_the_same",
                                       "lab06 first_everywhere: inputs_of_output_0",
                                       "lab06 last_missing: last_output_missing"};
  std::size_t asked = 0;
  std::set<std::string> named;
  for_each_function(1, [&](const std::string& where, const std::vector<test_case>& cases) {
    std::vector<const test_case*> few = small_ones(cases);
    few.erase(std::remove_if(few.begin(), few.end(), // its numbers are of different kinds
                             [](const test_case* one) { return one->is_measured(); }),
              few.end());
    for (const stumble& each : stumbles()) {
      ++asked;
      for (const std::string& id : names_of(few, each))
        named.insert(where.substr(0, where.find(' ')) + ' ' + each.name + ": " + id);
    }
  });
  std::cout << asked << " stumbles; named:\n";
  for (const std::string& each : named) {
    std::cout << "  " << each << "\n";
    CHECK_MESSAGE(right.count(each) == 1, each);
  }
  CHECK(named.size() == right.size());
}
