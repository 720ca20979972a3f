// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <functional>

#include <doctest/doctest.h>

#include "grader/compare/classify.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

/// 100 numbers of one row, wrong by `off` where `wrong` says so.
pattern seen_where(const std::function<bool(std::size_t)>& wrong, float off = 1000) {
  std::vector<float> got;
  std::vector<double> want;
  for (std::size_t i = 0; i < 100; ++i) {
    want.push_back(static_cast<double>(i * i % 17) + 3);
    got.push_back(static_cast<float>(want.back()) +
                  (wrong(i) ? off * static_cast<float>(i % 7 + 1) : 0.0f));
  }
  const expectation target{want, 1e-3, 0, {1, want.size(), 0, 0}, {}};
  const auto bytes = bytes_of(got);
  const comparison result = compare(bytes, protocol::element_type::float32, target);
  const std::string name = "d_out";
  return classify({name, {got.begin(), got.end()}, result, target});
}

bool says(const pattern& found, const std::string& part) {
  return found.message.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("wrong in steps: by the index modulo a number") {
  const pattern right = seen_where([](std::size_t i) { return i % 8 != 7; });
  CHECK(right.id == "wrong_in_steps");
  CHECK(says(right, "only the elements at 7, 15, 23, ... are right; the first is at index 0"));
  CHECK(says(seen_where([](std::size_t i) { return i % 8 == 2; }), "at 2, 10, 18, ... are wrong"));
  CHECK(says(seen_where([](std::size_t i) { return i % 8 < 3; }), "every 8 elements the same 3"));
  CHECK(right.next.find("every 8 elements") != std::string::npos);
}

TEST_CASE("wrong in a row: between two indices, or to the end") {
  const pattern end = seen_where([](std::size_t i) { return i >= 61; });
  CHECK(end.id == "wrong_in_a_row");
  CHECK(says(end, "39 of 100 elements of d_out are wrong, all from index 61 to the end"));
  CHECK(end.next.find("the last block") != std::string::npos);
  CHECK(says(seen_where([](std::size_t i) { return i >= 20 && i < 31; }), "from index 20 to 30"));
}

TEST_CASE("neither where there is no such pattern, or too little of it") {
  CHECK(seen_where([](std::size_t i) { return i * i % 11 < 4 || i == 51; }).id == "wrong_values");
  CHECK(seen_where([](std::size_t i) { return i == 99 || i == 98; }).id == "wrong_values");
  CHECK(seen_where([](std::size_t) { return true; }).id == "wrong_values");
}

TEST_CASE("errors of many times what is allowed need not be lost digits") {
  const pattern small = seen_where([](std::size_t) { return true; }, 0.002f);
  CHECK(small.id == "lost_digits");
  CHECK_FALSE(says(small, "missing"));
  const pattern large = seen_where([](std::size_t) { return true; }, 0.02f);
  CHECK(large.id == "lost_digits");
  CHECK(says(large, "digits are lost, or a few terms of a sum are missing or too many"));
}
