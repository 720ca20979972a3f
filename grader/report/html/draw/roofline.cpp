// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A roofline: what the device's memory and its arithmetic allow a kernel at most, and where the
// kernel is. (Williams, Waterman and Patterson: Roofline, Communications of the ACM 52(4), 2009.)
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double roofline_height = 250, roofline_left = 44, roofline_right = 334, roofline_top = 24,
                 roofline_bottom = 206;

/// Work of one program: operations a byte, and a second.
struct rate {
  double intensity = 0; ///< operations for each byte that must be moved at least
  double tflops = 0;
};

std::optional<rate> rate_of(const json& data, const char* program) {
  if (!data.contains(program))
    return std::nullopt;
  const auto tflops = number_of(data[program], "tflops"),
             gigabytes = number_of(data[program], "gigabytes_per_second");
  if (!tflops || !gigabytes || *tflops < 1e-9 || *gigabytes < 1e-6 || *tflops > 1e9 ||
      *gigabytes > 1e12)
    return std::nullopt;
  return rate{*tflops * 1e3 / *gigabytes, *tflops};
}

struct roofs {
  double terabytes = 0; ///< a second
  double tflops = 0;    ///< 0: not known
  double at(double intensity) const {
    const double memory = intensity * terabytes;
    return tflops > 0 ? std::min(memory, tflops) : memory;
  }
};

axis around(double low, double high, double pixel_from, double pixel_to) {
  return {std::pow(10, std::floor(std::log10(low) - 0.2)),
          std::pow(10, std::ceil(std::log10(high) + 0.3)), pixel_from, pixel_to, true};
}

void draw_axes(svg& drawing, const axis& x, const axis& y) {
  for (const double tick : ticks(x, 4)) {
    drawing.line(x.at(tick), roofline_top, x.at(tick), roofline_bottom, "thin");
    drawing.text(x.at(tick), roofline_bottom + 15, tick_text(tick), "small soft",
                 x.at(tick) > roofline_right - 10 ? anchor::end : anchor::middle);
  }
  for (const double tick : ticks(y, 4)) {
    drawing.line(roofline_left, y.at(tick), roofline_right, y.at(tick), "thin");
    drawing.text(roofline_left - 5, y.at(tick) + 4, tick_text(tick), "small soft", anchor::end);
  }
  drawing.text((roofline_left + roofline_right) / 2, roofline_height - 8,
               "operations for a byte of memory", "small", anchor::middle);
  drawing.text(roofline_left, roofline_top - 8, "TFLOP/s", "small");
}

/// What each roof is, above it: there no kernel is.
void name_roofs(svg& drawing, const roofs& device, const axis& x, const axis& y) {
  constexpr double room = 126; // for the text, from the left edge
  const double part = room / (roofline_right - roofline_left);
  const double end = x.from * std::pow(x.to / x.from, part);
  drawing.text(roofline_left + 4, y.at(device.at(end)) - 7,
               fmt::format("{} GB/s, measured", brief(device.terabytes * 1e3)), "small on-page");
  if (device.tflops > 0)
    drawing.text(roofline_right - 2, y.at(device.tflops) - 7,
                 fmt::format("{} TFLOP/s, in theory", brief(device.tflops)), "small on-page",
                 anchor::end);
}

markup draw(const roofs& device, const rate& mine, const std::optional<rate>& given,
            const std::string& id) {
  const double ridge = device.tflops > 0 ? device.tflops / device.terabytes : mine.intensity;
  const double lowest =
      std::min({mine.tflops, given ? given->tflops : mine.tflops, device.at(ridge)});
  const axis x = around(std::min(mine.intensity, ridge) / 4, std::max(mine.intensity, ridge) * 4,
                        roofline_left, roofline_right);
  const axis y =
      around(lowest / 2, std::max(mine.tflops, device.at(x.to)), roofline_bottom, roofline_top);
  svg drawing(id, picture_width, roofline_height, "Roofline",
              fmt::format("With {:.3g} operations for a byte this device allows at most {:.3g} "
                          "TFLOP/s; your kernel reaches {:.3g}{}.",
                          mine.intensity, device.at(mine.intensity), mine.tflops,
                          given ? fmt::format(", the given one {:.3g}", given->tflops) : ""));
  draw_axes(drawing, x, y);
  name_roofs(drawing, device, x, y);
  const double bend = std::clamp(ridge, x.from, x.to);
  // Below the lowest number of the axis a roof is not drawn.
  const double begin = std::min(std::max(x.from, y.from / device.terabytes), bend);
  const double end = device.tflops > 0 ? bend : std::min(x.to, y.to / device.terabytes);
  drawing.line(x.at(begin), y.at(begin * device.terabytes), x.at(end), y.at(end * device.terabytes),
               "roof");
  if (device.tflops > 0)
    drawing.line(x.at(bend), y.at(device.tflops), x.at(x.to), y.at(device.tflops), "roof");
  const double roof = device.at(mine.intensity);
  drawing.line(x.at(mine.intensity), y.at(mine.tflops), x.at(mine.intensity), y.at(roof),
               "strong dashed");
  const bool to_the_left = x.at(mine.intensity) > (roofline_left + roofline_right) / 2;
  const auto side = to_the_left ? anchor::end : anchor::start;
  const double beside = to_the_left ? -8 : 8;
  if (given) {
    const double at = x.at(given->intensity), up = y.at(given->tflops);
    drawing.rect(at - 4, up - 4, 8, 8, "hollow");
    drawing.text(at + beside, up + 12, "given", "small", side);
  }
  drawing.circle(x.at(mine.intensity), y.at(mine.tflops), 5, "lane");
  drawing.text(x.at(mine.intensity) + beside, y.at(mine.tflops) + 4, "yours", "small bold", side);
  return drawing.finish();
}

