// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// When a known mistake is named: what a result proves, and what several cases prove together.
#include <limits>

#include <doctest/doctest.h>

#include "grader/checks/agree_on_mistake.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

constexpr float never_written = -12345;

/// The known mistakes that made `got` where `want` is right.
std::vector<pattern> fits(const std::vector<float>& got, const std::vector<double>& want,
                          const std::vector<misconception>& mistakes,
                          const std::set<std::string>& first = {}) {
  const expectation target{want, 1e-6, 0, {1, want.size(), 0, 0}, {}};
  auto bytes = bytes_of(got);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] == never_written)
      poison(bytes, i, 1, sizeof(float));
  const comparison result = compare(bytes, protocol::element_type::float32, target);
  const auto values = values_of(bytes, protocol::element_type::float32);
  const std::string name = "d_out";
  return known_mistakes({name, values, result, target}, mistakes, first);
}

misconception makes(const std::string& message, const std::vector<double>& want) {
  misconception mistake;
  mistake.message = message;
  mistake.want = [want] { return want; };
  return mistake;
}

pattern fit(const std::string& group, std::size_t explained) {
  return {"known_mistake", group, "", group, explained};
}

} // namespace

TEST_CASE("a few zeros prove nothing, other numbers and many zeros do") {
  CHECK(fits({0}, {5}, {makes("zero", {0})}).empty());
  CHECK(fits({0, 0, 0}, {5, 6, 7}, {makes("zero", {0, 0, 0})}).empty());
  CHECK(fits({4}, {5}, {makes("four", {4})}).size() == 1);
  CHECK(fits({5, 0, 7}, {5, 6, 7}, {makes("a hole", {5, 0, 7})}).size() == 1);
  const auto many = fits({0, 0, 0, 0}, {5, 6, 7, 8}, {makes("zero", {0, 0, 0, 0})});
  REQUIRE(many.size() == 1);
  CHECK(many.front().explained == 4);
}

TEST_CASE("minus infinity stands for an element that was never written") {
  const double never = -std::numeric_limits<double>::infinity();
  const std::vector<misconception> last_missing = {makes("last missing", {5, 6, 7, never})};
  CHECK(fits({5, 6, 7, never_written}, {5, 6, 7, 8}, last_missing).size() == 1);
  CHECK(fits({5, 6, 7, 9}, {5, 6, 7, 8}, last_missing).empty());
  CHECK(fits({5, 6, 1, never_written}, {5, 6, 7, 8}, last_missing).empty());
}

TEST_CASE("all mistakes that fit are given, or those that fitted before") {
  misconception one = makes("one of 3", {1, 1, 1, 1}), other = makes("other", {1, 1, 1, 1});
  one.group = "one";
  const auto both = fits({1, 1, 1, 1}, {2, 2, 2, 2}, {one, other});
  REQUIRE(both.size() == 2);
  CHECK(both[0].group == "one");
  CHECK(both[1].group == "other");
  CHECK(fits({1, 1, 1, 1}, {2, 2, 2, 2}, {one, other}, {"other"}).size() == 1);
  CHECK(fits({1, 1, 1, 1}, {2, 2, 2, 2}, {one, other}, {"third"}).size() == 2);
}

TEST_CASE("the mistake that most cases agree on is the cause") {
  const std::vector<case_evidence> cases = {{256, true, {fit("chance", 256), fit("cause", 256)}},
                                            {300, true, {fit("cause", 300)}},
                                            {},
                                            {700, true, {fit("other", 700)}}};
  const agreement agreed = agree_on_mistake(cases);
  CHECK(agreed.group == "cause");
  REQUIRE(agreed.of_case.size() == 4);
  CHECK(agreed.of_case[0]->group == "cause");
  CHECK(agreed.of_case[1]->group == "cause");
  CHECK(agreed.of_case[2] == nullptr);
  CHECK(agreed.of_case[3]->group == "other");
}

TEST_CASE("a mistake that explains one element is not named where many others speak against it") {
  const case_evidence one_element{1, true, {fit("guess", 1)}}, many{500, true, {}};
  CHECK(agree_on_mistake({one_element, many}).group.empty());
  CHECK(agree_on_mistake({one_element, many}).of_case[0] == nullptr);
  CHECK(agree_on_mistake({one_element}).group == "guess");
  CHECK(agree_on_mistake({one_element, {500, false, {}}}).group ==
        "guess"); // nothing is known of it
  CHECK(agree_on_mistake({one_element, {2, true, {}}}).group == "guess");
  CHECK(agree_on_mistake({one_element, {500, true, {fit("guess", 500)}}, many}).group == "guess");
}
