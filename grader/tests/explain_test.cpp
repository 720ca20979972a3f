// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/explain.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

#include "grader/checks/case_cache.h"

using namespace cudalab::grader;

namespace {

std::ptrdiff_t place_of(const std::string& name) {
  const auto& steps = explain_steps();
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&name](const explain_step& each) { return each.name == name; });
  REQUIRE(found != steps.end());
  return found - steps.begin();
}

/// A clean check that passed although nothing was written, and a check that depends on the one that
/// tells of it.
struct empty_submission {
  lab_description of;
  std::vector<check_result> judged;

  empty_submission() {
    const auto none = [](random_source&) { return std::vector<test_case>{}; };
    of.checks = {{"correctness.sum", "the sum", 1, 10, correctness_check{none}, {}, {"clean.sum"}},
                 {"clean.sum", "the reads", 1, 5, clean_check{none}}};
    judged.resize(2);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged[i].id = of.checks[i].id;
      judged[i].title = of.checks[i].title;
      judged[i].exercise = 1;
      judged[i].max_points = of.checks[i].points;
      judged[i].status = check_status::fail;
    }
    judged[0].kind = check_kind::correctness;
    judged[0].message = "f: nothing was written to d_out (5 elements)";
    judged[0].data["first_told"] = "f";
    judged[0].data["cases"] = {{{"name", "f"},
                                {"passed", false},
                                {"reason", "nothing_written"},
                                {"output", "d_out"},
                                {"unwritten", 5}}};
    judged[1].kind = check_kind::clean;
    judged[1].findings.emplace_back();
    judged[1].findings.back().kind = finding_kind::uninitialised_read;
    judged[1].findings.back().severity = finding_severity::error;
  }

  /// Steps by their names, in this order.
  grade after(const std::vector<std::string>& names) {
    case_cache outcomes;
    const case_plan plan(of, backend_kind::cpu, 1);
    grading_context shared{of,       backend_kind::cpu,         1,  {}, {}, {}, false, plan,
                           outcomes, [](const std::string&) {}, {}, {}, {}, {}};
    grade whole;
    whole.checks = judged;
    const std::filesystem::path file = "lab01.cu";
    for (const std::string& name : names)
      for (std::size_t check = 0; check < judged.size(); ++check) {
        explanation on{whole.checks, check, shared, whole, file};
        explain_steps()[static_cast<std::size_t>(place_of(name))].apply(on);
      }
    return whole;
  }
};

} // namespace

TEST_CASE("each step of the explanation comes after those that it needs") {
  explain_moment last = explain_moment::after_watching;
  for (const explain_step& each : explain_steps()) {
    CAPTURE(each.name);
    for (const std::string& before : each.after)
      CHECK(place_of(before) < place_of(each.name));
    CHECK(last <= each.when); // in the list as in time
    last = each.when;
  }
}

TEST_CASE("pointing to causes before other advice would lose the cause") {
  const std::string unset = "tell unset from unwritten", causes = "point to causes";
  const std::string kept = empty_submission().after({unset, causes}).checks[0].next;
  CHECK(kept.find("First fix \"the reads\"") == 0);
  CHECK(kept.find("Then: Each element") != std::string::npos);
  CHECK(empty_submission().after({causes, unset}).checks[0].next.find("First fix") ==
        std::string::npos);
}

TEST_CASE("points settled before empty passes are taken back would count them") {
  const std::string empty = "take back empty passes", points = "settle points and verdict";
  const auto total = [](const std::vector<std::string>& order) {
    empty_submission one;
    one.judged[1].status = check_status::pass;
    one.judged[0].data["cases"] = {
        {{"name", "f"}, {"passed", false}, {"reason", "nothing_written"}}};
    return one.after(order).checks[1].points;
  };
  CHECK(total({empty, points}) == 0);
  CHECK(total({points, empty}) == 5);
}

TEST_CASE("docs/architecture.md lists the steps in their order") {
  std::ifstream page(CUDALAB_SOURCE_ROOT "/docs/architecture.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  std::size_t at = text.find("{#explain_steps}");
  for (const explain_step& each : explain_steps()) {
    CAPTURE(each.name);
    REQUIRE(at != std::string::npos);
    at = text.find("| " + each.name + " |", at);
    CHECK(at != std::string::npos);
  }
}