markup words(const roofs& device, const rate& mine, const std::string& name) {
  const double roof = device.at(mine.intensity);
  const bool by_memory = device.tflops == 0 || mine.intensity * device.terabytes < device.tflops;
  std::string told = fmt::format(
      "The roof is what {} allows: the slope its memory ({} GB/s, measured with copies)",
      name.empty() ? "this device" : "the " + name, brief(device.terabytes * 1e3));
  told += device.tflops > 0
              ? fmt::format(", the flat part its arithmetic ({} TFLOP/s: what all cores would do "
                            "at the highest clock, in theory; no program reaches it). ",
                            brief(device.tflops))
              : ". ";
  if (mine.tflops > 1.05 * roof)
    told += "Your kernel lies above it: operations are counted as the plain algorithm makes them, "
            "and yours makes fewer, or keeps bytes in a cache.";
  else
    told += fmt::format("Your kernel reaches {:.0f} % of what {} allows.", 100 * mine.tflops / roof,
                        by_memory ? "the memory" : "the arithmetic");
  return text(told);
}

/// Of a kernel without operations that are counted: bytes only.
markup draw_bandwidth(const json& data, const std::string& id) {
  double wanted = number_of(data, "copy_threshold").value_or(0);
  if (wanted > 1e6)
    wanted = 0; // none
  const auto part = number_of(data, "copy_fraction"),
             copy = number_of(data, "copy_gigabytes_per_second");
  const std::vector<double> interval = numbers_of(data, "copy_interval");
  if (!part || !copy || *part < 0 || *part > 1e6)
    return {};
  svg drawing(
      id, picture_width, 92, "Part of the copy bandwidth",
      fmt::format("{:.0f} percent of this device's copy bandwidth{}.", 100 * *part,
                  wanted > 0 ? fmt::format("; {:.0f} percent is enough", 100 * wanted) : ""));
  const axis x{0, 1.1 * std::max({1.0, *part, wanted}), 8, 332, false};
  for (const double tick : ticks(x, 5)) {
    drawing.line(x.at(tick), 30, x.at(tick), 66, "thin");
    drawing.text(x.at(tick), 82, fmt::format("{:.0f} %", 100 * tick), "small soft",
                 tick > 0 ? anchor::middle : anchor::start);
  }
  drawing.rect(x.at(0), 36, x.at(*part) - x.at(0), 24, "lane");
  if (interval.size() == 2)
    drawing.line(x.at(interval[0]), 48, x.at(interval[1]), 48, "strong");
  drawing.text(8, 12, fmt::format("yours {:.0f} %", 100 * *part), "bold");
  if (wanted > 0) {
    drawing.line(x.at(wanted), 28, x.at(wanted), 68, "bad-line dashed");
    drawing.text(x.at(wanted), 24, fmt::format("enough {:.0f} %", 100 * wanted), "small",
                 anchor::middle);
  }
  return figure(
      drawing.finish(),
      text(fmt::format("Bytes a second, each value counted once, as a part of what a copy "
                       "on this device moves ({} GB/s, read and written).",
                       brief(*copy))));
}

} // namespace

markup roofline_picture(const check_view& view) {
  if (view.check.at("kind") != "speed")
    return {};
  const json& data = view.check.at("data");
  const auto copy = number_of(data, "copy_gigabytes_per_second");
  const auto mine = rate_of(data, "submission");
  if (!mine)
    return draw_bandwidth(data, view.id);
  if (!copy || *copy < 1e-3 || *copy > 1e12)
    return {};
  const double peak = number_of(data, "peak_tflops").value_or(0);
  const roofs device{*copy / 1e3, peak > 1e-6 && peak < 1e9 ? peak : 0};
  const auto given = rate_of(data, "baseline");
  table all{{"kernel", "TFLOP/s", "operations a byte", "of the roof"}, {}, 1};
  const auto add = [&](const char* name, const rate& of) {
    all.rows.push_back({name, brief(of.tflops), brief(of.intensity),
                        fmt::format("{:.1f} %", 100 * of.tflops / device.at(of.intensity))});
  };
  if (given)
    add("given", *given);
  add("yours", *mine);
  return figure(draw(device, *mine, given, view.id),
                words(device, *mine, text_of(data, "device"))) +
         folded("The same as a table", all);
}

} // namespace cudalab::grader::html
