// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/classify.h"

#include <cmath>
#include <cstring>
#include <functional>

#include <doctest/doctest.h>

#include "grader/compare/words.h"
#include "grader/tests/bytes.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

/// 6 x 10 elements in blocks of 4 x 4: partial blocks below and to the right.
constexpr std::size_t rows = 6, columns = 10;

float right_value(std::size_t row, std::size_t column) {
  return static_cast<float>(10 * row + column) + 0.5f;
}

expectation wanted() {
  expectation made{{}, 1e-4, 0, {rows, columns, 4, 4}, {}};
  for (std::size_t i = 0; i < rows * columns; ++i)
    made.want.push_back(right_value(i / columns, i % columns));
  return made;
}

constexpr float unwritten = -12345, from_guard = -12346;

pattern classified(const std::function<float(std::size_t row, std::size_t column)>& make) {
  std::vector<float> values;
  for (std::size_t i = 0; i < rows * columns; ++i)
    values.push_back(make(i / columns, i % columns));
  auto bytes = bytes_of(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == unwritten)
      poison(bytes, i, 1, sizeof(float));
    else if (values[i] == from_guard)
      std::memcpy(bytes.data() + i * sizeof(float), &protocol::input_guard, sizeof(float));
  const expectation target = wanted();
  const std::string name = "d_P";
  const comparison result = compare(bytes, protocol::element_type::float32, target);
  REQUIRE_FALSE(result.passed());
  const auto got = values_of(bytes, protocol::element_type::float32);
  return classify({name, got, result, target});
}

} // namespace

TEST_CASE("nothing written at all") {
  const pattern found = classified([](auto, auto) { return unwritten; });
  CHECK(found.id == "nothing_written");
  CHECK(found.message.find("d_P") != std::string::npos);
  CHECK(found.message.find("60") != std::string::npos);
}

TEST_CASE("a lab may say what to look at when nothing was written") {
  expectation target = wanted();
  target.if_unwritten = "Copy the result to output.";
  const auto bytes = bytes_of(std::vector<float>(rows * columns));
  auto poisoned = bytes;
  for (std::size_t i = 0; i < rows * columns; ++i)
    poison(poisoned, i, 1, sizeof(float));
  const std::string name = "output";
  const auto got = values_of(poisoned, protocol::element_type::float32);
  const comparison result = compare(poisoned, protocol::element_type::float32, target);
  const pattern found = classify({name, got, result, target});
  CHECK(found.id == "nothing_written");
  CHECK(found.next == "Copy the result to output.");
}

TEST_CASE("one element only: every thread has the same index") {
  const pattern found =
      classified([](auto row, auto column) { return row == 1 && column == 3 ? 7.0f : unwritten; });
  CHECK(found.id == "one_element_written");
  CHECK(found.message.find("row 1, column 3; 59 others never") != std::string::npos);
  CHECK(classified([](auto row, auto column) {
          return row == 1 && column > 2 && column < 5 ? 7.0f : unwritten;
        }).id != "one_element_written");
}

TEST_CASE("every element zero") {
  CHECK(classified([](auto, auto) { return 0.0f; }).id == "all_zero");
}

