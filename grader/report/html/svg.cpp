// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/svg.h"

#include <utility>

#include <fmt/format.h>

namespace cudalab::grader::html {

svg::svg(std::string id, double width, double height, std::string_view title,
         std::string_view description)
    : id_(std::move(id)), title_(title), description_(description), width_(width), height_(height) {
}

svg& svg::rect(double x, double y, double width, double height, std::string_view css_class) {
  return add(element(
      "rect", {{"x", x}, {"y", y}, {"width", width}, {"height", height}, {"class", css_class}}));
}

svg& svg::line(double x1, double y1, double x2, double y2, std::string_view css_class) {
  return add(
      element("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"class", css_class}}));
}

svg& svg::circle(double x, double y, double radius, std::string_view css_class) {
  return add(element("circle", {{"cx", x}, {"cy", y}, {"r", radius}, {"class", css_class}}));
}

svg& svg::path(std::string_view path, std::string_view css_class) {
  return add(element("path", {{"d", path}, {"class", css_class}}));
}

svg& svg::text(double x, double y, std::string_view plain, std::string_view css_class,
               anchor where) {
  const char* side = where == anchor::start ? "start" : where == anchor::end ? "end" : "middle";
  return add(element("text", {{"x", x}, {"y", y}, {"class", css_class}, {"text-anchor", side}},
                     html::text(plain)));
}

svg& svg::add(const markup& more) {
  content_ += more;
  return *this;
}

std::string svg::hatch(std::string_view ink, std::string_view ground, double step) {
  return add_pattern(element("rect", {{"width", step / 3}, {"height", step}, {"class", ink}}),
                     ground, step);
}

std::string svg::dots(std::string_view ink, std::string_view ground, double step) {
  return add_pattern(
      element("circle", {{"cx", step / 2}, {"cy", step / 2}, {"r", step / 4}, {"class", ink}}),
      ground, step);
}

std::string svg::add_pattern(const markup& tile, std::string_view ground, double step) {
  const std::string name = fmt::format("{}-fill{}", id_, ++patterns_);
  const markup under = element("rect", {{"width", step}, {"height", step}, {"class", ground}});
  add(element("defs", element("pattern",
                              {{"id", name},
                               {"width", step},
                               {"height", step},
                               {"patternUnits", "userSpaceOnUse"},
                               {"patternTransform", "rotate(45)"}},
                              under + tile)));
  return "url(#" + name + ")";
}

svg& svg::path_filled(std::string_view path, const std::string& fill) {
  return add(element("path", {{"d", path}, {"fill", fill}}));
}

markup svg::as_decoration() const {
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"viewBox", fmt::format("0 0 {:g} {:g}", width_, height_)},
                  {"width", width_},
                  {"height", height_},
                  {"aria-hidden", "true"}},
                 content_);
}

markup svg::finish() const {
  const std::string title = id_ + "-title", description = id_ + "-text";
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"id", id_},
                  {"viewBox", fmt::format("0 0 {:g} {:g}", width_, height_)},
                  {"width", width_},
                  {"height", height_},
                  {"role", "img"},
                  {"aria-labelledby", title + " " + description}},
                 element("title", {{"id", title}}, html::text(title_)) +
                     element("desc", {{"id", description}}, html::text(description_)) + content_);
}

} // namespace cudalab::grader::html
