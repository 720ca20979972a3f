// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

using word = std::uint32_t;

/// The first 32 bits of the fractional parts of roots of the first primes: the standard's
/// constants.
template <std::size_t Count, class Root>
std::array<word, Count> constants(Root root) {
  std::array<word, Count> result{};
  std::size_t filled = 0;
  for (unsigned candidate = 2; filled < Count; ++candidate) {
    bool prime = true;
    for (unsigned divisor = 2; divisor * divisor <= candidate; ++divisor)
      prime = prime && candidate % divisor != 0;
    if (!prime)
      continue;
    const long double value = root(static_cast<long double>(candidate));
    result[filled++] = static_cast<word>((value - std::floor(value)) * 4294967296.0L);
  }
  return result;
}

void mix(std::array<word, 8>& state, const unsigned char* block) {
  static const auto k = constants<64>([](long double x) { return std::cbrt(x); });
  std::array<word, 64> w{};
  for (std::size_t t = 0; t < 16; ++t)
    w[t] = word{block[4 * t]} << 24 | word{block[4 * t + 1]} << 16 | word{block[4 * t + 2]} << 8 |
           word{block[4 * t + 3]};
  for (std::size_t t = 16; t < 64; ++t) {
    const word a = w[t - 15], b = w[t - 2];
    w[t] = (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10)) + w[t - 7] +
           (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const word first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                       ((e & f) ^ (~e & g)) + k[t] + w[t];
    const word second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<word, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i)
    state[i] += added[i];
}

/// Bytes come in parts: a program that is summed need not be in memory.
class running_sum {
public:
  void add(std::string_view bytes) {
    count_ += bytes.size();
    if (!rest_.empty()) {
      const std::size_t taken = std::min(bytes.size(), block_size - rest_.size());
      rest_ += bytes.substr(0, taken);
      bytes.remove_prefix(taken);
      if (rest_.size() == block_size)
        mix_blocks(std::exchange(rest_, ""));
    }
    rest_ += bytes.substr(mix_blocks(bytes));
  }

  std::string finish() {
    const std::uint64_t bits = count_ * 8;
    std::string end = "\x80";
    while ((rest_.size() + end.size()) % block_size != block_size - 8)
      end += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
      end += static_cast<char>(bits >> shift);
    mix_blocks(rest_ + end);
    std::string text;
    for (const word each : state_)
      text += fmt::format("{:08x}", each);
    return text;
  }

private:
  static constexpr std::size_t block_size = 64;

  /// The whole blocks; gives how many bytes these are.
  std::size_t mix_blocks(std::string_view bytes) {
    std::size_t at = 0;
    for (; at + block_size <= bytes.size(); at += block_size)
      mix(state_, reinterpret_cast<const unsigned char*>(bytes.data()) + at);
    return at;
  }

  std::array<word, 8> state_ = constants<8>([](long double x) { return std::sqrt(x); });
  std::string rest_; ///< less than a block
  std::uint64_t count_ = 0;
};

} // namespace

std::string sha256(std::string_view bytes) {
  running_sum sum;
  sum.add(bytes);
  return sum.finish();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
  running_sum sum;
  std::array<char, 1 << 15> part{};
  while (stream.read(part.data(), part.size()), stream.gcount() > 0)
    sum.add({part.data(), static_cast<std::size_t>(stream.gcount())});
  return sum.finish();
}

} // namespace cudalab::grader
