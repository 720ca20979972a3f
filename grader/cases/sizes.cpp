// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/sizes.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

bool is_prime(std::size_t number) {
  for (std::size_t divisor = 2; divisor * divisor <= number; ++divisor)
    if (number % divisor == 0)
      return false;
  return number > 1;
}

constexpr std::size_t largest_of_16_bits = 65536;

} // namespace

bool is_of(size_class what, std::size_t number, std::size_t side) {
  switch (what) {
  case size_class::one:
    return number == 1;
  case size_class::odd:
    return number > 1 && number % 2 == 1;
  case size_class::prime:
    return number > 3 && is_prime(number);
  case size_class::whole_block:
    return side > 0 && number > 0 && number % side == 0;
  case size_class::below_block:
    return side > 1 && number > 0 && (number + 1) % side == 0;
  case size_class::above_block:
    return side > 1 && number > side && number % side == 1;
  case size_class::not_by_four:
    return number % 4 == 2;
  case size_class::above_16_bits:
    return number > largest_of_16_bits;
  case size_class::odd_block_side:
    return number > 0 && (number & (number - 1)) != 0;
  default:
    return false; // said of calls, not of numbers
  }
}

int size_range::drawn(const random_source& seed, const std::string& whose) const {
  std::string words = fmt::format("{} {} {} {}", whose, low, high, side);
  for (const size_class each : classes)
    words += " " + name_of(each);
  random_source own = seed.of(words);
  const int first = own.integer(low, high);
  for (int i = 0; i <= high - low; ++i) {
    const int number = low + (first - low + i) % (high - low + 1);
    if (std::all_of(classes.begin(), classes.end(), [&](size_class each) {
          return is_of(each, static_cast<std::size_t>(number), static_cast<std::size_t>(side));
        }))
      return number;
  }
  throw std::logic_error("no such size: " + words);
}

size_range exactly(int number) {
  return {number, number};
}

size_range between(int low, int high) {
  return {low, high};
}

size_range odd_size(int low, int high) {
  return {low, high, {size_class::odd}};
}

size_range prime_size(int low, int high) {
  return {low, high, {size_class::prime}};
}

size_range twice_odd(int low, int high) {
  return {low, high, {size_class::not_by_four}};
}

size_range multiple_of(int side, int times) {
  return {side, times * side, {size_class::whole_block}, side};
}

size_range below(int side, int times) {
  return {side - 1, times * side - 1, {size_class::below_block}, side};
}

size_range above(int side, int times) {
  return {side + 1, times * side + 1, {size_class::above_block}, side};
}

size_range more_than_16_bits() {
  return {static_cast<int>(largest_of_16_bits) + 1, static_cast<int>(largest_of_16_bits) + 30};
}

} // namespace cudalab::grader
