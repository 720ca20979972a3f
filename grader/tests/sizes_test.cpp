// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Sizes that a seed draws, and the table of the kinds that a lab's cases have.
#include "grader/cases/sizes.h"

#include <deque>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/cases/size_table.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

using enum size_class;

/// A call f(n) with n numbers.
test_case call_with(int n) {
  test_case one("n = " + std::to_string(n), "f");
  one.input("d_in", std::vector<int>(static_cast<std::size_t>(n)))
      .output("d_out", protocol::element_type::int32, 1)
      .value("n", n);
  return one;
}

/// The row of this name in the table of calls with these n.
size_row row_of(const std::string& what, const size_coverage& coverage,
                const std::deque<test_case>& cases) {
  std::vector<const test_case*> all;
  for (const test_case& each : cases)
    all.push_back(&each);
  for (const size_row& each : size_table({coverage}, all))
    if (each.what == what)
      return each;
  FAIL("no row " << what);
  return {};
}

size_coverage of_n() {
  return {.functions = {"f"}, .lengths = {length_named("n")}, .sides = {32}};
}

} // namespace

TEST_CASE("numbers are of a class or not") {
  CHECK(is_of(one, 1));
  CHECK_FALSE(is_of(odd, 1));
  CHECK(is_of(odd, 9));
  CHECK_FALSE(is_of(odd, 8));
  CHECK(is_of(prime, 65537));
  CHECK_FALSE(is_of(prime, 49));
  CHECK_FALSE(is_of(prime, 1));
  CHECK(is_of(whole_block, 96, 32));
  CHECK_FALSE(is_of(whole_block, 97, 32));
  CHECK(is_of(below_block, 95, 32));
  CHECK_FALSE(is_of(below_block, 96, 32));
  CHECK(is_of(above_block, 33, 32));
  CHECK_FALSE(is_of(above_block, 1, 32));
  CHECK(is_of(not_by_four, 6));
  CHECK_FALSE(is_of(not_by_four, 8));
  CHECK(is_of(above_16_bits, 65537));
  CHECK_FALSE(is_of(above_16_bits, 65536));
  CHECK(is_of(odd_block_side, 12));
  CHECK_FALSE(is_of(odd_block_side, 16));
}

TEST_CASE("what is drawn is of its class and inside its bounds, and differs with the seed") {
  bool differs = false;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const random_source random(seed);
    CHECK(exactly(7).drawn(random) == 7);
    const int number = prime_size(200, 300).drawn(random);
    CHECK(is_of(prime, static_cast<std::size_t>(number)));
    CHECK((number >= 200 && number <= 300));
    differs = differs || number != prime_size(200, 300).drawn(random_source(1));
    const int below_one = below(32, 3).drawn(random);
    CHECK((below_one == 31 || below_one == 63 || below_one == 95));
    CHECK(above(256).drawn(random) == 257);
    CHECK(more_than_16_bits().drawn(random) > 65536);
  }
  CHECK(differs);
}

TEST_CASE("the same words give the same size, wherever they stand") {
  random_source random(5);
  const int first = between(1, 1'000'000).drawn(random);
  random.bits();
  CHECK(between(1, 1'000'000).drawn(random) == first);
  CHECK(between(1, 1'000'000).drawn(random, "width") != first);
}

TEST_CASE("a range that has no such number is a mistake of the lab's") {
  CHECK_THROWS_AS(prime_size(24, 28).drawn(random_source(1)), std::logic_error);
}

TEST_CASE("the table names the first case of each kind") {
  const std::deque<test_case> cases = {call_with(64), call_with(33), call_with(9), call_with(31)};
  CHECK(row_of("n: just above a block of 32", of_n(), cases).covered_by == "n = 33");
  CHECK(row_of("n: just below a block of 32", of_n(), cases).covered_by == "n = 31");
  CHECK(row_of("n: odd", of_n(), cases).covered_by == "n = 33");
  CHECK(row_of("n: prime", of_n(), cases).covered_by == "n = 31");
  CHECK(row_of("a smaller call after a larger one", of_n(), cases).covered_by == "n = 33");
  CHECK_FALSE(row_of("n: 1", of_n(), cases).is_complete());
}

TEST_CASE("calls have classes too") {
  std::deque<test_case> cases = {call_with(64)};
  CHECK_FALSE(row_of("a second call at once", of_n(), cases).is_complete());
  cases.front().rehearsed();
  CHECK(row_of("a second call at once", of_n(), cases).is_complete());
  size_coverage rounds = of_n();
  rounds.rounds = [](const test_case&) { return 1.0; };
  CHECK_FALSE(row_of("more than one round of a grid", rounds, cases).is_complete());
  rounds.rounds = [](const test_case&) { return 1.1; };
  CHECK(row_of("more than one round of a grid", rounds, cases).is_complete());
  const std::string large = "a result of more than 24 bits";
  cases.front().expect("d_out", [] { return expectation{{16777216}, 0, 0, {1, 1, 0, 0}, {}}; });
  CHECK_FALSE(row_of(large, of_n(), cases).is_complete());
  cases.front().expect("d_out", [] { return expectation{{16777217}, 0, 0, {1, 1, 0, 0}, {}}; });
  CHECK(row_of(large, of_n(), cases).is_complete());
}

TEST_CASE("what a lab leaves out has a reason, and is not there all the same") {
  const std::deque<test_case> cases = {call_with(64)};
  size_coverage coverage = of_n();
  coverage.without = {{"a sum of one number is none", {one}}};
  CHECK(row_of("n: 1", coverage, cases).is_complete());
  CHECK_FALSE(row_of("n: 1", coverage, {call_with(1)}).is_complete());
  coverage.without.front().length = "m";
  CHECK_FALSE(row_of("n: 1", coverage, cases).is_complete());
}
