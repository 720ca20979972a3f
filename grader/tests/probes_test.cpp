// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/probes.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

template <class Number>
std::vector<Number> content(const input_probe& what, const std::string& name) {
  const std::vector<std::byte>& bytes = what.contents.at(name);
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// What the first probe that has an answer says to look at; empty: none has.
std::string next_of(const std::vector<input_probe>& probes,
                    const std::function<std::vector<double>(const input_probe&)>& made) {
  for (const input_probe& each : probes)
    if (const auto answer = each.look(made(each)))
      return answer->next;
  return {};
}

constexpr int I = 3, J = 8, K = 5;

/// P = M N, where each product takes its elements from where `m` and `n` say.
struct product_code {
  std::function<std::size_t(int i, int j, int k)> m = [](int i, int j, int) {
    return static_cast<std::size_t>(i * J + j);
  };
  std::function<std::size_t(int i, int j, int k)> n = [](int, int j, int k) {
    return static_cast<std::size_t>(j * K + k);
  };
  int first = 0, last = J;

  std::vector<double> operator()(const input_probe& with) const {
    const auto M = content<float>(with, "d_M"), N = content<float>(with, "d_N");
    std::vector<double> P;
    for (int i = 0; i < I; ++i)
      for (int k = 0; k < K; ++k) {
        double sum = 0;
        for (int j = first; j < last; ++j)
          sum += double{M[m(i, j, k)]} * double{N[n(i, j, k)]};
        P.push_back(sum);
      }
    return P;
  }
};

std::string next_of(const product_code& code) {
  return next_of(product_probes({I, J, K}), code);
}

} // namespace

TEST_CASE("a product: what is missing, and which index is wrong") {
  CHECK(next_of(product_code{}).empty());
  product_code late;
  late.first = 1;
  CHECK(has(next_of(late), "1 of 8 products are missing"));
  CHECK_FALSE(has(next_of(late), "__shared__"));
  product_code short_one;
  short_one.last = 2;
  CHECK(has(next_of(short_one), "__shared__"));
  CHECK(has(next_of(late), "however many they are"));
  CHECK_FALSE(has(next_of(short_one), "however many they are"));
  product_code other_row;
  other_row.m = [](int, int j, int k) { return static_cast<std::size_t>(k % I * J + j); };
  CHECK(has(next_of(other_row), "M is read in other rows"));
  CHECK(has(next_of(other_row), "made with row 1 of M, or with several whose mean it is, in place "
                                "of row 0"));
  product_code other_column;
  other_column.n = [](int i, int j, int) { return static_cast<std::size_t>(j * K + i); };
  CHECK(has(next_of(other_column), "N is read in other columns"));
  CHECK(has(next_of(short_one), "(sum += x)"));
  CHECK_FALSE(has(next_of(late), "(sum += x)"));
  // One product is missing in one element only: no loop that is the same for all does that.
  const auto left_out_once = [](const input_probe& with) {
    std::vector<double> made = product_code{}(with);
    made[1] -= 1;
    return made;
  };
  CHECK(
      has(next_of(product_probes({I, J, K}), left_out_once), "other elements have all of theirs"));
  CHECK_FALSE(has(next_of(late), "other elements have all of theirs"));
  product_code one_twice;
  one_twice.m = [](int i, int j, int) { return static_cast<std::size_t>(i * J + j / 2); };
  CHECK(has(next_of(one_twice), "look at the second index of M"));
  product_code rest; // behind a loop of two at a time
  rest.m = [](int i, int j, int) { return static_cast<std::size_t>(i * J + (j == 7 ? 5 : j)); };
  CHECK(has(next_of(rest), "M[0][5] is used twice and M[0][7] never: look at the second index"));
  CHECK(has(next_of(rest), "behind the last round of a loop"));
  product_code of_n;
  of_n.n = [](int, int j, int k) { return static_cast<std::size_t>((j == 2 ? 4 : j) * K + k); };
  CHECK(has(next_of(of_n), "N[4][0] is used twice and N[2][0] never: look at the first index"));
  CHECK_FALSE(has(next_of(one_twice), "is used twice"));
  product_code backwards;
  backwards.m = [](int i, int j, int) { return static_cast<std::size_t>(i * J + J - 1 - j); };
  CHECK(has(next_of(backwards), "with the same j"));
  // Who leaves out what is 0 uses the right elements.
  const auto without_zeros = [](const input_probe& with) {
    for (const char* matrix : {"d_M", "d_N"})
      for (const float each : content<float>(with, matrix))
        CHECK(each != 0);
    return product_code{}(with);
  };
  CHECK(next_of(product_probes({I, J, K}), without_zeros).empty());
  const auto from_nowhere = [](const input_probe&) { return std::vector<double>(I * K, 0.25); };
  CHECK(has(next_of(product_probes({I, J, K}), from_nowhere), "comes from no input"));
}

