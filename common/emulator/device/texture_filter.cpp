// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/device/texture_filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "emulator/include/cudalab/narrow_bits.h"

namespace cudalab::emulator {

namespace {

template <class Integer>
std::uint32_t integer_at(const std::byte* at, bool normalized) {
  Integer value;
  std::memcpy(&value, at, sizeof value);
  if (!normalized)
    return static_cast<std::uint32_t>(value); // with the sign in front
  const float part = static_cast<float>(static_cast<double>(value) /
                                        static_cast<double>(std::numeric_limits<Integer>::max()));
  return std::bit_cast<std::uint32_t>(std::max(part, -1.0f));
}

} // namespace

std::int64_t element_in(std::int64_t element, std::size_t size, cudaTextureAddressMode mode) {
  const auto count = static_cast<std::int64_t>(size);
  if (element >= 0 && element < count)
    return element;
  const auto modulo = [&](std::int64_t period) { return (element % period + period) % period; };
  switch (mode) {
  case cudaAddressModeWrap:
    return modulo(count);
  case cudaAddressModeMirror: {
    const std::int64_t place = modulo(2 * count);
    return place < count ? place : 2 * count - 1 - place;
  }
  case cudaAddressModeBorder:
    return -1;
  default:
    return std::clamp<std::int64_t>(element, 0, count - 1);
  }
}

taps taps_of(float coordinate, std::size_t size, cudaTextureAddressMode mode, bool filters) {
  constexpr float far = 1 << 30; // no array is that large, and all of it is a whole number
  if (!(std::fabs(coordinate) < far))
    coordinate = std::isnan(coordinate) ? 0 : std::copysign(far, coordinate);
  const float place = filters ? coordinate - 0.5f : coordinate;
  const float below = std::floor(place);
  const auto first = static_cast<std::int64_t>(below);
  taps result{element_in(first, size, mode), element_in(first + 1, size, mode)};
  if (filters)
    result.second_part = std::floor((place - below) * 256 + 0.5f) / 256;
  return result;
}

level_taps level_taps_of(float level, std::size_t count, const cudaTextureDesc& how) {
  const auto last = static_cast<float>(count - 1);
  float place = std::isnan(level) ? 0 : level + how.mipmapLevelBias;
  place = std::max(std::min(place, how.maxMipmapLevelClamp), how.minMipmapLevelClamp);
  place = std::clamp(place, 0.0f, last);
  if (how.mipmapFilterMode == cudaFilterModePoint) {
    const auto nearest = static_cast<std::size_t>(std::floor(place + 0.5f));
    return {nearest, nearest, 0};
  }
  const float below = std::floor(place);
  const auto first = static_cast<std::size_t>(below);
  return {first, std::min(first + 1, count - 1), std::floor((place - below) * 256) / 256};
}

std::uint32_t channel_at(const std::byte* at, const cudaChannelFormatDesc& format,
                         bool normalized) {
  const bool has_sign = format.f == cudaChannelFormatKindSigned;
  if (format.f == cudaChannelFormatKindFloat && format.x == 16) {
    std::uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return std::bit_cast<std::uint32_t>(half_value(bits));
  }
  switch (format.x) {
  case 8:
    return has_sign ? integer_at<std::int8_t>(at, normalized)
                    : integer_at<std::uint8_t>(at, normalized);
  case 16:
    return has_sign ? integer_at<std::int16_t>(at, normalized)
                    : integer_at<std::uint16_t>(at, normalized);
  default:
    return integer_at<std::uint32_t>(at, false);
  }
}

cube_place place_on_cube(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  int face = 0;
  float s = 0, t = 0, m = 0;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    s = x >= 0 ? -z : z;
    t = -y;
    m = ax;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    s = x;
    t = y >= 0 ? z : -z;
    m = ay;
  } else {
    face = z >= 0 ? 4 : 5;
    s = z >= 0 ? x : -x;
    t = -y;
    m = az;
  }
  return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}

} // namespace cudalab::emulator
