// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pictures that labs add: from what a submission wrote to what is drawn.
#include <cmath>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/pictures/bar_data.h"
#include "grader/pictures/frame_data.h"
#include "grader/pictures/image_data.h"
#include "grader/pictures/tree_data.h"
#include "grader/report/html/draw/lab_picture.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;
using namespace cudalab;
using nlohmann::json;

namespace {

using outputs = std::map<std::string, std::vector<std::byte>>;

const float none = std::numeric_limits<float>::quiet_NaN();
const float infinite = std::numeric_limits<float>::infinity();

template <class T>
outputs written(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {{"d_out", bytes}};
}

float never_written() {
  float value;
  std::memset(&value, protocol::poison_byte, sizeof value);
  return value;
}

/// As it comes out of a stored document.
std::string drawn_picture(const json& picture) {
  const std::string made =
      html::draw_lab_pictures(json::parse(json::array({picture}).dump()), "p").str();
  CHECK(read_page("<!DOCTYPE html>\n<div>" + made + "</div>").problem == "");
  return made;
}

/// Three columns, two rows: a block of 2 x 2 threads and a half.
test_case picture() {
  test_case one("3 x 2", "scale");
  one.input("d_in", std::vector<float>{0, 1, 2, 3, 4, 5})
      .output("d_out", protocol::element_type::float32, 6)
      .expect("d_out", [] {
        return expectation{{0, 2, 4, 6, 8, 10}, 1e-6, 0, {2, 3, 2, 2, {}}, {}};
      });
  return one;
}

test_case points(std::size_t count) {
  test_case one("10 steps", "step");
  one.output("d_out", protocol::element_type::float32, 8 * count).expect("d_out", [count] {
    expectation wanted{std::vector<double>(8 * count, 0), 1e-6, 0, {2 * count, 4, 0, 0, {}}, {}};
    for (std::size_t i = 0; i < count; ++i) {
      wanted.want[4 * i] = static_cast<double>(i);
      wanted.want[4 * i + 1] = static_cast<double>(i % 7);
    }
    return wanted;
  });
  return one;
}

} // namespace

TEST_CASE("a picture that is right is shown before and after") {
  const test_case one = picture();
  const outputs got = written<float>({0, 2, 4, 6, 8, 10});
  const json data = image_data({one, &got, true}, "d_in", "d_out");
  CHECK(data["before"] == json{"001a33", "4d6680"}); // white is 10
  CHECK(data["after"] == json{"003366", "99ccff"});
  CHECK_FALSE(data.contains("marks"));
  const std::string page = drawn_picture(data);
  CHECK(has(page, "2 x 1 blocks of 2 x 2 threads"));
  CHECK(has(page, "2 of the 8 threads have no pixel"));
}

TEST_CASE("the blocks over a picture are those of the launch, where it was seen") {
  const test_case one = picture();
  const outputs got = written<float>({0, 2, 4, 6, 8, 10});
  const auto with = [&](std::vector<protocol::launch_sizes> launches) {
    return image_data({one, &got, true, std::move(launches)}, "d_in", "d_out");
  };
  CHECK_FALSE(with({}).contains("launch"));
  CHECK(has(drawn_picture(with({})), "as the exercise has it"));
  CHECK_FALSE(with({{{1, 1, 1}, {4, 4, 1}}, {{1, 1, 1}, {4, 4, 1}}}).contains("launch"));
  CHECK_FALSE(with({{{1, 1, 2}, {4, 4, 1}}}).contains("launch"));
  const json exact = with({{{3, 1, 1}, {1, 2, 1}}});
  CHECK(exact["launch"] == json{{"grid", {3, 1}}, {"block", {1, 2}}});
  CHECK(has(drawn_picture(exact), "you launched 3 x 1 blocks of 1 x 2 threads.<"));
  const std::string few = drawn_picture(with({{{1, 1, 1}, {2, 2, 1}}}));
  CHECK(has(few, "They reach 4 of the 6 pixels.<"));
  const std::string many = drawn_picture(with({{{3, 1, 1}, {2, 2, 1}}}));
  CHECK(has(many, "6 of the 12 threads have no pixel: those of the blocks at the edge"));
  CHECK(has(drawn_picture(with({{{2, 1, 1}, {3, 1, 1}}})),
            "you launched 2 x 1 blocks of 3 x 1 threads: without rows"));
  json huge = exact;
  huge["launch"]["grid"] = {4e9, 1};
  CHECK(has(drawn_picture(huge), "as the exercise has it")); // no such launch
}

