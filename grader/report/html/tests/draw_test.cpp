// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pictures of traffic and speed: what is drawn is what the document says, whatever that is.
#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/request.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/speed/speed_words.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;
using namespace cudalab::grader::html;
using nlohmann::json;

namespace {

/// 32 lanes, each `stride` bytes after the one before.
json line_with(const char* space, int stride, int bytes, int start = 0) {
  json offsets = json::array();
  for (int lane = 0; lane < 32; ++lane)
    offsets.push_back(static_cast<unsigned>(stride * lane));
  return {{"file", "/nowhere/k.cu"},
          {"line", 19},
          {"space", space},
          {"operation", "load"},
          {"requests", 100},
          {"sectors", 3200},
          {"least_sectors", 400},
          {"lanes", 3200},
          {"conflicts", 1500},
          {"worst_conflict", 16},
          {"example",
           {{"object", "d_M"},
            {"block", {1, 0, 0}},
            {"block_size", {16, 16, 1}},
            {"warp", 1},
            {"bytes", bytes},
            {"start", start},
            {"offsets", offsets}}}};
}

json traffic_checked(const json& line) {
  const json kernel = {{"lines", json::array({line})}};
  const json one = {{"name", "48 x 24"}, {"passed", false}, {"kernels", json::array({kernel})}};
  return {{"id", "traffic.loads"},
          {"title", "few loads"},
          {"kind", "traffic"},
          {"status", "fail"},
          {"data", {{"cases", json::array({one})}}}};
}

std::string drawn(const json& check, markup (*picture)(const check_view&)) {
  const json grade = {{"sources", json::array()}, {"checks", json::array({check})}};
  const std::string made = picture(check_view{grade, check, "p"}).str();
  CHECK(read_page("<!DOCTYPE html>\n<div>" + made + "</div>").problem == "");
  return made;
}

std::size_t sectors(const json& line) {
  return html::sectors_of(example_in(line).value()).size();
}
std::size_t degree(const json& line) {
  return worst_pass(example_in(line).value()).degree();
}

/// As the grader writes it.
json speed_checked(double ratio, double flops, double bytes) {
  speedup seen;
  seen.how = speedup::verdict::reached;
  seen.ratios = {ratio - 0.01, ratio, ratio + 0.01};
  seen.self_ratios = {0.999, 1, 1.001};
  seen.ratio = ratio;
  seen.range = {ratio - 0.01, ratio + 0.01};
  seen.baseline_ms = 2 * ratio;
  seen.submission_ms = 2;
  seen.submission_range = {1.99, 2.01};
  seen.clock = {2, 2};
  speed_check wanted;
  wanted.min_ratio = 1.25;
  wanted.flops = flops;
  wanted.bytes = bytes;
  wanted.enough_copy_fraction = flops == 0 ? 0.8 : 0;
  check_result result;
  describe_speed(wanted, seen, {"NVIDIA H200", 4e12, 66900}, result);
  return {{"kind", "speed"}, {"data", json::parse(json(result.data).dump())}};
}

} // namespace

TEST_CASE("the sectors and banks of a request are those that the meter counts") {
  CHECK(sectors(line_with("global", 4, 4)) == 4);
  CHECK(sectors(line_with("global", 4, 4, 4)) == 5); // begins in the middle of a sector
  CHECK(sectors(line_with("global", 96, 4)) == 32);
  CHECK(sectors(line_with("global", 16, 16)) == 16);
  CHECK(degree(line_with("shared", 4, 4)) == 1);
  CHECK(degree(line_with("shared", 0, 4)) == 1);
  CHECK(degree(line_with("shared", 128, 4)) == 32);
  CHECK(degree(line_with("shared", 8, 8)) == 1);
  CHECK(degree(line_with("shared", 16, 8)) == 2);
  CHECK(degree(line_with("shared", 132, 4)) == 1);
}

