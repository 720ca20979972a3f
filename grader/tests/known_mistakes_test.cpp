// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// When a known mistake is named: what a result proves, and what several cases prove together.
#include <cmath>
#include <deque>
#include <limits>

#include <doctest/doctest.h>

#include "grader/checks/name_mistake.h"
#include "grader/checks/other_faults.h"
#include "grader/compare/mistake_fit.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

constexpr float never_written = -12345;
constexpr double nobody = std::numeric_limits<double>::quiet_NaN(), anything = HUGE_VAL,
                 never = -HUGE_VAL;

using numbers = std::vector<double>;

expectation line(const numbers& want) {
  return {want, 1e-6, 0, {1, want.size(), 0, 0}, {}};
}

misconception makes(const std::string& id, const numbers& want) {
  misconception mistake;
  mistake.id = mistake.message = id;
  mistake.want = [want] { return want; };
  return mistake;
}

spoilt_output spoilt(const std::vector<float>& got, const numbers& want,
                     const std::string& name = "d_out") {
  auto bytes = bytes_of(got);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] == never_written)
      poison(bytes, i, 1, sizeof(float));
  return {name, values_of(bytes, protocol::element_type::float32),
          compare(bytes, protocol::element_type::float32, line(want))};
}

mistake_fit fit(const std::vector<float>& got, const numbers& want, const numbers& made) {
  const spoilt_output seen = spoilt(got, want);
  const expectation wanted = line(want);
  return fit_of(makes("it", made), {seen.name, seen.got, seen.result, wanted});
}

/// Cases of one function, with what came out of them.
class failed_cases {
public:
  /// @param got empty: what is right
  void add(const numbers& want, const std::vector<misconception>& mistakes,
           const std::vector<float>& got = {}) {
    test_case& one = cases_.emplace_back("a case", "f");
    one.output("d_out", protocol::element_type::float32, want.size()).expect("d_out", [want] {
      return line(want);
    });
    for (const misconception& each : mistakes)
      one.known_mistake("d_out", each);
    evidence_.push_back({&one, got.empty(), {}});
    if (!got.empty())
      evidence_.back().wrong.push_back(spoilt(got, want));
  }
  void add_crash(const std::vector<misconception>& mistakes) {
    add({1, 2, 3, 4}, mistakes);
    evidence_.back().right = false;
  }

  /// The id that is named for each case; "" for none.
  std::vector<std::string> named() const {
    std::vector<std::string> ids;
    for (const named_mistake& each : name_mistakes(evidence_))
      ids.push_back(each.what == nullptr ? "" : each.what->id);
    return ids;
  }

  /// The same of the mistakes that may be theirs.
  std::vector<std::string> likely() const {
    std::vector<std::string> ids;
    for (const named_mistake& each : name_mistakes(evidence_))
      ids.push_back(each.likely);
    return ids;
  }

private:
  std::deque<test_case> cases_;
  std::vector<case_evidence> evidence_;
};

using ids = std::vector<std::string>;

const numbers right = {5, 6, 7, 8};

} // namespace

TEST_CASE("a mistake agrees with an output in all that it knows") {
  CHECK(fit({1, 2, 3, 4}, right, {1, 2, 3, 4}).says == answer::yes);
  CHECK(fit({1, 2, 3, 4}, right, {1, 2, 3, 5}).says == answer::no);
  CHECK(fit({1, 2, 3, 4}, right, {1, 2, 3, 4}).explained == 4);
  CHECK(fit({1, 2, 3, 4}, right, {1, 2, 3, anything}).explained == 3);
}

TEST_CASE("a mistake of blocks of a size is none where the blocks have another") {
  test_case one("a case", "f");
  one.output("d_out", protocol::element_type::float32, 4).expect("d_out", [] {
    return line(right);
  });
  misconception of_blocks = makes("of blocks", {1, 2, 3, 4});
  of_blocks.block_threads = 64;
  one.known_mistake("d_out", of_blocks);
  const auto is_named = [&](const std::vector<std::uint64_t>& seen) {
    const std::vector<case_evidence> cases = {{&one, false, {spoilt({1, 2, 3, 4}, right)}, seen}};
    return name_mistakes(cases).front().what != nullptr;
  };
  CHECK(is_named({}));
  CHECK(is_named({32, 64}));
  CHECK_FALSE(is_named({32}));
}

