// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/curand/inverse_distributions.h"

#include <algorithm>
#include <cmath>

#include "emulator/include/cuda_runtime.h"

namespace cudalab::emulator::curand {
namespace {

/// The least count that at most this many of all are above.
std::uint32_t inverse_poisson(double mean, double below) {
  constexpr double many = 4000; // the normal distribution is as good there
  if (mean > many)
    return static_cast<std::uint32_t>(
        std::max(0.0, std::floor(mean + std::sqrt(mean) * normcdfinv(below) + 0.5)));
  double sum = 0;
  std::uint32_t count = 0;
  for (;; ++count) {
    const double probability =
        std::exp(count * std::log(std::max(mean, 1e-300)) - mean - std::lgamma(count + 1.0));
    sum += probability;
    if (sum >= below || (count > mean && probability < 1e-18))
      return count;
  }
}

/// @param share of all numbers that are below it
inverse_result inverse_of(const distribution& what, double share) {
  const auto normal = [&] { return what.mean + what.deviation * normcdfinv(share); };
  inverse_result made{};
  switch (what.kind) {
  case distribution_kind::normal:
    made.single = static_cast<float>(normal());
    break;
  case distribution_kind::normal_double:
    made.twice = normal();
    break;
  case distribution_kind::log_normal:
    made.single = static_cast<float>(std::exp(normal()));
    break;
  case distribution_kind::log_normal_double:
    made.twice = std::exp(normal());
    break;
  default:
    made.bits = inverse_poisson(what.mean, share);
    break;
  }
  return made;
}

} // namespace

inverse_result inverse_of(const distribution& what, std::uint32_t bits) {
  inverse_result made{};
  switch (what.kind) {
  case distribution_kind::bits:
    made.bits = bits;
    return made;
  case distribution_kind::uniform:
    made.single = static_cast<float>(bits) * 0x1p-32f + 0x1p-33f;
    return made;
  case distribution_kind::uniform_double:
    made.twice = bits * 0x1p-32 + 0x1p-32;
    return made;
  default:
    return inverse_of(what, bits * 0x1p-32 + 0x1p-33);
  }
}

inverse_result inverse_of(const distribution& what, std::uint64_t bits) {
  const double share = static_cast<double>(bits >> 11) * 0x1p-53 + 0x1p-54;
  const auto upper = static_cast<std::uint32_t>(bits >> 32);
  inverse_result made{};
  switch (what.kind) {
  case distribution_kind::long_bits:
    made.long_bits = bits;
    return made;
  case distribution_kind::uniform_double:
    made.twice = share;
    return made;
  case distribution_kind::normal_double:
  case distribution_kind::log_normal_double:
  case distribution_kind::poisson:
    return inverse_of(what, share);
  default:
    return inverse_of(what, upper);
  }
}

} // namespace cudalab::emulator::curand