TEST_CASE("a traffic picture has the document's figures in words, drawing and table") {
  const std::string global = drawn(traffic_checked(line_with("global", 96, 4)), traffic_picture);
  CHECK(has(global, "32.0 sectors, 4.0 would do"));
  CHECK(has(global, "touches 32 sectors of 32 bytes"));
  CHECK(has(global, "Lane 0 is thread (0,2)")); // warp 1 of rows of 16
  CHECK(has(global, "block (1,0)"));
  CHECK(has(global, "<td class=\"number\">32.0</td>"));
  const std::string shared = drawn(traffic_checked(line_with("shared", 64, 4)), traffic_picture);
  CHECK(has(shared, "16.0 passes, 16-way conflict"));
  CHECK(has(shared, "must serve 16 different words"));
}

TEST_CASE("the traffic that several checks look at is drawn once: where it failed, or first") {
  json loads = traffic_checked(line_with("shared", 64, 4)), stores = loads, conflicts = loads;
  stores["id"] = "traffic.stores";
  conflicts["id"] = "traffic.conflicts";
  const auto drawn_in = [&](const json& check) {
    const json grade = {{"sources", json::array()}, {"checks", {loads, stores, conflicts}}};
    return traffic_picture(check_view{grade, check, "p"}).str();
  };
  CHECK(has(drawn_in(conflicts), "<svg"));
  loads["status"] = stores["status"] = "pass";
  CHECK(has(drawn_in(conflicts), "<svg"));
  CHECK(has(drawn_in(loads), "href=\"#check-traffic.conflicts\""));
  CHECK_FALSE(has(drawn_in(loads), "<svg"));
  conflicts["status"] = "pass";
  CHECK(has(drawn_in(loads), "<svg"));
  CHECK(has(drawn_in(stores), "href=\"#check-traffic.loads\""));
  stores["data"]["cases"][0]["kernels"][0]["lines"][0]["requests"] = 99; // not the same
  CHECK(has(drawn_in(stores), "<svg"));
}

TEST_CASE(
    "the request that is drawn is the worst, where nothing is wasted, of the busiest global line") {
  json check = traffic_checked(line_with("shared", 4, 4));
  json& lines = check["data"]["cases"][0]["kernels"][0]["lines"];
  lines[0]["conflicts"] = 0;
  lines.push_back(line_with("global", 4, 4));
  lines[1]["sectors"] = lines[1]["least_sectors"] = 400;
  lines.push_back(lines[1]);
  lines[2]["line"] = 23;
  lines[2]["requests"] = 101;
  CHECK(has(drawn(check, traffic_picture), "k.cu:23: this request"));
  lines[0]["conflicts"] = 100;
  CHECK(has(drawn(check, traffic_picture), "k.cu:19: no bank must serve"));
}

TEST_CASE("a traffic picture names the kernels where there are several") {
  json check = traffic_checked(line_with("global", 96, 4));
  json& kernels = check["data"]["cases"][0]["kernels"];
  kernels[0]["kernel"] = "first_kernel";
  kernels[0]["line"] = 40;
  CHECK_FALSE(has(drawn(check, traffic_picture), "bold\" text-anchor=\"start\">first_kernel"));
  kernels.push_back(kernels[0]);
  kernels[1]["kernel"] = "second_kernel";
  const std::string both = drawn(check, traffic_picture);
  CHECK(has(both, "bold\" text-anchor=\"start\">first_kernel, launched in line 40<"));
  CHECK(has(both, "bold\" text-anchor=\"start\">second_kernel, launched in line 40<"));
}