TEST_CASE("where nobody makes an element it holds anything but what is right") {
  CHECK(fit({5, 6, 7, 1}, right, {5, 6, 7, nobody}).says == answer::yes);
  CHECK(fit({5, 6, 7, never_written}, right, {5, 6, 7, nobody}).says == answer::yes);
  CHECK(fit({5, 6, 7, 1}, right, {5, 6, nobody, nobody}).says == answer::no);
  CHECK(fit({5, 6, 7, 1}, right, {5, 6, 7, nobody}).exact == 0);
}

TEST_CASE("minus infinity stands for an element that was never written") {
  CHECK(fit({5, 6, 7, never_written}, right, {5, 6, 7, never}).says == answer::yes);
  CHECK(fit({5, 6, 7, 9}, right, {5, 6, 7, never}).says == answer::no);
  CHECK(fit({5, 6, 1, never_written}, right, {5, 6, 7, never}).says == answer::no);
  CHECK(fit({5, 6, 7, never_written}, right, {5, 6, 7, never}).exact == 1);
}

TEST_CASE("what agrees with everything proves nothing") {
  CHECK(fit({0}, {5}, {0}).says == answer::silent);
  CHECK(fit({0, 0, 0}, {5, 6, 7}, {0, 0, 0}).says == answer::silent);
  CHECK(fit({4}, {5}, {4}).says == answer::yes);
  CHECK(fit({0, 0, 0, 0}, right, {0, 0, 0, 0}).says == answer::yes);
  CHECK(fit({1, 2, 3, 4}, right, numbers(4, anything)).says == answer::silent);
  CHECK(fit({1, 2, 3, 4}, right, numbers(4, nobody)).says == answer::silent);
  CHECK(fit({5, 6, 7, 1}, right, {5, 6, 7, anything}).says == answer::silent);
  CHECK(fit(std::vector<float>(4, never_written), right, numbers(4, never)).says == answer::silent);
}

TEST_CASE("a mistake would show where it makes something else than what is right") {
  CHECK(would_show(makes("it", {5, 6, 7, 9}), line(right)));
  CHECK(would_show(makes("it", {5, 6, 7, nobody}), line(right)));
  CHECK_FALSE(would_show(makes("it", right), line(right)));
  CHECK_FALSE(would_show(makes("it", {5, 6, 7, anything}), line(right)));
}

TEST_CASE("a mistake with which all failed cases agree is named") {
  failed_cases here;
  here.add(right, {makes("cause", {1, 2, 3, 4}), makes("chance", {1, 2, 3, 4})}, {1, 2, 3, 4});
  here.add(right, {makes("cause", {4, 3, 2, 1}), makes("chance", {1, 2, 3, 4})}, {4, 3, 2, 1});
  CHECK(here.named() == ids{"cause", "cause"});
}

TEST_CASE("a failed case that does not agree speaks against a mistake, or for none") {
  const auto cause = makes("cause", {1, 2, 3, 4});
  for (const bool knows_it : {true, false}) {
    failed_cases here;
    here.add(right, {cause}, {1, 2, 3, 4});
    here.add(right, {knows_it ? cause : makes("other", {9, 9, 9, 9})}, {1, 1, 1, 1});
    CHECK(here.named() == ids{"", ""});
  }
  failed_cases large; // no mistakes are known of the second case
  large.add(right, {cause}, {1, 2, 3, 4});
  large.add(right, {}, {1, 1, 1, 1});
  large.add_crash({cause});
  CHECK(large.named() == ids{"cause", "", ""});
}

TEST_CASE("a case in which nothing was written speaks against none") {
  failed_cases here;
  here.add(right, {makes("cause", {1, 2, 3, 4})}, {1, 2, 3, 4});
  here.add(right, {makes("other", {1, 1, 1, 1})}, std::vector<float>(4, never_written));
  here.add({7}, {makes("other", {1})}, {0});
  CHECK(here.named() == ids{"cause", "", ""});
}

TEST_CASE("a case that proves nothing is likely to be wrong by the mistake of the others") {
  const auto cause = makes("cause", {1, 2, 3, 4}), leaves = makes("cause", {never});
  failed_cases here;
  here.add(right, {cause}, {1, 2, 3, 4});
  here.add(right, {}, {1, 1, 1, 1});                     // nothing is known of it
  here.add({7}, {makes("cause", {0})}, {0});             // a few zeros
  here.add({7}, {leaves}, {never_written});              // as the mistake makes it
  here.add({7}, {makes("cause", {0})}, {never_written}); // not as the mistake makes it
  here.add({7}, {}, {never_written});
  CHECK(here.named() == ids{"cause", "", "", "", "", ""});
  CHECK(here.likely() == ids{"", "cause", "cause", "cause", "", ""});
  failed_cases unnamed;
  unnamed.add(right, {cause}, {1, 2, 3, 5});
  unnamed.add(right, {}, {1, 1, 1, 1});
  CHECK(unnamed.likely() == ids{"", ""});
}

