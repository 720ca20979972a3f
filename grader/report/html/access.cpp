// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A bad access: the object, and where beside or in it the access fell. Not to scale: a first
// element too far and a million bytes too far both have to be seen.
#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/json.h"
#include "grader/compare/words.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/svg.h"
#include "grader/result.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double object_top = 58, object_height = 34, object_bottom = object_top + object_height;
constexpr double object_width = 190, access_width = 34, gap = 46;
constexpr double margin = 30;
constexpr std::uint64_t most_elements = 16; ///< an array of so few is drawn with its elements

std::string number(std::int64_t value) {
  const auto magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  return (value < 0 ? "-" : "") + grouped(magnitude);
}

/// "byte", "row", "element"
std::string one_of(const findings::missed_object& missed) {
  return missed.unit.substr(0, missed.unit.size() - 1);
}

class access_place {
public:
  explicit access_place(const findings::missed_object& missed)
      : missed_(missed), end_(static_cast<std::int64_t>(missed.size)),
        last_(missed.offset + static_cast<std::int64_t>(missed.accessed)) {}

  bool before() const { return missed_.offset < 0; }
  bool after() const { return missed_.offset >= end_; }
  bool touches_end() const { return missed_.offset == end_ || last_ == 0; }
  bool across_end() const { return !before() && !after() && last_ > end_; }
  /// How far from the object: bytes between the two.
  std::int64_t distance() const {
    return before() ? std::max<std::int64_t>(0, -last_) : missed_.offset - end_;
  }

  std::string words() const {
    const std::string name = missed_.object.empty() ? "the object" : missed_.object;
    const std::string size = fmt::format("{} has {} {}", name, grouped(missed_.size), missed_.unit);
    const std::string what =
        missed_.accessed == 1
            ? fmt::format("{} {}", one_of(missed_), number(missed_.offset))
            : fmt::format("{} {} to {}", missed_.unit, number(missed_.offset), number(last_ - 1));
    if (across_end())
      return fmt::format("{}, 0 to {}. The access is to {}: it begins inside and ends outside.",
                         size, number(end_ - 1), what);
    if (!before() && !after())
      return fmt::format("{}. The access is to {} of it.", size, what);
    const std::string far =
        touches_end() ? fmt::format("just {} it", before() ? "before" : "after")
                      : fmt::format("{} {} {} its {}", number(distance()), missed_.unit,
                                    before() ? "before" : "after", before() ? "start" : "end");
    return fmt::format("{}, 0 to {}. The access is to {}, {}.", size, number(end_ - 1), what, far);
  }

private:
  const findings::missed_object& missed_;
  std::int64_t end_, last_;
};

class access_drawing {
public:
  access_drawing(const finding& one, const std::string& id)
      : missed_(*one.missed), place_(missed_), freed_(one.kind == finding_kind::use_after_free),
        action_(one.parties.empty() ? "access" : one.parties.front().action),
        drawing_(id, picture_width, object_bottom + 48, "Where the access fell", place_.words()) {
    const double space = place_.touches_end() ? 0 : gap;
    left_ = margin + (place_.before() ? access_width + space : 0);
    access_ = place_.before()       ? margin
              : place_.across_end() ? right() - access_width / 2
              : place_.after()      ? right() + space
                                    : inside();
  }

  markup draw() {
    draw_object();
    drawing_.path_filled(fmt::format("M{:.2f} {:.2f}h{}v{}h-{}z", access_, object_top - 8,
                                     access_width, object_height + 16, access_width),
                         drawing_.hatch("bad-ink", "bad-fill"));
    drawing_.rect(access_, object_top - 8, access_width, object_height + 16, "strong");
    const double middle = access_ + access_width / 2;
    drawing_.text(middle, object_top - 34, action_, "bold bad", anchor::middle);
    drawing_.line(middle, object_top - 28, middle, object_top - 10, "bad-line");
    drawing_.text(middle, object_bottom + 42, one_of(missed_) + " " + number(missed_.offset),
                  "bold", anchor::middle);
    drawing_.line(middle, object_bottom + 10, middle, object_bottom + 28, "grid");
    if ((place_.before() || place_.after()) && !place_.touches_end())
      draw_gap();
    return drawing_.finish();
  }

private:
  double right() const { return left_ + object_width; }

  double inside() const {
    const double part = static_cast<double>(missed_.offset) /
                        static_cast<double>(std::max<std::uint64_t>(1, missed_.size));
    return left_ + part * (object_width - access_width);
  }

  void draw_object() {
    drawing_.rect(left_, object_top, object_width, object_height,
                  freed_ ? "none-fill" : "good-fill");
    if (missed_.unit != "bytes" && missed_.size <= most_elements)
      for (std::uint64_t i = 1; i < missed_.size; ++i) {
        const double x =
            left_ + object_width * static_cast<double>(i) / static_cast<double>(missed_.size);
        drawing_.line(x, object_top, x, object_bottom, "grid");
      }
    drawing_.rect(left_, object_top, object_width, object_height,
                  freed_ ? "frame dashed" : "frame");
    const double middle = left_ + object_width / 2;
    const bool room = place_.before() || place_.after() || place_.across_end();
    drawing_.text(middle, room ? object_top + 22 : object_top - 14,
                  freed_                       ? "freed"
                  : missed_.object.size() > 24 ? ""
                                               : missed_.object,
                  "code bold on-good", anchor::middle);
    const bool begin_is_free = room || access_ > left_ + 12; // else the access lies over the 0
    if (begin_is_free)
      drawing_.text(left_, object_bottom + 16, "0", "small soft");
    drawing_.text(right() - (place_.after() || place_.across_end() ? 20 : 0), object_bottom + 16,
                  grouped(missed_.size - std::min<std::uint64_t>(1, missed_.size)), "small soft",
                  anchor::end);
  }

  void draw_gap() {
    const double from = place_.before() ? access_ + access_width : right();
    drawing_.line(from + 4, object_top + object_height / 2, from + gap - 4,
                  object_top + object_height / 2, "grid dashed");
    drawing_.text(from + gap / 2, object_top + object_height / 2 - 8, number(place_.distance()),
                  "small", anchor::middle);
    drawing_.text(from + gap / 2, object_top + object_height / 2 + 16, missed_.unit, "small soft",
                  anchor::middle);
  }

  const findings::missed_object& missed_;
  access_place place_;
  bool freed_;
  std::string action_;
  svg drawing_;
  double left_ = 0, access_ = 0;
};

/// Where the object was made and freed, with the lines.
markup places(const json& grade, const findings::missed_object& missed) {
  markup result;
  const auto add = [&](const char* what, const std::string& file, int line) {
    if (line <= 0)
      return;
    result += element("p", text(what) + element("code", short_place(file, line))) +
              source_view(grade, file, line, 0);
  };
  add("Allocated in ", missed.made_in, missed.made_line);
  add("Freed in ", missed.freed_in, missed.freed_line);
  return result;
}

} // namespace

markup access_picture(const finding_view& view) {
  const finding one = findings::read_finding(view.finding);
  if (!one.missed || one.missed->size == 0 || one.missed->unit.empty())
    return {};
  return figure(access_drawing(one, view.id).draw(),
                prose(access_place(*one.missed).words() + " The picture is not to scale.")) +
         places(view.grade, *one.missed);
}

} // namespace cudalab::grader::html
