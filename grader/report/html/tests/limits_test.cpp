// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What a page promises of itself: its size, and that it can be read.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/markup.h"
#include "grader/report/html/page.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

/// A failed case whose map has as many runs as a map can have.
json noisy_case(const std::string& name) {
  json lines = json::array(), differences = json::array();
  std::string line;
  for (int i = 0; i < 64; ++i)
    line += "rwu"[i % 3];
  for (int i = 0; i < 64; ++i)
    lines.push_back(line);
  for (int i = 0; i < 8; ++i)
    differences.push_back({{"row", i},
                           {"column", 0},
                           {"place", "row 0, column 0"},
                           {"expected", -0.1234567},
                           {"got", nullptr},
                           {"unwritten", true}});
  return {{"name", name},
          {"passed", false},
          {"output", "d_P"},
          {"right", 1408},
          {"wrong", 1344},
          {"unwritten", 1344},
          {"largest_error", 1},
          {"differences", differences},
          {"map",
           {{"rows", 64},
            {"columns", 64},
            {"cell_rows", 1},
            {"cell_columns", 1},
            {"across", 64},
            {"block_rows", 1},
            {"block_columns", 1},
            {"lines", lines}}}};
}

using colours = std::map<std::string, std::array<int, 3>>;

/// The variables that the style sets after `heading`.
colours colours_after(const std::string& style, const std::string& heading) {
  const std::size_t begin = style.find(":root", style.find(heading));
  const std::size_t end = style.find('}', begin);
  colours result;
  for (std::size_t at = style.find("--", begin); at < end; at = style.find("--", at + 2)) {
    const std::size_t colon = style.find(':', at);
    const int rgb = std::stoi(style.substr(style.find('#', colon) + 1, 6), nullptr, 16);
    result[style.substr(at + 2, colon - at - 2)] = {rgb >> 16, rgb >> 8 & 255, rgb & 255};
  }
  return result;
}

/// WCAG 2.2's relative luminance and contrast ratio.
double luminance(const std::array<int, 3>& rgb) {
  const auto linear = [](int channel) {
    const double part = channel / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

double contrast(const std::array<int, 3>& a, const std::array<int, 3>& b) {
  const auto [dark, light] = std::minmax(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

} // namespace

TEST_CASE("the largest page stays under a megabyte") {
  grade result = fixed_grade("/lab.cu");
  const finding race = result.checks[2].findings[0];
  result.checks.clear();
  for (int i = 0; i < 7; ++i) {
    const std::string number = std::to_string(i);
    result.checks.push_back(
        fixed_check("correctness.c" + number, check_kind::correctness, check_status::fail, 10));
    for (const char* name : {"a", "b", "c", "d", "e"})
      result.checks.back().data["cases"].push_back(noisy_case(name));
    result.checks.push_back(
        fixed_check("clean.c" + number, check_kind::clean, check_status::fail, 10));
    result.checks.back().findings.assign(100, race);
    result.checks.back().message = std::string(1'000'000, 'x');
  }
  result.sources = {{"/lab.cu", {}}};
  for (int i = 1; i < 100; ++i)
    result.sources[0].lines[i] = std::string(160, '<');
  settle(result);
  const std::string page = to_html(json::parse(to_json_text(result)));
  CHECK(read_page(page).problem == "");
  CHECK(find_all(read_page(page), "svg").size() > 7 * 2 + 7 * 3);
  CHECK(page.size() < 1'000'000);
}

TEST_CASE("a map with sizes that cannot be ends, and leaves the rest of the page as it is") {
  grade result = fixed_grade();
  const json good = noisy_case("a");
  const json map = good["map"].flatten();
  for (const auto& field : map.items())
    for (const json& bad :
         {json(), json("text"), json(-1), json(1e308), json(18446744073709551615u), json::array(),
          json(std::string(5000, 'x'))}) {
      if (field.key().rfind("/lines/", 0) == 0 && field.key() != "/lines/63")
        continue; // one of them is enough
      json one = good;
      one["map"][json::json_pointer(field.key())] = bad;
      result.checks[1].data["cases"] = json::array({one});
      const std::string page = to_html(json::parse(to_json_text(result)));
      CHECK(read_page(page).problem == "");
      CHECK(page.size() < 100'000);
    }
}

TEST_CASE("text has a contrast of 4.5 on all that it stands on: in light, in dark, in print") {
  const std::string style = html::style_sheet().str();
  for (const char* heading : {"<style>", "prefers-color-scheme: dark", "@media print"}) {
    const colours all = colours_after(style, heading);
    REQUIRE(all.size() == 15);
    for (const char* ink : {"ink", "soft", "good", "bad", "warn", "link"})
      for (const char* ground : {"page", "panel"})
        CHECK_MESSAGE(contrast(all.at(ink), all.at(ground)) >= 4.5, heading, ink, ground);
    for (const char* ground : {"mark", "good-fill", "bad-fill", "warn-fill", "none-fill"})
      CHECK_MESSAGE(contrast(all.at("ink"), all.at(ground)) >= 4.5, heading, ground);
    CHECK_MESSAGE(contrast(all.at("soft"), all.at("mark")) >= 4.5, heading);
  }
}