TEST_CASE("a right case that a mistake would have spoilt speaks against it") {
  const auto cause = makes("cause", {1, 2, 3, 4});
  for (const bool shows : {true, false}) {
    failed_cases here;
    here.add(right, {cause}, {1, 2, 3, 4});
    here.add(right, {shows ? cause : makes("cause", right)});
    CHECK(here.named().front() == (shows ? "" : "cause"));
  }
}

TEST_CASE("a mistake that a condition knows is refuted by a right case if it spoils each one") {
  misconception small;
  small.id = small.message = "small";
  small.made = [](const numbers& got) { return got[0] < 5; };
  for (const bool always : {false, true}) {
    CAPTURE(always);
    small.spoils_always = always;
    failed_cases cases;
    cases.add({10, 20, 30, 40}, {small});
    cases.add({6, 7, 8, 9}, {small}, {1, 2, 3, 4});
    CHECK(cases.named() == std::vector<std::string>{"", always ? "" : "small"});
  }
}

TEST_CASE("of two mistakes that explain as much neither is named, of others the better one") {
  failed_cases here;
  here.add(right, {makes("one", {1, 2, 3, 4}), makes("other", {1, 2, 3, 4})}, {1, 2, 3, 4});
  CHECK(here.named() == ids{""});
  failed_cases better;
  better.add(right,
             {makes("loose", {1, 2, 3, anything}), makes("exact", {1, 2, 3, 4}),
              makes("nobody", {1, 2, 3, nobody})},
             {1, 2, 3, 4});
  CHECK(better.named() == ids{"exact"});
}

TEST_CASE("a mistake of several forms is made in one of them") {
  const auto of = [](const std::string& form, const numbers& want) {
    misconception mistake = makes("cause", want);
    mistake.form = mistake.message = form;
    return mistake;
  };
  failed_cases here;
  here.add(right, {of("16", {1, 2, 3, 4}), of("32", {4, 3, 2, 1})}, {1, 2, 3, 4});
  here.add(right, {of("16", {1, 2, 3, 4}), of("32", {4, 3, 2, 1})}, {4, 3, 2, 1});
  CHECK(here.named() == ids{"", ""});
  failed_cases both; // the same comes out: no doubt about the mistake
  both.add(right, {of("16", {1, 2, 3, 4}), of("32", {1, 2, 3, 4})}, {1, 2, 3, 4});
  CHECK(both.named() == ids{"cause"});
}

TEST_CASE("a vague mistake is told of its own case, where none is named") {
  misconception vague = makes("less", {});
  vague.want = nullptr;
  vague.made = [](const numbers& got) { return got[0] < 5; };
  vague.vague = true;
  failed_cases here;
  here.add(right, {vague, makes("cause", {1, 2, 3, 4})}, {1, 2, 3, 4});
  CHECK(here.named() == ids{"cause"});
  here.add(right, {vague, makes("cause", {1, 2, 3, 4})}, {9, 2, 3, 4});
  CHECK(here.named() == ids{"less", ""});
}

TEST_CASE("a vague mistake that spoils one case only is not told where others are wrong") {
  misconception vague = makes("less", {});
  vague.want = nullptr;
  vague.made = [](const numbers& got) { return got[0] < 5; };
  vague.vague = vague.only_here = true;
  failed_cases here;
  here.add(right, {vague}, {1, 2, 3, 4});
  CHECK(here.named() == ids{"less"});
  here.add(right, {}, {9, 2, 3, 4});
  CHECK(here.named() == ids{"", ""});
}

TEST_CASE(
    "what is advised of zeros is not told where another case shows a float with other values") {
  const auto told = [](float got_first) {
    case_fault first, zeros;
    first.id = "wrong_values";
    first.function = zeros.function = "f";
    first.wrong = {spoilt({got_first, 2}, {1, 2})};
    zeros.id = "all_zero";
    zeros.message = "every element of d_out is 0";
    zeros.next = "Is it a float?";
    zeros.wrong = {spoilt({0, 0}, {1, 2})};
    other_faults others;
    others.add("small", zeros, first);
    std::vector<std::string> details;
    others.tell(first, details);
    return details;
  };
  CHECK(told(1.5F) == std::vector<std::string>{"small: every element of d_out is 0"});
  CHECK(told(3) == std::vector<std::string>{"small: every element of d_out is 0. Is it a float?"});
}