TEST_CASE("wrong pixels and those never written are marked, whatever they hold") {
  const test_case one = picture();
  const outputs got = written<float>({none, infinite, 4, -1e38f, never_written(), 1e38f});
  const json data = image_data({one, &got, false}, "d_in", "d_out");
  CHECK(data["after"] == json{"00ff66", "0000ff"});
  CHECK(data["marks"] == json{"xx.", "x?x"});
  CHECK(data["wrong"] == 4);
  CHECK(data["unwritten"] == 1);
  CHECK(data["expected"] == json{"003366", "99ccff"});
  const std::string page = drawn_picture(data);
  CHECK(has(page, "4 wrong pixels are hatched"));
  CHECK(has(page, "as it should be"));
  CHECK_FALSE(image_data({one, nullptr, false}, "d_in", "d_out").contains("after"));
}

TEST_CASE("a tree has the sums of each round, and says how far a wrong sum came") {
  test_case one("n = 4", "block_sums");
  one.input("d_in", std::vector<int>{10, 1, 8, -1})
      .output("d_out", protocol::element_type::int32, 1)
      .expect("d_out", [] {
        return expectation{{18}, 0, 0, {1, 1, 0, 0, {}}, {}};
      });
  const outputs right = written<int>({18}), wrong = written<int>({10});
  json data = tree_data({one, &right, true}, "d_in", "d_out");
  CHECK(data["levels"] == json{{10, 1, 8, -1}, {18, 0}, {18}});
  CHECK(data["distances"] == json{2, 1});
  CHECK(has(drawn_picture(data), "your kernel&#39;s sum: 18"));
  data = tree_data({one, &wrong, false}, "d_in", "d_out");
  CHECK(data["got"] == 10);
  CHECK(has(drawn_picture(data), "10 is the number at index 0"));
  CHECK(
      has(drawn_picture(tree_data({one, nullptr, false}, "d_in", "d_out")), "nothing was written"));
}

TEST_CASE("points that are elsewhere lead to where they belong, far away ones are counted") {
  const test_case one = points(100);
  const expectation& wanted = one.expected("d_out");
  std::vector<float> all(wanted.want.begin(), wanted.want.end());
  all[0] = 50;         // point 0 is where point 50 should be
  all[4] = none;       // point 1
  all[8] = 1e30f;      // point 2
  all[401] = infinite; // a colour: not a place
  const outputs got = written(all);
  const finished_case seen{one, &got, false};
  const json data = frame_data("step", {&seen}, "d_out");
  const json& frame = data["frames"][0];
  CHECK(frame["count"] == 100);
  CHECK(frame["wrong"] == 3);
  CHECK(frame["not_finite"] == 1);
  CHECK(frame["misplaced"][0] == json{50.0, 0.0, 0.0, 0.0});
  CHECK(frame["misplaced"][1][0].is_null());
  CHECK(has(drawn_picture(data), "3 of 100 wrong"));
}

TEST_CASE("bars show what is wanted, far apart they are logarithmic") {
  bars of{"The ladder",
          "times as fast",
          {"speed"},
          true,
          {{"straight", {1}, {}}, {"best", {10.9}, 6.0}, {"fft", {12}, 18.0}}};
  std::string page = drawn_picture(bar_data(of));
  CHECK(has(page, "wanted 6"));
  CHECK(has(page, ">10.9<"));
  CHECK(has(page, "class=\"bold bad\"")); // 12 of 18
  CHECK_FALSE(has(page, "logarithmic"));
  of.all[2].values = {232};
  page = drawn_picture(bar_data(of));
  CHECK(has(page, "logarithmic"));
  CHECK_FALSE(has(page, "bold bad"));
}

TEST_CASE("a picture that is damaged, huge or unknown breaks no page") {
  const test_case image = picture(), cloud = points(9);
  const outputs got = written<float>({1, 2, 4, 6, never_written(), 10});
  std::vector<float> zeros(72);
  const outputs cloud_got = written(zeros);
  const finished_case seen{cloud, &cloud_got, false};
  const json all[] = {
      image_data({image, &got, false}, "d_in", "d_out"),
      frame_data("step", {&seen}, "d_out"),
      bar_data({"t", "u", {"a", "b"}, true, {{"x", {1, 2}, 3.0}, {"y", {5, 0}, {}}}}),
      {{"kind", "tree"}, {"title", "t"}, {"levels", {{1, 2}, {3}}}, {"got", 4}, {"right", false}}};
  const json bad[] = {json(), json("<b>&"), json(-5), json(1e308), json::array(), json::object()};
  for (const json& good : all) {
    const json flat = good.flatten();
    for (const auto& [path, value] : flat.items())
      for (const json& each : bad) {
        json spoilt = good;
        spoilt[json::json_pointer(path)] = each;
        const std::string made = drawn_picture(spoilt);
        CHECK_FALSE(has(made, "<b>"));
        CHECK_FALSE(has(made, "nan"));
        CHECK(made.size() < 200'000);
      }
  }
  CHECK(drawn_picture({{"kind", "hologram"}}).empty());
}
