// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/checks/judges.h"
#include "grader/tests/fake_session.h"

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

/// A check of both calls, the second of which loads `large` times (the first: 10 times).
check_result judged(std::uint64_t large) {
  const auto each = [](const test_case&, const traffic_counts& mine, const traffic_counts&) {
    return no_more_than(100, mine);
  };
  const auto together = [](const std::vector<traffic_counts>& of) {
    gate_verdict verdict = no_more_than(2 * of.front().global_load_requests, of.back());
    verdict.message = "growth counted";
    verdict.next = "grow less";
    return verdict;
  };
  lab_description of;
  of.checks = {{"traffic.loads", "few loads", 1, 5, traffic_check{two_calls, each, together}}};
  const case_plan plan(of, backend_kind::cpu, 1);
  const build_outcome program = built();
  case_cache outcomes(fake_sessions([large](const auto&, const test_case& one, const auto&) {
    const std::uint64_t loads = one.name() == "small" ? 10 : large;
    case_outcome made;
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

TEST_CASE("a gate on all cases together speaks when each case has passed") {
  const check_result good = judged(20), grown = judged(21), too_many = judged(101);
  CHECK(good.status == check_status::pass);
  CHECK(good.message == "growth counted");
  CHECK(good.details.size() == 2);
  CHECK(good.data["together"]["bound"] == 20);
  CHECK(grown.status == check_status::fail);
  CHECK(grown.message == "growth counted");
  CHECK(grown.next == "grow less");
  CHECK(too_many.status == check_status::fail);
  CHECK(too_many.message == "large: loads counted");
  CHECK(!too_many.data.contains("together"));
}
