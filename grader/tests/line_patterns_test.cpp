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

TEST_CASE("wrong in a row: between two indices") {
  CHECK(says(seen_where([](std::size_t i) { return i >= 20 && i < 31; }), "from index 20 to 30"));
}

TEST_CASE("wrong at the end: who makes the last ones?") {
  const pattern end = seen_where([](std::size_t i) { return i >= 61; });
  CHECK(end.id == "wrong_at_the_end");
  CHECK(says(end, "39 of 100 elements of d_out are wrong, all at its end, from index 61 on"));
  CHECK(end.next.rfind("All before are right, and these are stored, too.", 0) == 0);
  CHECK(seen_where([](std::size_t i) { return i >= 98; }).id == "wrong_at_the_end");
  // by chance some are right; but not where most are, or the half before is wrong as well
  CHECK(seen_where([](std::size_t i) { return i >= 61 && i != 70; }).id == "wrong_at_the_end");
  CHECK(seen_where([](std::size_t i) { return i == 61 || i == 75; }).id == "wrong_values");
  CHECK(seen_where([](std::size_t i) { return i >= 40; }).id == "wrong_in_a_row");
}

TEST_CASE("wrong at the end of each row, or in the last rows") {
  const auto seen = [](const std::function<bool(std::size_t, std::size_t)>& wrong) {
    std::vector<float> got;
    expectation target{{}, 0, 0, {12, 20, 0, 0}, {}};
    for (std::size_t i = 0; i < 12 * 20; ++i) {
      target.want.push_back(static_cast<double>(i * i % 17) + 3);
      got.push_back(static_cast<float>(target.want.back()) + (wrong(i / 20, i % 20) ? 7.5f : 0));
    }
    const std::string name = "output";
    return classify({name,
                     {got.begin(), got.end()},
                     compare(bytes_of(got), protocol::element_type::float32, target),
                     target});
  };
  CHECK(
      says(seen([](auto r, auto c) { return (r == 3 || r == 8) && c >= 17; }),
           "6 of 240 elements of output are wrong, all among the last 3 of 20 in a row; the first "
           "is at row 3, column 17"));
  CHECK(says(seen([](auto r, auto) { return r >= 10; }), "all in the last 2 of 12 rows"));
  CHECK(seen([](auto r, auto c) { return r == 3 && c < 3; }).id == "wrong_values");
}

TEST_CASE("a power of two at which all ends is asked about") {
  CHECK(question_of_limits(65536).find("16 bits") != std::string::npos);
  CHECK(question_of_limits(1024).find("1,024, a power of two") != std::string::npos);
  CHECK(question_of_limits(1000).empty());
  CHECK(question_of_limits(32).empty());
}

TEST_CASE("whole numbers that were floats on the way") {
  const auto seen = [](const std::vector<int>& want, const std::vector<int>& got) {
    const expectation target{{want.begin(), want.end()}, 0, 0, {1, want.size(), 0, 0}, {}};
    const std::string name = protocol::result_name;
    return classify({name,
                     {got.begin(), got.end()},
                     compare(bytes_of(got), protocol::element_type::int32, target, true),
                     target});
  };
  const pattern one = seen({31000093}, {31000092});
  CHECK(one.id == "kept_in_float");
  CHECK(says(one, "the returned value is off by a little: expected 31000093, got 31000092"));
  CHECK(seen({16777217, 1, 0}, {16777216, 1, -1}).id == "kept_in_float"); // -1 is no poison here
  CHECK(seen({31000093}, {31000080}).id == "wrong_values");
  CHECK(seen({1000093}, {1000092}).id == "wrong_values");
}

TEST_CASE("neither where there is no such pattern, or too little of it") {
  CHECK(seen_where([](std::size_t i) { return i * i % 11 < 4 || i == 51; }).id == "wrong_values");
  CHECK(seen_where([](std::size_t) { return true; }).id == "wrong_values");
}

TEST_CASE("errors of many times what is allowed need not be lost digits") {
  const pattern small = seen_where([](std::size_t) { return true; }, 0.002f);
  CHECK(small.id == "lost_digits");
  CHECK_FALSE(says(small, "missing"));
  const pattern large = seen_where([](std::size_t) { return true; }, 0.02f);
  CHECK(large.id == "lost_digits_or_terms");
  CHECK(says(large, "digits are lost, or a few terms of a sum are missing or too many"));
}
