// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/request.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

using index_3d = std::array<std::uint64_t, 3>;

/// Of a block or a thread; nothing else is as large.
std::optional<index_3d> index_of(const json& object, const char* name) {
  const std::vector<double> numbers = numbers_of(object, name);
  if (numbers.size() != 3)
    return std::nullopt;
  index_3d result{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (numbers[i] < 0 || numbers[i] > 2147483647.0)
      return std::nullopt;
    result[i] = static_cast<std::uint64_t>(numbers[i]);
  }
  return result;
}

/// "(1,0)", or with z where that is not 0.
std::string words_of(const index_3d& of) {
  return of[2] == 0 ? fmt::format("({},{})", of[0], of[1])
                    : fmt::format("({},{},{})", of[0], of[1], of[2]);
}

std::string thread_at(const index_3d& block_size, std::uint64_t linear) {
  const std::uint64_t x = std::max<std::uint64_t>(block_size[0], 1);
  const std::uint64_t y = std::max<std::uint64_t>(block_size[1], 1);
  return words_of({linear % x, linear / x % y, linear / x / y});
}

} // namespace

std::optional<warp_example> example_in(const json& line) {
  if (!line.is_object() || !line.contains("example"))
    return std::nullopt;
  const json& from = line["example"];
  const auto block = index_of(from, "block"), block_size = index_of(from, "block_size");
  const auto warp = number_of(from, "warp"), bytes = number_of(from, "bytes"),
             start = number_of(from, "start");
  const json& offsets = list_of(from, "offsets");
  if (!block || !block_size || !warp || !bytes || !start || offsets.size() != warp_lanes ||
      *warp < 0 || *warp > 31 || *bytes < 1 || *bytes > 16 || *start < 0 || *start > 127)
    return std::nullopt;
  warp_example result;
  result.object = text_of(from, "object");
  result.block = words_of(*block);
  result.warp = static_cast<unsigned>(*warp);
  result.bytes = static_cast<unsigned>(*bytes);
  result.start = static_cast<std::uint64_t>(*start);
  constexpr std::uint64_t largest = std::uint64_t{1} << 48;
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    const json& offset = offsets[lane];
    if (!offset.is_number_unsigned() || offset.get<std::uint64_t>() > largest)
      continue;
    if (result.thread.empty())
      result.thread = thread_at(*block_size, result.warp * warp_lanes + lane);
    result.places[lane] = result.start + offset.get<std::uint64_t>();
  }
  return result.thread.empty() ? std::nullopt : std::optional(result);
}

std::vector<std::uint64_t> sectors_of(const warp_example& of) {
  std::vector<std::uint64_t> all;
  for (const auto& place : of.places)
    if (place)
      for (std::uint64_t sector = *place / 32; sector <= (*place + of.bytes - 1) / 32; ++sector)
        all.push_back(sector);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::size_t bank_pass::degree() const {
  std::size_t most = 0;
  for (const auto& each : words)
    most = std::max(most, each.size());
  return most;
}

bank_pass worst_pass(const warp_example& of) {
  const unsigned lanes = warp_lanes * 4 / std::max(of.bytes, 4u);
  bank_pass worst;
  for (unsigned first = 0; first < warp_lanes; first += lanes) {
    bank_pass pass;
    pass.first_lane = first;
    pass.lanes = lanes;
    for (unsigned lane = first; lane < first + lanes && lane < warp_lanes; ++lane)
      if (const auto& place = of.places[lane])
        for (std::uint64_t word = *place / 4; word <= (*place + of.bytes - 1) / 4; ++word)
          if (auto& known = pass.words[word % 32];
              std::find(known.begin(), known.end(), word) == known.end())
            known.push_back(word);
    if (first == 0 || pass.degree() > worst.degree())
      worst = pass;
  }
  return worst;
}

} // namespace cudalab::grader::html
