// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// The standard library's distributions differ between implementations, so that one seed would mean
// different inputs on different machines. This is SplitMix64 (Steele, Lea, Flood 2014) and plain
// scaling.
#include <cmath>

#include "grader/test_case.h"

namespace cudalab::grader {

random_source::random_source(std::uint64_t seed) : seed_(seed), state_(seed) {}

random_source random_source::of(const std::string& name) const {
  constexpr std::uint64_t basis = 0xCBF29CE484222325u, prime = 0x100000001B3u; // FNV-1a
  std::uint64_t hash = basis;
  for (const char letter : name)
    hash = (hash ^ static_cast<unsigned char>(letter)) * prime;
  return random_source(random_source(seed_ ^ hash).bits());
}

std::uint64_t random_source::bits() {
  state_ += 0x9E3779B97F4A7C15u;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

namespace {

float between(float low, float high, std::uint64_t bits) {
  const double fraction = static_cast<double>(bits >> 40) * 0x1p-24;
  const auto value = static_cast<float>(low + (static_cast<double>(high) - low) * fraction);
  return value < high ? value : std::nextafter(high, low); // rounding may reach `high`
}

} // namespace

float random_source::uniform(float low, float high) {
  return between(low, high, bits());
}

int random_source::integer(int low, int high) {
  const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  // The high half of a product: no division, and a bias below 2^-32.
  const std::uint64_t pick = ((bits() >> 32) * range) >> 32;
  return static_cast<int>(low + static_cast<std::int64_t>(pick));
}

std::vector<float> random_source::floats(std::size_t count) {
  std::vector<float> result(count);
  for (float& value : result) {
    const std::uint64_t drawn = bits();
    value = drawn % 32 == 0 ? 0.0f : between(-1.0f, 1.0f, drawn);
  }
  return result;
}

} // namespace cudalab::grader
