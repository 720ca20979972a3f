// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What is wrong in the second of two calls: is the call before to blame?
#include "grader/checks/ask_probes.h"

#include <functional>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grader/checks/judges.h"
#include "grader/tests/bytes.h"
#include "grader/tests/fake_session.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

test_case copied_numbers(std::size_t elements) {
  std::vector<float> in(elements);
  for (std::size_t i = 0; i < elements; ++i)
    in[i] = 1.0f + static_cast<float>(i * i);
  test_case one(fmt::format("a copy of {}", elements), "f");
  one.input("d_in", in)
      .output("d_out", protocol::element_type::float32, elements)
      .expect("d_out", [in, elements] {
        return expectation{
            std::vector<double>(in.begin(), in.end()), 0, 0, {1, elements, 0, 0}, {}};
      });
  return one;
}

/// @param calls_before of the same process
using when_wrong = std::function<bool(const test_case& one, int calls_before)>;

/// Of a program that copies such arrays wrongly at times.
check_result judged(const std::vector<std::size_t>& sizes, const when_wrong& is_wrong) {
  lab_description of;
  of.checks = {{"correctness.f", "a copy", 1, 10, correctness_check{[sizes](random_source&) {
                  std::vector<test_case> cases;
                  for (const std::size_t each : sizes)
                    cases.push_back(copied_numbers(each));
                  return cases;
                }}}};
  const case_plan plan(of, backend_kind::cpu, 1);
  build_outcome built;
  built.how = build_outcome::kind::built;
  int calls = 0;
  case_cache outcomes(fake_sessions(
      [&](const auto&, const test_case& one, const auto&) {
        std::vector<float> made;
        for (const double each : one.expected("d_out").want)
          made.push_back(static_cast<float>(each));
        if (is_wrong(one, calls++))
          for (std::size_t i = 0; i < made.size(); ++i)
            made[i] += static_cast<float>((7 * i * i + 3 * i) % 11 + 1);
        case_outcome outcome;
        outcome.how = ending::done;
        outcome.outputs["d_out"] = bytes_of(made);
        return outcome;
      },
      [&calls] { calls = 0; }));
  const auto program = [&built](build_flavour) -> const build_outcome& { return built; };
  grading_context in{of,       backend_kind::cpu,         1,  {}, program, program, false, plan,
                     outcomes, [](const std::string&) {}, {}, {}};
  return judge(in, of.checks[0], std::get<correctness_check>(of.checks[0].what), plan.of(0));
}

} // namespace

TEST_CASE("what is right when it is called once keeps something from the call before") {
  const check_result remembers = judged({20}, [](auto& one, int) { return one.call().rehearsed; });
  const check_result is_wrong = judged({20}, [](auto&, int) { return true; });
  CHECK(remembers.status == check_status::fail);
  CHECK(has(remembers.next, "Called once, with the same numbers, the function is right"));
  CHECK(is_wrong.status == check_status::fail);
  CHECK_FALSE(has(is_wrong.next, "Called once"));
  CHECK_FALSE(has(is_wrong.next, "Called twice"));
}

TEST_CASE("a call that is right where nothing was called before uses what other calls leave") {
  const check_result uses = judged({20, 24}, [](auto&, int before) { return before > 0; });
  CHECK(uses.status == check_status::fail);
  CHECK(has(uses.message, "a copy of 24"));
  CHECK(has(uses.next, "the first time and wrong the second")); // itself, too
  const check_result of_others =
      judged({20, 24, 28}, [size = 0, last = 0](auto& one, int before) mutable {
        last = before == 0 ? 0 : size;
        size = static_cast<int>(one.expected("d_out").want.size());
        return last != 0 && last != size;
      });
  CHECK(of_others.status == check_status::fail);
  CHECK(has(of_others.next, "right in a program of its own, in which it is the first one"));
  const check_result is_wrong =
      judged({20, 24}, [](auto& one, int) { return one.expected("d_out").want.size() == 24; });
  CHECK_FALSE(has(is_wrong.next, "in a program of its own, in which"));
}

TEST_CASE("a call that is right the first time and wrong the second keeps something, too") {
  const check_result counts = judged({20, 24}, [](auto&, int before) { return before % 2 == 1; });
  CHECK(counts.status == check_status::fail);
  CHECK(has(counts.message, "a copy of 24"));
  CHECK(has(counts.next, "right the first time and wrong the second"));
  CHECK(counts.data.value("known_mistake", "") == "right in the first call only");
  const check_result of_size =
      judged({20, 24}, [](auto& one, int) { return one.expected("d_out").want.size() == 24; });
  CHECK(of_size.status == check_status::fail);
  CHECK_FALSE(has(of_size.next, "the first time"));
  int calls = 0; // by chance: right and wrong, and then wrong
  const check_result chance =
      judged({20, 24}, [&](auto&, int before) { return ++calls > 4 || before == 1; });
  CHECK(chance.status == check_status::fail);
  CHECK_FALSE(has(chance.next, "the first time"));
}
