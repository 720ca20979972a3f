// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/round_filter.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

// The first `bad` rounds are disturbed.
class early_trouble : public device_watch {
public:
  explicit early_trouble(int bad) : bad_(bad) {}
  void begin_round() override { under_way_ = true; }
  std::optional<disturbance> end_round() override {
    CHECK(under_way_);
    under_way_ = false;
    if (bad_-- <= 0)
      return std::nullopt;
    return disturbance{"too_hot", "hot"};
  }

private:
  int bad_;
  bool under_way_ = false;
};

} // namespace

TEST_CASE("a disturbed round is made again") {
  early_trouble watch(2);
  round_filter rounds(watch);
  rounds.begin_series(2);
  int made = 0;
  CHECK(rounds.undisturbed([&] { return ++made; }) == 3);
  CHECK(rounds.discarded().size() == 2);
  CHECK(rounds.undisturbed([&] { return ++made; }) == 4);
}

TEST_CASE("a few more may be thrown away than are wanted, in each series") {
  early_trouble watch(3 + spare_rounds);
  round_filter rounds(watch);
  rounds.begin_series(2);
  int made = 0;
  CHECK_THROWS_AS(rounds.undisturbed([&] { return ++made; }), device_disturbed);
  CHECK(made == 3 + spare_rounds);
  rounds.begin_series(2);
  CHECK(rounds.undisturbed([&] { return ++made; }) == 4 + spare_rounds);
  CHECK(rounds.discarded().size() == 3 + spare_rounds);
}