TEST_CASE("rows and columns exchanged, also where the result is not square") {
  std::vector<float> memory(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      memory[column * rows + row] = right_value(row, column);
  const pattern found = classified(
      [&](std::size_t row, std::size_t column) { return memory[row * columns + column]; });
  CHECK(found.id == "transposed");
}

TEST_CASE("a whole number of times the right value, a part of it, and the wrong sign") {
  const pattern twice = classified([](auto r, auto c) { return 2 * right_value(r, c); });
  CHECK(twice.id == "right_multiple");
  CHECK(twice.message.find("2 times") != std::string::npos);
  const pattern half = classified([](auto r, auto c) { return right_value(r, c) / 2; });
  CHECK(half.id == "right_multiple");
  CHECK(half.message.find("1/2") != std::string::npos);
  CHECK(half.next.find("Look for a factor of 2: is there a division by too much") == 0);
  const pattern sign = classified([](auto r, auto c) { return -right_value(r, c); });
  CHECK(sign.message.find("sign") != std::string::npos);
  for (const double factor : {1e30, 1e-30}) // no sum is that wrong
    CHECK(classified([=](auto r, auto c) { return factor * right_value(r, c); }).id !=
          "right_multiple");
}

TEST_CASE("a factor that is no whole number is no pattern") {
  CHECK(classified([](auto r, auto c) { return 1.5f * right_value(r, c); }).id == "wrong_values");
}

TEST_CASE("one factor near 1 for all wrong elements is told, and no loss of digits") {
  const auto inner = [](std::size_t row) { return row > 0 && row + 1 < rows; };
  const pattern found = classified([&](auto row, auto column) {
    return (inner(row) ? 0.9999f : 1.0f) * right_value(row, column);
  });
  CHECK(found.id == "wrong_by_one_factor");
  CHECK(has(found.message, "40 of 60"));
  CHECK(has(found.message, "each of these is 0.9999 times the right value"));
  CHECK(has(found.next, "is it the exact one"));
  // one element with another factor, and it is none
  CHECK(classified([&](auto row, auto column) {
          return (inner(row) ? row == 1 && column == 4 ? 0.9998f : 0.9999f : 1.0f) *
                 right_value(row, column);
        }).id != "wrong_by_one_factor");
}

TEST_CASE("a corner that nobody writes, where the last rows and columns meet") {
  const auto seen = [](std::size_t row, std::size_t column) {
    return classified(
        [=](auto r, auto c) { return r >= row && c >= column ? unwritten : right_value(r, c); });
  };
  CHECK(seen(4, 8).id == "unwritten_corner");
  CHECK(has(seen(4, 8).message, "from row 4, column 8 on, and only where the last rows"));
  CHECK(has(seen(4, 8).next, "beyond row 3 and beyond column 7 at once"));
  CHECK(has(seen(5, 9).next, "Has the last element a thread"));
  CHECK_FALSE(has(seen(4, 8).next, "Has the last element a thread"));
  CHECK(seen(5, 7).id == "unwritten_tail"); // of the last row alone
  CHECK(seen(4, 0).id != "unwritten_corner");
  CHECK(seen(0, 8).id != "unwritten_corner");
  CHECK(classified([](auto r, auto c) {
          return r >= 4 && c >= 8 && !(r == 5 && c == 8) ? unwritten : right_value(r, c);
        }).id != "unwritten_corner");
}

TEST_CASE("only the first block right") {
  const pattern found =
      classified([](auto r, auto c) { return r < 4 && c < 4 ? right_value(r, c) : unwritten; });
  CHECK(found.id == "only_first_block");
}

TEST_CASE("an unwritten tail, with the place where it begins") {
  const pattern found = classified(
      [](auto r, auto c) { return r * columns + c < 45 ? right_value(r, c) : unwritten; });
  CHECK(found.id == "unwritten_tail");
  CHECK(found.message.find("row 4, column 5") != std::string::npos);
}

TEST_CASE("what is left over behind whole groups of four is named by where it is") {
  const auto seen = [](std::size_t all, std::size_t written) {
    expectation target{std::vector<double>(all), 0, 0, {1, all, 0, 0}, {}};
    std::vector<float> values(all);
    for (std::size_t i = 0; i < all; ++i)
      target.want[i] = values[i] = right_value(0, i);
    auto bytes = bytes_of(values);
    poison(bytes, written, all - written, sizeof(float));
    const comparison result = compare(bytes, protocol::element_type::float32, target);
    const std::string name = "d_out";
    const auto got = values_of(bytes, protocol::element_type::float32);
    return classify({name, got, result, target});
  };
  CHECK(has(seen(103, 100).next, "25 whole groups of 4, and 3 are left over"));
  CHECK(has(seen(101, 100).next, "50 whole groups of 2, and 1 is left over"));
  CHECK_FALSE(has(seen(103, 101).next, "whole groups")); // a group of four begins before
  CHECK_FALSE(has(seen(103, 96).next, "whole groups"));  // a block may be missing
  CHECK(has(seen(103, 96).next, "who makes those that are left over"));
  CHECK_FALSE(has(seen(150, 100).next, "left over"));
}

TEST_CASE("the same rows of each large block are bad, and no others") {
  constexpr std::size_t side = 32, all_rows = 64, all_columns = 40;
  expectation target{{}, 1e-4, 0, {all_rows, all_columns, side, side}, {}};
  const auto classified_as = [&](const std::function<bool(std::size_t, std::size_t)>& is_bad) {
    std::vector<float> values;
    target.want.clear();
    for (std::size_t i = 0; i < all_rows * all_columns; ++i) {
      target.want.push_back(right_value(i / all_columns, i % all_columns));
      values.push_back(is_bad(i / all_columns, i % all_columns)
                           ? 7.25f
                           : right_value(i / all_columns, i % all_columns));
    }
    const auto bytes = bytes_of(values);
    const comparison result = compare(bytes, protocol::element_type::float32, target);
    const std::string name = "d_P";
    const auto got = values_of(bytes, protocol::element_type::float32);
    return classify({name, got, result, target});
  };
  const pattern found = classified_as([](auto row, auto) { return row % 32 >= 16; });
  CHECK(found.id == "part_of_each_block");
  CHECK(has(found.message, "rows 16 to 31 are wrong, and no others"));
  CHECK(has(classified_as([](auto, auto column) { return column % 32 % 8 == 1; }).message,
            "columns 1, 9, 17, ... are wrong"));
  CHECK(classified_as([](auto row, auto) { return row == 3; }).id != "part_of_each_block");
  CHECK(classified_as([](auto row, auto column) { return row % 32 == column; }).id !=
        "part_of_each_block");
  CHECK(classified_as([](auto row, auto) { return row >= 32; }).id != "part_of_each_block");
}

TEST_CASE("only cells of partial edge blocks wrong, where none was written their threads are "
          "looked for") {
  const auto edge = [](std::size_t r, std::size_t c) { return r >= 4 || c >= 8; };
  CHECK(classified([&](auto r, auto c) { return edge(r, c) ? 7.25f : right_value(r, c); }).id ==
        "edge_tiles");
  CHECK(classified([&](auto r, auto c) {
          return edge(r, c) ? c % 2 == 1 ? unwritten : 7.25f : right_value(r, c);
        }).id == "edge_tiles");
  CHECK(classified([&](auto r, auto c) {
          return edge(r, c) && c % 2 == 1 ? unwritten : right_value(r, c);
        }).id == "unwritten_cells");
}

TEST_CASE("the partial block of a line has no row and no column") {
  expectation line{{}, 1e-4, 0, {1, columns, 1, 4}, {}};
  std::vector<float> values;
  for (std::size_t c = 0; c < columns; ++c) {
    line.want.push_back(right_value(0, c));
    values.push_back(c < 8 ? right_value(0, c) : 7.25f);
  }
  const auto bytes = bytes_of(values);
  const comparison result = compare(bytes, protocol::element_type::float32, line);
  const std::string name = "d_out";
  const auto got = values_of(bytes, protocol::element_type::float32);
  const pattern found = classify({name, got, result, line});
  CHECK(found.id == "edge_tiles");
  CHECK(found.message.find("the end of d_out are wrong (2 of 10 elements)") != std::string::npos);
  CHECK((found.message + found.next).find("row") == std::string::npos);
}

TEST_CASE("unwritten cells inside, with the place of the first one") {
  const pattern found =
      classified([](auto r, auto c) { return r == 1 && c == 5 ? unwritten : right_value(r, c); });
  CHECK(found.id == "unwritten_cells");
  CHECK(found.message.find("row 1, column 5") != std::string::npos);
  CHECK(found.message.find("block") == std::string::npos); // whose it should be is not known
}

TEST_CASE("what was computed from memory beside the inputs is not what was never written") {
  const pattern found = classified([](auto row, auto column) {
    return row == 2 && column < 3 ? from_guard : right_value(row, column);
  });
  CHECK(found.id == "outside_read");
  CHECK(found.message.find("3 of 60") != std::string::npos);
}

TEST_CASE("NaN inside") {
  const pattern found =
      classified([](auto r, auto c) { return c == 2 ? std::nanf("") : right_value(r, c); });
  // The bytes of nanf("") are not those of the poison.
  CHECK(found.id == "not_finite");
  CHECK(found.message.find("of d_P are NaN") != std::string::npos);
}

TEST_CASE("a member of a structure is called by its name") {
  const expectation target{{5, 4}, 0, 0, {1, 2, 0, 0, {"blocks_x", "blocks_y"}}, {}};
  const std::vector<double> got{5, 3};
  const comparison result =
      compare(bytes_of(std::vector<int>{5, 3}), protocol::element_type::int32, target);
  CHECK(classify({"the returned value", got, result, target}).message.find("blocks_y: exp") !=
        std::string::npos);
}

TEST_CASE("anything else: how many, and the first with both values") {
  const pattern found = classified(
      [](auto r, auto c) { return (r + c) % 2 == 1 ? right_value(r, c) + 3 : right_value(r, c); });
  CHECK(found.id == "wrong_values");
  CHECK(found.message.find("30 of 60 elements") != std::string::npos);
  CHECK(found.message.find("row 0, column 1: expected 1.5, got 4.5") != std::string::npos);
}

TEST_CASE("nearly right everywhere: digits are lost") {
  const auto rounded = [](std::size_t row, std::size_t column) {
    return right_value(row, column) + ((row + column) % 2 == 0 ? 0.01f : -0.02f);
  };
  const pattern found = classified(rounded);
  CHECK(found.id == "lost_digits_or_terms");
  CHECK(found.message.find("up to 0.02, where 0.0001 is allowed") != std::string::npos);
  // a few elements that are a little wrong have another cause
  CHECK(classified([](auto row, auto column) {
          return right_value(row, column) + (row == 0 ? 0.01f : 0.0f);
        }).id == "wrong_values");
}

TEST_CASE("what is wrong beside very large numbers is no loss of digits") {
  expectation large = wanted();
  large.rtol = 1e-4;
  large.want[0] = 1e30;
  std::vector<float> values;
  for (std::size_t i = 0; i < large.want.size(); ++i)
    values.push_back(static_cast<float>(large.want[i]) + (i == 0 ? 0.0f : 2.0f));
  const comparison result = compare(bytes_of(values), protocol::element_type::float32, large);
  REQUIRE_FALSE(result.passed());
  const std::string name = "d_P";
  CHECK(classify({name, {values.begin(), values.end()}, result, large}).id.find("lost_digits") ==
        std::string::npos);
}

TEST_CASE("of what is nearly right, digits are left") {
  expectation large = wanted();
  large.rtol = 1e-4;
  large.want[0] = 1e6; // whose square alone makes a large typical value
  std::vector<float> values;
  for (std::size_t i = 0; i < large.want.size(); ++i)
    values.push_back(i == 0 ? 1e6f : 0.0f);
  const comparison result = compare(bytes_of(values), protocol::element_type::float32, large);
  REQUIRE_FALSE(result.passed());
  const std::string name = "d_P";
  CHECK(classify({name, {values.begin(), values.end()}, result, large}).id.find("lost_digits") ==
        std::string::npos);
}

TEST_CASE("only what should be 0 is wrong") {
  const auto seen = [](std::size_t wrong_at) {
    expectation target = wanted();
    target.want[7] = target.want[23] = 0;
    std::vector<float> values(target.want.begin(), target.want.end());
    values[7] = 1e-3F;
    values[wrong_at] = 2e-3F;
    const auto bytes = bytes_of(values);
    const std::string name = "d_P";
    const comparison result = compare(bytes, protocol::element_type::float32, target);
    const auto got = values_of(bytes, protocol::element_type::float32);
    return classify({name, got, result, target});
  };
  CHECK(seen(23).id == "only_zeros_wrong");
  CHECK(has(seen(23).message, "2 of 60 elements of d_P are wrong: those whose value should be 0"));
  CHECK(seen(24).id != "only_zeros_wrong"); // another one
  CHECK(seen(7).id != "only_zeros_wrong");  // a 0 is right
}

TEST_CASE("an element may have a name of its own") {
  expectation named = wanted();
  CHECK(place(named, 2, 3) == "row 2, column 3");
  named.place_name = [](std::size_t row, std::size_t column) {
    return "particle " + std::to_string(row) + ", number " + std::to_string(column);
  };
  CHECK(place(named, 2, 3) == "particle 2, number 3");
}

TEST_CASE("one element is, several elements are") {
  const auto message = [](float value, std::size_t how_many) {
    return classified([&](auto row, auto column) {
             const bool bad = row == 1 && column >= 2 && column < 2 + how_many;
             return bad ? value : right_value(row, column);
           })
        .message;
  };
  CHECK(has(message(7, 1), "1 of 60 elements of d_P is wrong; it is at row 1, column 2:"));
  CHECK(has(message(7, 2), "2 of 60 elements of d_P are wrong; the first is at row 1, column 2:"));
  CHECK(has(message(unwritten, 1), "1 of 60 elements of d_P was never written; it is at row 1"));
  CHECK(has(message(unwritten, 2), "2 of 60 elements of d_P were never written; the first is at"));
  CHECK(has(message(std::nanf(""), 1), "1 of 60 elements of d_P is NaN"));
  CHECK(has(message(from_guard, 1), "1 of 60 elements of d_P was computed from"));
  CHECK(has(message(from_guard, 2), "2 of 60 elements of d_P were computed from"));
  const pattern edge = classified([](auto row, auto column) {
    return row == 5 && column == 9 ? 7.0f : right_value(row, column);
  });
  CHECK(has(edge.message, "only an element at the right or lower edge is wrong (1 of 60 elements): "
                          "it is of a block that is partly outside the 6 x 10 result"));
}
