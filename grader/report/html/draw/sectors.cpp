// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The lanes of a warp above, the sectors that they touch below, and from each lane to its bytes.
#include <algorithm>

#include <fmt/format.h>

#include "grader/compare/words.h"
#include "grader/report/html/draw/request.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

constexpr double lane_width = (picture_width - 2 * picture_margin) / warp_lanes;
constexpr double sectors_top = 118, sector_height = 16;
constexpr double sectors_height = 158;

/// Where the sectors lie: neighbours in memory touch, others stand apart.
class shelf {
public:
  explicit shelf(std::vector<std::uint64_t> sectors) : sectors_(std::move(sectors)) {
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < sectors_.size(); ++i)
      gaps += sectors_[i] != sectors_[i - 1] + 1;
    const double count = static_cast<double>(sectors_.size());
    const double room = picture_width - 2 * picture_margin;
    gap_ = gaps == 0 ? 0 : std::min(10.0, room / 3 / static_cast<double>(gaps));
    // As wide as 8 lanes at most: then 32 lanes side by side have straight lines to 4 sectors.
    size_ = std::min(8 * lane_width, (room - gap_ * static_cast<double>(gaps)) / count);
    double x = picture_margin + (room - gap_ * static_cast<double>(gaps) - size_ * count) / 2;
    for (std::size_t i = 0; i < sectors_.size(); ++i) {
      x += i == 0 ? 0 : size_ + (sectors_[i] == sectors_[i - 1] + 1 ? 0 : gap_);
      begins_.push_back(x);
    }
  }

  double size() const { return size_; }
  const std::vector<double>& begins() const { return begins_; }
  /// Where a byte lies, and the end of the one before `place`.
  double begin_of(std::uint64_t place) const { return at(place / 32, place % 32); }
  double end_of(std::uint64_t place) const { return at((place - 1) / 32, (place - 1) % 32 + 1); }

private:
  double at(std::uint64_t sector, std::uint64_t byte) const {
    const auto found = std::lower_bound(sectors_.begin(), sectors_.end(), sector);
    return begins_[static_cast<std::size_t>(found - sectors_.begin())] +
           size_ * static_cast<double>(byte) / 32;
  }

  std::vector<std::uint64_t> sectors_;
  std::vector<double> begins_;
  double gap_ = 0, size_ = 0;
};

std::string description(const warp_example& of, const std::vector<std::uint64_t>& sectors) {
  std::size_t lanes = 0;
  for (const auto& place : of.places)
    lanes += place.has_value();
  return fmt::format("{} lanes of warp {} of block {} touch {} sectors of 32 bytes in {}.", lanes,
                     of.warp, of.block, sectors.size(), of.object);
}

} // namespace

markup draw_sectors(const warp_example& of, const std::string& id) {
  const std::vector<std::uint64_t> sectors = sectors_of(of);
  const shelf memory(sectors);
  svg drawing(id, picture_width, sectors_height, "The sectors that one request touches",
              description(of, sectors));
  drawing.text(picture_margin, 12, fmt::format("lanes of warp {}, block {}", of.warp, of.block));
  for (const double begin : memory.begins())
    drawing.rect(begin, sectors_top, memory.size(), sector_height, "none-fill");
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    const double x = picture_margin + static_cast<double>(lane) * lane_width;
    const auto& place = of.places[lane];
    drawing.rect(x, lanes_top, lane_width, lane_height, place ? "lane" : "none-fill");
    drawing.rect(x, lanes_top, lane_width, lane_height, "grid");
    if (lane % 8 == 0 || lane == warp_lanes - 1)
      drawing.text(x + lane_width / 2, lanes_top - 4, std::to_string(lane), "small soft",
                   anchor::middle);
    if (!place)
      continue;
    const double begin = memory.begin_of(*place);
    const double end = std::max(memory.end_of(*place + of.bytes), begin + 1);
    drawing.path(fmt::format("M{:.1f} {:g}H{:.1f}L{:.1f} {:g}H{:.1f}Z", x + 1,
                             lanes_top + lane_height, x + lane_width - 1, end, sectors_top, begin),
                 lane % 2 == 0 ? "reach" : "reach other");
    drawing.rect(begin, sectors_top, end - begin, sector_height, "lane");
  }
  for (const double begin : memory.begins())
    drawing.rect(begin, sectors_top - 2, memory.size(), sector_height + 4, "frame");
  const std::string first =
      grouped(sectors.front() * 32 - std::min(sectors.front() * 32, of.start));
  drawing.text(picture_margin, sectors_height - 8, fmt::format("{} from byte {}", of.object, first),
               "small");
  drawing.text(picture_width - picture_margin, 12,
               fmt::format("{} sector{}", sectors.size(), sectors.size() == 1 ? "" : "s"),
               "small bold", anchor::end);
  return drawing.finish();
}

} // namespace cudalab::grader::html
