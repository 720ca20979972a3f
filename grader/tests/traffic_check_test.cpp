// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "grader/checks/given_counts.h"
#include "grader/checks/judges.h"
#include "grader/tests/fake_session.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

build_outcome built() {
  build_outcome outcome;
  outcome.how = build_outcome::kind::built;
  return outcome;
}

std::vector<test_case> two_calls(random_source&) {
  test_case small("small", "f"), large("large", "f");
  return {small.value("n", 1), large.value("n", 2)};
}

gate_verdict no_more_than(std::uint64_t bound, const traffic_counts& counts) {
  return {counts.global_load_requests <= bound, "loads counted", "load less", {{"bound", bound}}};
}

/// For judged(): the second call took too long for a case of which a part is enough.
constexpr std::uint64_t took_too_long = 0;

/// A check of both calls, the second of which loads `large` times (the first: 10 times).
check_result judged(std::uint64_t large) {
  const auto each = [](const test_case&, const traffic_counts& mine, const traffic_counts&) {
    return mine.global_load_requests == 0 ? gate_verdict{false, "no loads", "load", {}}
                                          : no_more_than(100, mine);
  };
  const auto together = [](const std::vector<traffic_counts>& of) {
    gate_verdict verdict = no_more_than(2 * of.front().global_load_requests, of.back());
    verdict.message = "growth counted";
    verdict.next = "grow less";
    return verdict;
  };
  const auto cause = [](const std::vector<judged_traffic>& all, std::size_t failed) {
    const bool as_thousand = all.size() == 2 && failed == 1 && all[1].one->name() == "large" &&
                             all[1].submission.global_load_requests == 1000;
    return std::string(as_thousand ? "all say why" : "");
  };
  lab_description of;
  of.checks = {
      {"traffic.loads", "few loads", 1, 5, traffic_check{two_calls, each, together, cause}}};
  const case_plan plan(of, backend_kind::cpu, 1);
  const build_outcome program = built();
  case_cache outcomes(fake_sessions([large](const auto&, const test_case& one, const auto&) {
    const std::uint64_t loads = one.name() == "small" ? 10 : large;
    case_outcome made;
    made.unjudged = loads == took_too_long;
    if (!made.unjudged)
      made.traffic = {{{"totals", {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", loads}}}}};
    return made;
  }));
  grading_context in{of,
                     backend_kind::cpu,
                     1,
                     {},
                     [&](build_flavour) -> const build_outcome& { return program; },
                     {},
                     false,
                     plan,
                     outcomes,
                     [](const std::string&) {},
                     {},
                     {}};
  return judge(in, of.checks[0], std::get<traffic_check>(of.checks[0].what), plan.of(0));
}

} // namespace

TEST_CASE("of a call that took too long for a part of it nothing is counted, and nothing said") {
  CHECK(judged(took_too_long).status == check_status::pass);
  CHECK(judged(1000).status == check_status::fail);
}

TEST_CASE("the given kernel's cases of all checks share a session") {
  const auto passes = [](const test_case&, const traffic_counts&, const traffic_counts& given) {
    return no_more_than(100, given);
  };
  const auto one_more = [](random_source& random) {
    std::vector<test_case> cases = two_calls(random);
    cases.push_back(test_case("third", "f").value("n", 3));
    return cases;
  };
  lab_description of;
  of.checks = {{"traffic.loads", "few loads", 1, 5, traffic_check{two_calls, passes}},
               {"traffic.stores", "few stores", 1, 5, traffic_check{one_more, passes}}};
  const case_plan plan(of, backend_kind::cpu, 1);
  build_outcome mine = built(), given = built();
  mine.program = "mine";
  given.program = "given";
  int opened = 0;
  std::vector<std::string> ran;
  case_cache outcomes(fake_sessions(
      [&ran](const std::filesystem::path& program, const test_case& one, const auto& options) {
        if (program == "given")
          ran.push_back(one.name() + (options.counted ? " counted" : ""));
        case_outcome made;
        made.traffic = {{{"totals", {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 7}}}}};
        return made;
      },
      [&opened] { ++opened; }));
  outcomes.plan("mine", watched_options({}), plan.of_given_kernel(), {true, true, true});
  grading_context in{of,
                     backend_kind::cpu,
                     1,
                     {},
                     [&](build_flavour) -> const build_outcome& { return mine; },
                     [&](build_flavour) -> const build_outcome& { return given; },
                     true,
                     plan,
                     outcomes,
                     [](const std::string&) {},
                     {},
                     {}};
  for (std::size_t i = 0; i < of.checks.size(); ++i)
    CHECK(judge(in, of.checks[i], std::get<traffic_check>(of.checks[i].what), plan.of(i)).status ==
          check_status::pass);
  CHECK(ran == std::vector<std::string>{"small counted", "large counted", "third counted"});
  CHECK(opened == 2); // the submission's, and the given kernel's
}

TEST_CASE("what the given kernel was counted to do is kept for calls of the same sizes") {
  const scratch_folder folder;
  const std::filesystem::path program = folder.path() / "program";
  const auto call = [](std::vector<float> in, int n) {
    test_case one("call", "f");
    one.input("d_in", std::move(in)).value("n", n);
    return one;
  };
  const nlohmann::json traffic = {{{"kernel", "k"}, {"totals", {{"loads", 7}}}}};
  keep_counts(program, call({1, 2}, 2), traffic);
  CHECK(!kept_counts(program, call({1, 2}, 2))); // there is no such program

  std::ofstream(program) << "program";
  CHECK(!kept_counts(program, call({1, 2}, 2)));
  keep_counts(program, call({1, 2}, 2), traffic);
  CHECK(kept_counts(program, call({1, 2}, 2)) == traffic);
  CHECK(kept_counts(program, call({3, 4}, 2)) == traffic);
  CHECK(!kept_counts(program, call({1, 2, 3}, 3)));
  CHECK(!kept_counts(program, call({1, 2}, 1)));

  const auto kept = std::filesystem::directory_iterator(folder.path() / "counts")->path();
  std::ofstream(kept) << "[{\"totals\": ";
  CHECK(!kept_counts(program, call({1, 2}, 2)));
  keep_counts(program, call({1, 2}, 2), traffic);
  CHECK(kept_counts(program, call({1, 2}, 2)) == traffic);
}

TEST_CASE("what all cases together say of a failed one is told in place of its advice") {
  CHECK(judged(1000).next == "all say why");
  CHECK(judged(101).next == "load less");
  CHECK(judged(21).next == "grow less");
}

TEST_CASE("a gate on all cases together speaks when each case has passed") {
  const check_result good = judged(20), grown = judged(21), too_many = judged(101);
  CHECK(good.status == check_status::pass);
  CHECK(good.message == "growth counted");
  CHECK(good.details == std::vector<std::string>{"small: loads counted", "the same in large"});
  CHECK(good.data["together"]["bound"] == 20);
  CHECK(grown.status == check_status::fail);
  CHECK(grown.message == "growth counted");
  CHECK(grown.next == "grow less");
  CHECK(too_many.status == check_status::fail);
  CHECK(too_many.message == "large: loads counted");
  CHECK(too_many.details == std::vector<std::string>{"small: loads counted"}); // which passed
  CHECK(!too_many.data.contains("together"));
}
