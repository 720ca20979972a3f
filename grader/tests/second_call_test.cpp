// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What is wrong in the second of two calls: is the call before to blame?
#include "grader/checks/ask_probes.h"

#include <doctest/doctest.h>

#include "grader/checks/judges.h"
#include "grader/tests/bytes.h"
#include "grader/tests/fake_session.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

constexpr std::size_t elements = 20;

std::vector<test_case> copied_numbers(random_source&) {
  std::vector<float> in(elements);
  for (std::size_t i = 0; i < elements; ++i)
    in[i] = 1.0f + static_cast<float>(i * i);
  test_case one("a copy", "f");
  one.input("d_in", in)
      .output("d_out", protocol::element_type::float32, elements)
      .expect("d_out", [in] {
        return expectation{
            std::vector<double>(in.begin(), in.end()), 0, 0, {1, elements, 0, 0}, {}};
      });
  return {one};
}

/// Of a program that copied_numbers wrongly when it is called twice, and maybe when it is called
/// once.
check_result twice_called(bool wrong_at_once) {
  lab_description of;
  of.checks = {{"correctness.f", "a copy", 1, 10, correctness_check{copied_numbers}}};
  const case_plan plan(of, backend_kind::cpu, 1);
  build_outcome built;
  built.how = build_outcome::kind::built;
  case_cache outcomes(fake_sessions([&](const auto&, const test_case& one, const auto&) {
    std::vector<float> made;
    for (const double each : one.expected("d_out").want)
      made.push_back(static_cast<float>(each));
    if (one.call().rehearsed || wrong_at_once)
      for (std::size_t i = 0; i < elements; ++i)
        made[i] += static_cast<float>((7 * i * i + 3 * i) % 11 + 1);
    case_outcome outcome;
    outcome.how = ending::done;
    outcome.outputs["d_out"] = bytes_of(made);
    return outcome;
  }));
  const auto program = [&built](build_flavour) -> const build_outcome& { return built; };
  grading_context in{of,       backend_kind::cpu,         1,  {}, program, program, false, plan,
                     outcomes, [](const std::string&) {}, {}, {}};
  return judge(in, of.checks[0], std::get<correctness_check>(of.checks[0].what), plan.of(0));
}

} // namespace

TEST_CASE("what is right when it is called once keeps something from the call before") {
  const check_result remembers = twice_called(false), is_wrong = twice_called(true);
  CHECK(remembers.status == check_status::fail);
  CHECK(has(remembers.next, "Called once, with the same numbers, the function is right"));
  CHECK(is_wrong.status == check_status::fail);
  CHECK_FALSE(has(is_wrong.next, "Called once"));
}
