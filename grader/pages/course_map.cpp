// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pages/course_map.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

constexpr double map_left = 62, lab_width = 360, lab_height = 52;
constexpr double guide_height = 26, guide_gap = 6, guide_step = 31;
constexpr double between_labs = 23;

/// Of letters as small as a guide's. Letters differ: it is only about right.
double width_of(const std::string& title) {
  return 14 + 7.0 * static_cast<double>(title.size());
}

/// A line of a lab's box, narrower letters where it is too long; `letter`: the width of one, about.
std::string box_line(const std::string& text, const char* css, double y, double letter) {
  constexpr double margin = 14, room = lab_width - 2 * margin;
  const bool long_one = letter * static_cast<double>(text.size()) > room;
  return fmt::format(
      R"(<text{} x="{}" y="{}"{}>{}</text>)", css, map_left + margin, y,
      long_one ? fmt::format(R"( textLength="{}" lengthAdjust="spacingAndGlyphs")", room) : "",
      escaped(text));
}

std::string lab_box(const lab_description& one, double top) {
  return fmt::format(
      R"(<a href="{}"><rect class="lab" x="{}" y="{}" width="{}" height="{}" rx="9"/>{}{}</a>)"
      "\n",
      escaped(page_of(one)), map_left, top, lab_width, lab_height,
      box_line(heading_of(one), R"( class="name")", top + 22, 9.2),
      box_line(one.you_write, "", top + 42, 7.4));
}

std::string guide_box(const guide& one, double x, double top) {
  const double wide = width_of(one.title);
  return fmt::format(
      R"(<a href="{}"><rect class="guide" x="{}" y="{}" width="{}" height="{}" rx="{}"/>)"
      R"(<text class="small" x="{}" y="{}">{}</text></a>)"
      "\n",
      escaped(one.page), x, top, wide, guide_height, guide_height / 2, x + wide / 2, top + 17.5,
      escaped(one.title));
}

/// Where a lab is, and how many curves have begun and ended there.
struct place {
  double top = 0;
  int number = 0, begun = 0, ended = 0;
};

/// A curve that reaches further to the left the more labs it passes.
std::string curve(place& from, place& to, int leaving) {
  const double step = leaving > 3 ? 20.0 / leaving : 8;
  const double begin = from.top + 28 + step * from.begun++, end = to.top + 8 + 9.0 * to.ended++;
  const int passed = to.number - from.number;
  const double bend = passed == 1 ? 32 : passed == 2 ? 18 : std::max(-16, 20 - 4 * passed);
  return fmt::format(
      R"svg(<path d="M{0} {1}C{2} {1} {2} {3} {4} {3}" marker-end="url(#course-map-head)"/>)svg"
      "\n",
      map_left, begin, bend, end, map_left - 2);
}

class drawing {
public:
  drawing(const labs_by_name& labs, const find_guide& guides) : labs_(labs) {
    for (const auto& [name, one] : labs)
      add(name, one, guides);
    for (const auto& [name, one] : labs)
      add_curves(name, one);
  }

  std::string finish() const {
    return fmt::format(
        R"(<svg class="course-map" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="group" aria-labelledby="course-map-title course-map-words">
<title id="course-map-title">Map of the course</title>
<desc id="course-map-words">The labs from top to bottom. Curves on the left lead from each lab to the labs that build on it; below each lab are its guides. The list below the map says the same in words.</desc>
<defs><marker id="course-map-head" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
<g class="leans">
{}</g>
{}</svg>
)",
        map_left + lab_width + 7, bottom_, curves_, boxes_);
  }

private:
  void add(const std::string& name, const lab_description& one, const find_guide& guides) {
    place& here = places_[name];
    here.number = static_cast<int>(places_.size());
    here.top = bottom_;
    boxes_ += lab_box(one, here.top);
    double x = map_left, y = here.top + lab_height + 5;
    for (const std::string& each : one.guides)
      if (const guide* found = guides(each)) {
        if (x > map_left && x + width_of(found->title) > map_left + lab_width + guide_gap) {
          x = map_left;
          y += guide_step;
        }
        boxes_ += guide_box(*found, x, y);
        x += width_of(found->title) + guide_gap;
      }
    bottom_ = y + guide_height + between_labs;
  }

  void add_curves(const std::string& name, const lab_description& one) {
    std::vector<std::string> nearest_first(one.builds_on.rbegin(), one.builds_on.rend());
    for (const std::string& earlier : nearest_first)
      if (const auto from = places_.find(earlier); from != places_.end() && earlier < name)
        curves_ += curve(from->second, places_[name], leaving(earlier));
  }

  int leaving(const std::string& name) const {
    return static_cast<int>(std::count_if(labs_.begin(), labs_.end(), [&name](const auto& each) {
      const auto& on = each.second.builds_on;
      return std::find(on.begin(), on.end(), name) != on.end();
    }));
  }

  const labs_by_name& labs_;
  std::map<std::string, place> places_;
  std::string boxes_, curves_;
  double bottom_ = 10;
};

} // namespace

std::string course_map_svg(const labs_by_name& labs, const find_guide& guides) {
  return drawing(labs, guides).finish();
}

} // namespace cudalab::grader
