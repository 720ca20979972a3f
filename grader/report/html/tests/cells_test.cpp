// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <functional>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/checks/difference_data.h"
#include "grader/report/html/cell_map.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/tests/well_formed.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

/// A failed case of `rows` x `columns`: right but for what `state` says.
json failed_case(std::size_t rows, std::size_t columns, std::size_t block,
                 const std::function<cell(std::size_t, std::size_t)>& state) {
  comparison result;
  expectation wanted;
  wanted.shape = {rows, columns, rows == 1 ? 1 : block, block};
  result.elements = rows * columns;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const cell is = state(row, column);
      result.cells.push_back(is);
      ++(is == cell::right ? result.right : is == cell::wrong ? result.wrong : result.unwritten);
      if (is != cell::right && result.first.size() < 8)
        result.first.push_back({row, column, 1.5, 2.5, is == cell::unwritten});
    }
  json data = difference_data(result, wanted);
  data["name"] = "a case";
  data["passed"] = false;
  data["output"] = "d_P";
  return data;
}

html_page drawn_map(const json& one) {
  return read_page("<!DOCTYPE html>\n" + html::draw_cell_map(one, "map").drawing.str());
}

/// The area of what is filled so, in cells of 20 pixels: by class, or by pattern.
double area(const html_page& page, const std::string& name, const std::string& value) {
  double sum = 0;
  for (const html_element& each : find_all(page, "path"))
    if (const auto has = each.attributes.find(name);
        has != each.attributes.end() && has->second == value) {
      const std::string path = each.attributes.at("d");
      for (std::size_t h = path.find('h'); h != std::string::npos; h = path.find('h', h + 1))
        sum += std::stod(path.substr(h + 1)) * std::stod(each.attributes.at("stroke-width"));
    }
  return sum / (20 * 20);
}

} // namespace

TEST_CASE("a map tells each cell, run by run") {
  const json data = failed_case(2, 5, 2, [](std::size_t row, std::size_t column) {
    return row == 1 && column > 2 ? cell::unwritten : column == 0 ? cell::wrong : cell::right;
  });
  CHECK(data["map"]["lines"] == json::array({"w4r", "w2r2u"}));
  CHECK(data["map"]["cell_rows"] == 1);
  CHECK(data["map"]["across"] == 5);
  CHECK(data["differences"].size() == 4);
  CHECK(data["differences"][1]["place"] == "row 1, column 0");
  CHECK(data["differences"][2]["unwritten"] == true);
}

TEST_CASE("of a large output each cell is the worst of its elements, and there are few cells") {
  const json data = failed_case(300, 1000, 16, [](std::size_t row, std::size_t column) {
    return row == 299 && column == 999 ? cell::wrong : column == 0 ? cell::unwritten : cell::right;
  });
  const json& map = data["map"];
  CHECK(map["cell_rows"] == 5);
  CHECK(map["cell_columns"] == 16);
  REQUIRE(map["lines"].size() == 60);
  CHECK(map["lines"][0] == "u62r");
  CHECK(map["lines"][59] == "u61rw");
}

TEST_CASE("a vector is folded into lines of a warp, or of 64 cells when it is long") {
  const auto first_wrong = [](std::size_t, std::size_t column) {
    return column == 0 ? cell::wrong : cell::right;
  };
  const json small = failed_case(1, 100, 32, first_wrong);
  CHECK(small["map"]["lines"] == json::array({"w31r", "32r", "32r", "4r"}));
  const json large = failed_case(1, 1'000'000, 256, first_wrong);
  CHECK(large["map"]["across"] == 64);
  CHECK(large["map"]["lines"].size() == 64);
  const json one = failed_case(1, 1, 256, first_wrong);
  CHECK_FALSE(one.contains("map"));
}

TEST_CASE("what is drawn is what the document says") {
  const json data = failed_case(16, 16, 4, [](std::size_t row, std::size_t column) {
    return row >= 12 ? cell::unwritten : column == 3 ? cell::wrong : cell::right;
  });
  const html_page page = drawn_map(data);
  CHECK(page.problem == "");
  CHECK(area(page, "stroke", "var(--good-fill)") == doctest::Approx(12 * 15));
  CHECK(area(page, "stroke", "url(#map-fill1)") == doctest::Approx(12));
  CHECK(area(page, "stroke", "url(#map-fill2)") == doctest::Approx(64));
  CHECK(find_all(page, "line", "grid").size() == 3 + 3);
  CHECK(find_all(page, "desc").at(0).text == "180 right, 12 wrong, 64 never written.");
  const html_element ring = find_all(page, "circle", "strong").at(0); // row 0, column 3
  CHECK(std::stod(ring.attributes.at("cx")) == doctest::Approx(40 + 3.5 * 20));
  CHECK(std::stod(ring.attributes.at("cy")) == doctest::Approx(18 + 0.5 * 20));
}

TEST_CASE("the blocks of a folded vector begin where they begin") {
  const json data = failed_case(1, 100, 48, [](std::size_t, std::size_t) { return cell::wrong; });
  const html_page page = drawn_map(data);
  // 32 cells a line. 48: in the middle of the second line, a step of three lines. 96: where the
  // fourth line begins.
  CHECK(find_all(page, "line", "grid").size() == 3 + 1);
}

TEST_CASE(
    "wrong and unwritten cells differ by more than a colour, and the legend has what occurs") {
  const json data = failed_case(4, 4, 2, [](std::size_t row, std::size_t) {
    return row == 0 ? cell::wrong : row == 1 ? cell::unwritten : cell::right;
  });
  const auto map = html::draw_cell_map(data, "map");
  const html_page page = drawn_map(data);
  CHECK(find_all(page, "pattern").size() == 2);
  const html_page legend = read_page("<!DOCTYPE html>\n" + map.legend.str());
  CHECK(legend.problem == "");
  std::string words;
  for (const html_element& each : find_all(legend, "li"))
    words += each.text + "; ";
  CHECK(words == "right: 8; wrong: 4; never written: 4; ");
}

TEST_CASE("the picture of a check has the case told first on top, and no case that passed") {
  const auto all_wrong = [](std::size_t, std::size_t) { return cell::wrong; };
  json check = {{"kind", "correctness"},
                {"data", {{"first_told", "second"}, {"cases", json::array()}}}};
  for (const char* name : {"first", "second"}) {
    json one = failed_case(2, 2, 2, all_wrong);
    one["name"] = name;
    check["data"]["cases"].push_back(one);
  }
  check["data"]["cases"].push_back({{"name", "third"}, {"passed", true}});
  const json grade;
  const html_page page =
      read_page("<!DOCTYPE html>\n<div>" +
                html::cells_picture(html::check_view{grade, check, "p"}).str() + "</div>");
  CHECK(page.problem == "");
  CHECK(find_all(page, "h4").size() == 2);
  CHECK(find_all(page, "h4").at(0).text == "d_P in the case second");
  CHECK(find_all(page, "tr").size() == 2 * (1 + 4));
}
