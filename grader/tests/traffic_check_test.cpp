// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/checks/judges.h"

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
  const lab nothing;
  const build_outcome program = built();
  case_cache outcomes([large](const auto&, const auto& cases, const auto&, const auto&) {
    std::vector<case_outcome> made;
    for (const test_case* each : cases) {
      const std::uint64_t loads = each->name() == "small" ? 10 : large;
      made.emplace_back();
      made.back().traffic = {
          {{"totals", {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", loads}}}}};
    }
    return made;
  });
  context in{nothing,
             backend::cpu,
             1,
             {},
             [&](flavour) -> const build_outcome& { return program; },
             {},
             false,
             outcomes,
             [](const std::string&) {},
             {},
             {}};
  const auto each = [](const test_case&, const traffic_counts& mine, const traffic_counts&) {
    return no_more_than(100, mine);
  };
  const auto together = [](const std::vector<traffic_counts>& of) {
    gate_verdict verdict = no_more_than(2 * of.front().global_load_requests, of.back());
    verdict.message = "growth counted";
    verdict.next = "grow less";
    return verdict;
  };
  return judge_traffic(in, {two_calls, each, together});
}

} // namespace

TEST_CASE("a gate on all cases together speaks when each case has passed") {
  const check_result good = judged(20), grown = judged(21), too_many = judged(101);
  CHECK(good.status == status::pass);
  CHECK(good.message == "growth counted");
  CHECK(good.details.size() == 2);
  CHECK(good.data["together"]["bound"] == 20);
  CHECK(grown.status == status::fail);
  CHECK(grown.message == "growth counted");
  CHECK(grown.next == "grow less");
  CHECK(too_many.status == status::fail);
  CHECK(too_many.message == "large: loads counted");
  CHECK(!too_many.data.contains("together"));
}