TEST_CASE("an element that was never written is no answer") {
  const auto nothing = [](const input_probe&) {
    return std::vector<double>(I * K, std::numeric_limits<double>::quiet_NaN());
  };
  CHECK(next_of(product_probes({I, J, K}), nothing).empty());
}

TEST_CASE("a convolution: taps, inputs, and what belongs together") {
  constexpr int inputs = 12, taps = 4;
  const auto next = [&](const std::function<int(int i, int j)>& input,
                        const std::function<int(int j)>& tap, int last = taps) {
    return next_of(convolution_probes(inputs, taps), [&](const input_probe& with) {
      const auto in = content<float>(with, "d_in"), filter = content<float>(with, "d_filter");
      std::vector<double> out;
      for (int i = 0; i + taps <= inputs; ++i) {
        double sum = 0;
        for (int j = 0; j < last; ++j)
          sum += double{in[input(i, j)]} * double{filter[tap(j)]};
        out.push_back(sum);
      }
      return out;
    });
  };
  const auto sum = [](int i, int j) { return i + j; };
  const auto same = [](int j) { return j; };
  CHECK(next(sum, same).empty());
  CHECK(has(next(sum, same, taps - 1), "1 of 4 products are missing"));
  CHECK(has(next(sum, [](int) { return 0; }), "some taps are used twice"));
  CHECK(has(next([](int i, int) { return i; }, same), "the input is read at other places"));
  CHECK(has(next(sum, [](int j) { return taps - 1 - j; }), "belong together"));
}

TEST_CASE("taps of a long filter that are kept in 16 bits are no other taps") {
  constexpr int inputs = 700, taps = 300;
  const auto next = [&](int step) { // of tap 200
    return next_of(convolution_probes(inputs, taps), [&](const input_probe& with) {
      const auto in = content<float>(with, "d_in"), filter = content<float>(with, "d_filter");
      std::vector<double> out;
      for (int i = 0; i + taps <= inputs; ++i) {
        double sum = 0;
        for (int j = 0; j < taps; ++j) {
          const float tap = filter[j == 200 ? j + step : j];
          std::uint32_t bits = 0;
          std::memcpy(&bits, &tap, sizeof bits);
          bits &= 0xffff0000u;
          float kept = 0;
          std::memcpy(&kept, &bits, sizeof kept);
          sum += double{in[i + j]} * kept;
        }
        out.push_back(sum);
      }
      return out;
    });
  };
  CHECK(next(0).empty());
  CHECK(has(next(-64), "some taps are used twice"));
}

TEST_CASE("a sum: how many, and which") {
  const auto next = [](const std::function<std::size_t(std::size_t)>& place, std::size_t count) {
    return next_of(sum_probes(10), [&](const input_probe& with) {
      const auto in = content<int>(with, "d_in");
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i)
        sum += in[place(i)];
      return std::vector<double>{sum};
    });
  };
  const auto own = [](std::size_t i) { return i; };
  CHECK(next(own, 10).empty());
  CHECK(has(next(own, 9), "1 of 10 numbers are missing"));
  CHECK(has(next([](std::size_t i) { return i % 10; }, 12), "2 numbers are too many"));
  CHECK(has(next([](std::size_t i) { return i / 2; }, 10), "some of them twice"));
}
