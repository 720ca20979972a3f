// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_cache.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <doctest/doctest.h>

#include "grader/tests/fake_session.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

test_case make(int n, std::vector<int> content = {1, 2}) {
  test_case one("n = " + std::to_string(n), "f");
  one.input("d_in", std::move(content)).value("n", n);
  return one;
}

/// Notes which cases run, and with how much time.
struct counting {
  std::vector<std::string> ran;
  std::vector<long> walls;
  int sessions = 0;
  ending how = ending::done;
  case_cache cache{fake_sessions(
      [this](const std::filesystem::path&, const test_case& one, const run_options& options) {
        ran.push_back(one.name() + (options.counted ? ", counted" : ""));
        walls.push_back(options.allowed.wall.count());
        case_outcome outcome;
        outcome.how = how;
        if (how == ending::done)
          outcome.detail = one.name();
        return outcome;
      },
      [this] { ++sessions; })};
};

using names = std::vector<std::string>;

} // namespace

TEST_CASE("an identity is kept by one case, and not by its copies, which may be changed") {
  test_case one = make(1);
  const std::string own = identity_of(one);
  one.keep_identity(own);
  test_case copy = one, assigned = make(2);
  CHECK(identity_of(copy) == own);
  CHECK(identity_of(copy.value("m", 3)) != own);
  assigned.keep_identity(identity_of(assigned));
  assigned = one;
  CHECK(identity_of(assigned) == own);
  one.keep_identity("kept");
  CHECK(identity_of(one) == "kept");
}

TEST_CASE("a case runs once for each program and way of running, and outcomes keep their order") {
  counting here;
  const test_case a = make(1), b = make(2), a_again = make(1), other = make(1, {1, 3});
  run_options options;
  here.cache.run("p", {&a, &b}, options);
  const auto outcomes = here.cache.run("p", {&b, &other, &a_again}, options);
  CHECK(here.ran == names{"n = 1", "n = 2", "n = 1"}); // the third: `other`
  CHECK(outcomes[0]->detail == "n = 2");
  CHECK(outcomes[2]->detail == "n = 1");
  here.cache.run("q", {&a}, options);
  options.watched = true;
  here.cache.run("p", {&a}, options);
  options.guard_bytes = 256;
  here.cache.run("p", {&a}, options);
  CHECK(here.ran.size() == 6);
}

TEST_CASE("planned cases share a session, and are counted when somebody said so") {
  counting here;
  const test_case a = make(1), b = make(2), not_planned = make(3);
  here.cache.plan("p", {}, {&a, &b}, {false, true});
  CHECK(here.sessions == 0);
  here.cache.run("p", {&b}, {});
  here.cache.run("p", {&a}, {});
  CHECK(here.sessions == 1);
  here.cache.run("p", {&not_planned}, {});
  CHECK(here.sessions == 2);
  run_options counted;
  counted.counted = true;
  here.cache.run("p", {&b}, counted);
  CHECK(here.ran == names{"n = 2, counted", "n = 1", "n = 3"});
  here.cache.run("p", {&a}, counted); // was run, but not counted
  CHECK(here.ran.back() == "n = 1, counted");
  CHECK(here.sessions == 2);
}

TEST_CASE("the same case twice in one call runs once, again means again") {
  counting here;
  const test_case a = make(1);
  CHECK(here.cache.run("p", {&a, &a}, {}).size() == 2);
  CHECK(here.ran.size() == 1);
  here.cache.run_again("p", {&a}, {});
  CHECK(here.ran.size() == 2);
}

TEST_CASE("a failure of the machine is not remembered as an outcome") {
  int calls = 0;
  case_cache cache(fake_sessions([&](const auto&, const auto&, const auto&) {
    if (++calls == 1)
      throw std::runtime_error("no memory");
    return case_outcome{};
  }));
  const test_case a = make(1);
  CHECK_THROWS_AS(cache.run("p", {&a}, {}), std::runtime_error);
  CHECK(cache.run("p", {&a}, {}).front() != nullptr);
}

TEST_CASE("after a call that did not finish in time the others get less of it") {
  counting here;
  here.how = ending::timed_out;
  const test_case a = make(1), b = make(2);
  CHECK(here.cache.run("p", {&a}, {}).front()->detail == "within 10 s and was stopped");
  CHECK(here.cache.run("p", {&b}, {}).front()->detail == "within 3 s and was stopped");
  CHECK(here.walls == std::vector<long>{10'000, 3'000});
}

TEST_CASE("when the time for all calls is over, no more of them run") {
  using namespace std::chrono_literals;
  int ran = 0;
  case_cache cache(fake_sessions([&ran](const auto&, const auto&, const auto&) {
                     ++ran;
                     std::this_thread::sleep_for(2ms);
                     return case_outcome();
                   }),
                   1ms);
  const test_case a = make(1), b = make(2), planned = make(3);
  cache.plan("p", {}, {&planned}, {false});
  const auto outcomes = cache.run("p", {&a, &b}, {});
  CHECK(outcomes[0]->how == ending::done);
  CHECK(outcomes[1]->how == ending::timed_out);
  CHECK(outcomes[1]->detail == "in the 0.001 s that a grading gives to all calls together; this "
                               "one was not run");
  CHECK(cache.run("p", {&planned}, {})[0]->how == ending::timed_out);
  CHECK(cache.run_again("p", {&a}, {})[0].how == ending::timed_out);
  CHECK(ran == 1);
}
