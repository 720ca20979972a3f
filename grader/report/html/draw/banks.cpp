// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The lanes of a warp above, the 32 banks of shared memory below. The words that one bank must
// serve are stacked: each row is one more pass.
#include <algorithm>

#include <fmt/format.h>

#include "grader/report/html/draw/box.h"
#include "grader/report/html/draw/request.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

constexpr double cell = (picture_width - 2 * picture_margin) / warp_lanes;
constexpr double banks_top = 112;

std::string description(const warp_example& of, const bank_pass& pass) {
  std::size_t busy = 0;
  for (const auto& each : pass.words)
    busy += !each.empty();
  return fmt::format("The lanes of warp {} of block {} use {} of the 32 banks of shared memory, in "
                     "{}; the busiest bank must serve {} different words, one after the other.",
                     of.warp, of.block, busy, of.object, pass.degree());
}

} // namespace

markup draw_banks(const warp_example& of, const std::string& id) {
  const bank_pass pass = worst_pass(of);
  const double word_height = pass.degree() > 16 ? 5 : pass.degree() > 8 ? 8 : 11;
  const double stack = word_height * static_cast<double>(std::max<std::size_t>(pass.degree(), 1));
  const double bottom = banks_top + stack;
  svg drawing(id, picture_width, bottom + 40, "The banks that one request uses",
              description(of, pass));
  const std::string extra = drawing.hatch("bad-ink", "bad-fill", 4);
  drawing.text(picture_margin, 12, fmt::format("lanes of warp {}, block {}", of.warp, of.block));
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    const double x = picture_margin + static_cast<double>(lane) * cell;
    const bool shown = lane >= pass.first_lane && lane < pass.first_lane + pass.lanes;
    const auto& place = of.places[lane];
    drawing.rect(x, lanes_top, cell, lane_height, place && shown ? "lane" : "none-fill");
    drawing.rect(x, lanes_top, cell, lane_height, "grid");
    if (lane % 8 == 0 || lane == warp_lanes - 1)
      drawing.text(x + cell / 2, lanes_top - 4, std::to_string(lane), "small soft", anchor::middle);
    if (!place || !shown)
      continue;
    const double words = std::max(1.0, of.bytes / 4.0);
    const double bank = picture_margin + static_cast<double>(*place / 4 % 32) * cell;
    drawing.path(fmt::format("M{:.1f} {:g}H{:.1f}L{:.1f} {:g}H{:.1f}Z", x + 1,
                             lanes_top + lane_height, x + cell - 1,
                             std::min(bank + words * cell - 1, picture_width - picture_margin),
                             banks_top, bank + 1),
                 lane % 2 == 0 ? "reach" : "reach other");
  }
  for (std::size_t bank = 0; bank < 32; ++bank) {
    const double x = picture_margin + static_cast<double>(bank) * cell;
    for (std::size_t row = 0; row < pass.words[bank].size(); ++row) {
      const double y = banks_top + word_height * static_cast<double>(row);
      drawing.rect(x, y, cell, word_height, row == 0 ? "lane" : "bad-fill");
      if (row > 0)
        fill_box(drawing, x, y, cell, word_height, extra);
      drawing.rect(x, y, cell, word_height, "grid");
    }
    if (pass.words[bank].empty())
      drawing.rect(x, banks_top, cell, word_height, "thin");
    if (bank % 8 == 0 || bank == 31)
      drawing.text(x + cell / 2, bottom + 14, std::to_string(bank), "small soft", anchor::middle);
  }
  drawing.text(picture_margin, bottom + 32, fmt::format("banks of shared memory, {}", of.object),
               "small");
  drawing.text(picture_width - picture_margin, 12,
               pass.degree() <= 1 ? std::string("no conflict")
                                  : fmt::format("{} words in one bank", pass.degree()),
               "small bold", anchor::end);
  return drawing.finish();
}

} // namespace cudalab::grader::html
