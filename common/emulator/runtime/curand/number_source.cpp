// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// As on a GPU, many threads generate, each a subsequence of its own, and take turns: which thread
/// gives which result was measured on an H200 (cuRAND 10.4).
#include "emulator/runtime/curand/number_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "emulator/device/random/distributions.h"
#include "emulator/runtime/curand/inverse_distributions.h"

namespace cudalab::emulator::curand {

std::size_t distribution::bytes() const {
  switch (kind) {
  case distribution_kind::long_bits:
  case distribution_kind::uniform_double:
  case distribution_kind::normal_double:
  case distribution_kind::log_normal_double:
    return sizeof(double);
  default:
    return sizeof(float);
  }
}

namespace {

/// A number of any distribution.
union any_number {
  unsigned bits;
  float single;
  double twice;
};
constexpr std::size_t largest_group = 4;
using number_group = std::array<any_number, largest_group>;

bool is_normal(distribution_kind kind) {
  return kind == distribution_kind::normal || kind == distribution_kind::normal_double ||
         kind == distribution_kind::log_normal || kind == distribution_kind::log_normal_double;
}

any_number single(float x) {
  any_number made;
  made.single = x;
  return made;
}
any_number twice(double x) {
  any_number made;
  made.twice = x;
  return made;
}

/// Of a number that is normal with mean 0 and deviation 1.
any_number shaped_single(float x, const distribution& what) {
  const float moved = static_cast<float>(what.mean) + static_cast<float>(what.deviation) * x;
  return single(what.kind == distribution_kind::log_normal ? std::exp(moved) : moved);
}
any_number shaped_twice(double x, const distribution& what) {
  const double moved = what.mean + what.deviation * x;
  return twice(what.kind == distribution_kind::log_normal_double ? std::exp(moved) : moved);
}

template <class State>
double double_of(State& state) {
  return uniform_double(state);
}
double double_of(curandStatePhilox4_32_10& state) { // cuRAND's host API takes two numbers for it
  const unsigned low = next(state), high = next(state);
  return uniform_of(low, high);
}

/// @param size of the group
template <class State>
void fill_group(State& state, const distribution& what, number_group& group, std::size_t size) {
  const auto each = [&](const auto& one) {
    for (std::size_t i = 0; i < size; ++i)
      group[i] = one();
  };
  const auto pairs = [&](const auto& pair, const auto& shaped) {
    for (std::size_t i = 0; i < size; i += 2) {
      const auto both = pair();
      group[i] = shaped(both.x, what);
      group[i + 1] = shaped(both.y, what);
    }
  };
  switch (what.kind) {
  case distribution_kind::bits:
    return each([&] { return any_number{next(state)}; });
  case distribution_kind::uniform:
    return each([&] { return single(uniform(state)); });
  case distribution_kind::uniform_double:
    return each([&] { return twice(double_of(state)); });
  case distribution_kind::normal:
  case distribution_kind::log_normal:
    return pairs([&] { return normal_pair(state); }, shaped_single);
  case distribution_kind::normal_double:
  case distribution_kind::log_normal_double:
    return pairs([&] { return normal_pair_double(state); }, shaped_twice);
  case distribution_kind::poisson:
    return each([&] { return any_number{poisson(state, what.mean)}; });
  case distribution_kind::long_bits: // of Sobol' sequences only
    break;
  }
}

/// @param Together how many numbers a thread makes in one turn; normal ones are made in pairs
template <class State, std::size_t Together>
class threads_source : public number_source {
public:
  threads_source(const generator_settings& settings, std::size_t threads)
      : threads_(threads), turn_(settings.offset / Together % threads),
        inside_(settings.offset % Together), moved_on_(static_cast<std::size_t>(turn_)) {
    seed(next_, settings.seed);
    next_.boxmuller_flag = next_.boxmuller_flag_double = nothing;
    skip(next_, settings.offset / Together / threads * Together);
  }

  void make(const distribution& what, std::byte* to, std::size_t count) override {
    const std::size_t size = std::max<std::size_t>(Together, is_normal(what.kind) ? 2 : 1),
                      bytes = what.bytes();
    number_group group{};
    for (std::size_t done = 0; done < count;) {
      State& state = thread(static_cast<std::size_t>(turn_ % threads_));
      State after = state;
      fill_group(after, what, group, size);
      for (; inside_ < size && done < count; ++inside_, ++done)
        std::memcpy(to + done * bytes, &group[inside_], bytes);
      if (inside_ < size)
        return; // its other numbers come next time
      state = after;
      inside_ = 0;
      ++turn_;
    }
  }

private:
  /// Made when it is first asked for.
  State& thread(std::size_t number) {
    while (states_.size() <= number) {
      states_.push_back(next_);
      if (states_.size() <= moved_on_) // by the offset
        skip(states_.back(), Together);
      skip_subsequences(next_, 1);
    }
    return states_[number];
  }

  std::vector<State> states_;
  State next_{};        ///< of the next thread
  std::size_t threads_; ///< in all
  std::uint64_t turn_;  ///< whose it is, and how many there were
  std::size_t inside_;  ///< numbers of it that are gone
  std::size_t moved_on_;
};

/// One sequence, from which all results come, one after the other.
class mersenne_source : public number_source {
public:
  explicit mersenne_source(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

  void make(const distribution& what, std::byte* to, std::size_t count) override {
    const std::size_t bytes = what.bytes();
    for (std::size_t i = 0; i < count; ++i) {
      const inverse_result number = inverse_of(what, static_cast<std::uint32_t>(engine_()));
      std::memcpy(to + i * bytes, &number, bytes);
    }
  }

private:
  std::mt19937 engine_;
};

} // namespace

std::unique_ptr<number_source> make_source(const generator_settings& settings) {
  switch (settings.kind) {
  case generator_kind::xorwow:
    return std::make_unique<threads_source<curandStateXORWOW, 1>>(settings, 4096);
  case generator_kind::mrg32k3a:
    return std::make_unique<threads_source<curandStateMRG32k3a, 1>>(settings,
                                                                    settings.legacy ? 4096 : 81920);
  case generator_kind::philox:
    return std::make_unique<threads_source<curandStatePhilox4_32_10, 4>>(settings, 65536);
  case generator_kind::mt19937:
    return std::make_unique<mersenne_source>(settings.seed);
  case generator_kind::sobol32:
    return make_sobol_source(32, settings.dimensions, settings.offset);
  case generator_kind::sobol64:
    return make_sobol_source(64, settings.dimensions, settings.offset);
  }
  return nullptr;
}

} // namespace cudalab::emulator::curand
