// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_cache.h"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::grader;

namespace {

test_case make(int n, std::vector<int> content = {1, 2}) {
  test_case one("n = " + std::to_string(n), "f");
  one.input("d_in", std::move(content)).value("n", n);
  return one;
}

struct counting_runner {
  std::vector<std::string>& ran;

  std::vector<case_outcome> operator()(const std::filesystem::path&,
                                       const std::vector<const test_case*>& cases,
                                       const run_options&,
                                       const std::function<void(std::size_t)>&) const {
    std::vector<case_outcome> outcomes(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ran.push_back(cases[i]->name());
      outcomes[i].detail = cases[i]->name();
    }
    return outcomes;
  }
};

} // namespace

TEST_CASE("a case runs once for each program and way of running, and outcomes keep their order") {
  std::vector<std::string> ran;
  case_cache cache(counting_runner{ran});
  const test_case a = make(1), b = make(2), a_again = make(1), other = make(1, {1, 3});
  run_options options;
  cache.run("p", {&a, &b}, options);
  const auto outcomes = cache.run("p", {&b, &other, &a_again}, options);
  CHECK(ran == std::vector<std::string>{"n = 1", "n = 2", "n = 1"}); // the third: `other`
  CHECK(outcomes[0]->detail == "n = 2");
  CHECK(outcomes[2]->detail == "n = 1");
  cache.run("q", {&a}, options);
  options.observation = protocol::observation::clean;
  cache.run("p", {&a}, options);
  options.guard_bytes = 256;
  cache.run("p", {&a}, options);
  CHECK(ran.size() == 6);
}

TEST_CASE("the same case twice in one call runs once; again means again") {
  std::vector<std::string> ran;
  case_cache cache(counting_runner{ran});
  const test_case a = make(1);
  CHECK(cache.run("p", {&a, &a}, {}).size() == 2);
  CHECK(ran.size() == 1);
  cache.run_again("p", {&a}, {});
  CHECK(ran.size() == 2);
}

TEST_CASE("a failure of the machine is not remembered as an outcome") {
  int calls = 0;
  case_cache cache([&](const auto&, const auto& cases, const auto&, const auto&) {
    if (++calls == 1)
      throw std::runtime_error("no memory");
    return std::vector<case_outcome>(cases.size());
  });
  const test_case a = make(1);
  CHECK_THROWS_AS(cache.run("p", {&a}, {}), std::runtime_error);
  CHECK(cache.run("p", {&a}, {}).front() != nullptr);
}

TEST_CASE("after a call that did not finish in time the others get less of it") {
  std::vector<long> walls;
  case_cache cache([&](const auto&, const auto& cases, const run_options& options, const auto&) {
    walls.push_back(options.allowed.wall.count());
    std::vector<case_outcome> outcomes(cases.size());
    outcomes[0].how = ending::timed_out;
    return outcomes;
  });
  const test_case a = make(1), b = make(2);
  CHECK(cache.run("p", {&a}, {}).front()->detail == "within 10 s and was stopped");
  CHECK(cache.run("p", {&b}, {}).front()->detail == "within 3 s and was stopped");
  CHECK(walls == std::vector<long>{10'000, 3'000});
}
