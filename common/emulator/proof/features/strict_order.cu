// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: std::sort and std::nth_element take every comparison that is false for equal elements.
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "check.h"

struct run {
  int number;
  float ms;
  bool operator<(const run& other) const { return ms < other.ms; }
};

struct by_number {
  std::unique_ptr<int> asked = std::make_unique<int>(0); // cannot be copied
  bool operator()(const run& a, const run& b) {
    ++*asked;
    return a.number < b.number;
  }
};

bool is_shorter(const run& a, const run& b) {
  return a.ms < b.ms;
}

int main() {
  std::vector<float> equal(100, 1.5f), none;
  std::sort(equal.begin(), equal.end());
  std::sort(equal.begin(), equal.end(), std::greater<float>());
  std::nth_element(equal.begin(), equal.begin() + 50, equal.end());
  std::sort(none.begin(), none.end(), [](float a, float b) { return a <= b; }); // there is none
  CHECK(equal[50] == 1.5f);

  std::vector<run> runs = {{2, 1.0f}, {1, 3.0f}, {0, 2.0f}};
  std::sort(runs.begin(), runs.end());
  CHECK(runs.back().number == 1);
  std::sort(runs.begin(), runs.end(), is_shorter);
  by_number order;
  std::sort(runs.begin(), runs.end(), std::ref(order));
  CHECK(runs.front().number == 0 && *order.asked > 0);

  std::vector<std::unique_ptr<int>> pointers;
  for (const int value : {3, 1, 2})
    pointers.push_back(std::make_unique<int>(value));
  std::sort(pointers.begin(), pointers.end(), [](const auto& a, const auto& b) { return *a < *b; });
  CHECK(*pointers.front() == 1);

  bool flags[] = {true, false, true};
  std::sort(std::begin(flags), std::end(flags));
  CHECK(!flags[0]);
  const auto most = std::max_element(equal.begin(), equal.end(),
                                     [](float a, float b) { return a <= b; }); // stays in the array
  CHECK(*most == 1.5f);
  return 0;
}