TEST_CASE("a speed picture has a dot for each pair, the median and what is wanted") {
  const json check = speed_checked(1.49, 16e9, 5e7);
  const std::string ratios = drawn(check, speed_picture);
  const html_page page = read_page("<!DOCTYPE html>\n" + ratios);
  CHECK(find_all(page, "circle").size() == 6);
  CHECK(has(ratios, "yours 1.49"));
  CHECK(has(ratios, "wanted 1.25"));
  CHECK(has(ratios, "from 1.48 to 1.5;"));
  const std::string roof = drawn(check, roofline_picture);
  CHECK(has(roof, "your kernel reaches 8, the given one 5.37"));
  CHECK(has(roof, "at most 66.9 TFLOP/s"));
  CHECK(has(roof, ">66.9 TFLOP/s, in theory<"));
  CHECK(has(roof, ">4,000 GB/s, measured<"));
  CHECK(has(roof, "what the NVIDIA H200 allows"));
  CHECK(has(roof, "12 % of what the arithmetic allows"));
  CHECK(has(drawn(speed_checked(1.49, 16e9, 4e9), roofline_picture),
            "50 % of what the memory allows")); // 2 TB/s of 4
  CHECK(has(drawn(speed_checked(200, 16e12, 5e7), roofline_picture), "lies above it"));
  CHECK(has(drawn(speed_checked(4.8, 0, 6.4e9), roofline_picture), "yours 80 %"));
}

TEST_CASE("numbers that are missing, huge or no numbers break no picture") {
  const json bad[] = {json(),        json("text"),   json(std::nan("")),
                      json(-5),      json(1e308),    json(18446744073709551615u),
                      json::array(), json::object(), json({1, "2"})};
  const auto spoil = [&](const json& good, markup (*picture)(const check_view&)) {
    const json flat = good.at("data").flatten();
    for (const auto& [path, value] : flat.items())
      for (const json& each : bad) {
        json spoilt = good;
        spoilt["data"][json::json_pointer(path)] = each;
        const std::string made = drawn(spoilt, picture);
        CHECK_FALSE(has(made, "nan"));
        CHECK_FALSE(has(made, "inf\""));
        CHECK(made.size() < 100'000);
      }
  };
  json global = line_with("global", 96, 4), shared = line_with("shared", 64, 4);
  for (json* line : {&global, &shared})
    (*line)["example"]["offsets"].erase(3); // few paths are enough: too short is bad as well
  spoil(traffic_checked(global), traffic_picture);
  spoil(traffic_checked(shared), traffic_picture);
  global = line_with("global", 96, 4);
  for (const json& each : bad) {
    global["example"]["offsets"][5] = each;
    drawn(traffic_checked(global), traffic_picture);
  }
  spoil(speed_checked(1.49, 16e9, 5e7), speed_picture);
  spoil(speed_checked(1.49, 16e9, 5e7), roofline_picture);
  spoil(speed_checked(4.8, 0, 6.4e9), roofline_picture);
}

TEST_CASE("a timeline in a check's details is drawn, a row an engine") {
  const auto with = [](const std::string& rows) {
    return json{
        {"kind", "correctness"},
        {"data", json::object()},
        {"details", {"something else", "the last lines that it printed: timeline\n" + rows}}};
  };
  const std::string made = drawn(
      with("HtoD 1112220...\nkern ...1112...\nDtoH ......1112\ntime 0---40us"), timeline_picture);
  CHECK(has(made, "copies in: busy for 70 % of the time."));
  CHECK(has(made, "kernels: busy for 40 % of the time."));
  CHECK(has(made, "40us"));
  CHECK(has(made, ">2</text>"));
  const std::string two = drawn(with("in.0 1110\nrun0 ..11\nout0 ....\nin.1 22..\nrun1 .222\n"
                                     "out1 ....\ntime 0---7us"),
                                timeline_picture);
  CHECK(has(two, "copies in, 0: busy for 100 % of the time."));
  CHECK(has(two, "kernels, 1: busy for 75 % of the time."));
  // Whatever else a program prints is no timeline.
  for (const char* rows :
       {"HtoD 111\nkern 1111\nDtoH 111\ntime 0---4us", "HtoD 111\nkern 111\ntime 0---4us",
        "HtoD 1<1\nkern 111\nDtoH 111\ntime 0---4us", "HtoD 111\nkern 111\nDtoH 111\ntime 0 4us",
        "in.0 111\nrun0 111\nout0 111\nin.9 111\nrun1 111\nout1 11\ntime 0---4us",
        "HtoD \nkern \nDtoH \ntime 0---4us"})
    CHECK(drawn(with(rows), timeline_picture).empty());
}
