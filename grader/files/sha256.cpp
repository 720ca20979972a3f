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
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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

const std::array<word, 64>& round_constants() {
  static const auto all = constants<64>([](long double x) { return std::cbrt(x); });
  return all;
}

void mix(std::array<word, 8>& state, const unsigned char* block) {
  const std::array<word, 64>& k = round_constants();
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

#if defined(__x86_64__)
bool has_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}

/// The same by the processor's own instructions, ten times as fast: an instructor's commands sum
/// their tools. Each does two rounds, and wants the state as the words of ABEF and of CDGH.
__attribute__((target("sha,sse4.1"))) void mix_by_instructions(std::array<word, 8>& state,
                                                               const unsigned char* block) {
  const auto load = [](const void* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  };
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i cdab = _mm_shuffle_epi32(load(state.data()), 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(load(state.data() + 4), 0x1b);
  const __m128i first_abef = _mm_alignr_epi8(cdab, efgh, 8);
  const __m128i first_cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  __m128i abef = first_abef, cdgh = first_cdgh;
  __m128i w[4]; // the last 16 words
  for (std::size_t i = 0; i < 16; ++i) {
    __m128i& now = w[i % 4];
    if (i < 4)
      now = _mm_shuffle_epi8(load(block + 16 * i), big_endian);
    else
      now = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]),
                                               _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4)),
                                 w[(i + 3) % 4]);
    const __m128i added = _mm_add_epi32(now, load(round_constants().data() + 4 * i));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0e));
  }
  const __m128i feba = _mm_shuffle_epi32(_mm_add_epi32(abef, first_abef), 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(_mm_add_epi32(cdgh, first_cdgh), 0xb1);
  auto* to = reinterpret_cast<__m128i*>(state.data());
  _mm_storeu_si128(to, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(to + 1, _mm_alignr_epi8(dchg, feba, 8));
}
#else
bool has_instructions() {
  return false;
}
void mix_by_instructions(std::array<word, 8>& state, const unsigned char* block) {
  mix(state, block);
}
#endif

/// Bytes come in parts: a program that is summed need not be in memory.
class running_sum {
public:
  explicit running_sum(bool by_instructions = has_instructions())
      : mix_(by_instructions ? mix_by_instructions : mix) {}

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
      mix_(state_, reinterpret_cast<const unsigned char*>(bytes.data()) + at);
    return at;
  }

  void (*const mix_)(std::array<word, 8>&, const unsigned char*);
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

std::string sha256_in_plain_code(std::string_view bytes) {
  running_sum sum(false);
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
