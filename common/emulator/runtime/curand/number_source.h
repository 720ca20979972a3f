// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a generator of cuRAND's host API gives, one number after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cudalab::emulator::curand {

enum class distribution_kind {
  bits,      ///< 32 of them
  long_bits, ///< 64
  uniform,
  uniform_double,
  normal,
  normal_double,
  log_normal,
  log_normal_double,
  poisson
};

struct distribution {
  distribution_kind kind = distribution_kind::bits;
  double mean = 0, deviation = 1;

  std::size_t bytes() const; ///< of one number
};

/// Of curandRngType; those that are here.
enum class generator_kind { xorwow, mrg32k3a, philox, mt19937, sobol32, sobol64 };

struct generator_settings {
  generator_kind kind = generator_kind::xorwow;
  std::uint64_t seed = 0, offset = 0;
  bool legacy = false; ///< the order of results
  unsigned dimensions = 1;
};

/// Used by one thread at a time.
class number_source {
public:
  virtual ~number_source() = default;
  /// The next ones of all. @param to room for `count` of them
  virtual void make(const distribution& what, std::byte* to, std::size_t count) = 0;
};

std::unique_ptr<number_source> make_source(const generator_settings& settings);

/// Sobol' sequences: so many numbers of the first dimension, then of the second, ...
std::unique_ptr<number_source> make_sobol_source(unsigned bits, unsigned dimensions,
                                                 std::uint64_t offset);
} // namespace cudalab::emulator::curand
