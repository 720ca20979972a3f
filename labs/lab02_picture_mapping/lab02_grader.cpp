// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02: what is checked, on which pictures, for how many points.
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/compare/tolerance.h"
#include "grader/lab.h"
#include "grader/pictures/case_values.h"
#include "grader/pictures/image_data.h"
#include "lab02_blur_mistakes.h"
#include "lab02_shapes.h"

namespace cudalab::lab02 {

namespace {

using namespace grader;

// Four differ from the one before in one number only: an answer that is kept is of all four.
const std::vector<shape_question> shapes = {{72, 62, 16, 16},
                                            {72, 62, 32, 8},
                                            {72, 62, 32, 6},
                                            {72, 45, 32, 6},
                                            {99, 45, 32, 6},
                                            {99, 45, 20, 6},
                                            {64, 48, 16, 16},
                                            {66, 50, 16, 16},
                                            {1, 1, 16, 16},
                                            {100, 7, 8, 4},
                                            {1920, 1080, 32, 8},
                                            // no float holds these
                                            {16777217, 1, 1, 1},
                                            {3, 33554435, 3, 2}};

struct picture_range {
  size_range width, height;
  float brightness = 1;
};

/// More rows than 16 bits count, and more pixels than 1,024 blocks of 256 threads: grid and block
/// exchanged at the launch cannot run, and who launches no more blocks needs a second round.
const picture_range tall = {exactly(5), more_than_16_bits()};
const picture_range any_picture = {between(17, 47), between(17, 47)};
// The first is wide, so that each mistake leaves other pixels out.
const std::vector<picture_range> sizes = {
    {exactly(50), exactly(20)},
    {exactly(72), exactly(62)},
    {exactly(62), exactly(72)},
    {exactly(16), exactly(16)},
    {multiple_of(32, 3), multiple_of(32, 3)},
    {above(32, 2), below(32, 3)},
    {below(32, 2), above(32, 3)},
    {exactly(1), exactly(1)},
    {exactly(1), prime_size(37, 47)},
    {prime_size(37, 47), exactly(1)},
    {exactly(41), between(90, 110)}, // 41 * (1.0f / 41) is below 1
    {exactly(241), exactly(17)}, // 4 * 1024 + 1 pixels: vectors fill blocks, and one pixel is left
    {exactly(2049), exactly(3)}, // pairs of columns fill blocks, and one column is left
    {exactly(256), odd_size(33, 47)}, // whole blocks along one side only: no guard would do there
    {odd_size(33, 47), multiple_of(64, 2)},
    {exactly(104), exactly(24)}, // multiples of 8 only
    any_picture,
    tall,
    {exactly(40), exactly(9), 1e12f},
    {exactly(9), exactly(40), 1e-12f}};
/// Twice the smallest floats, which have no exponent of their own, is exact as well.
const picture_range subnormal = {exactly(40), exactly(19), 1e-40f};
constexpr const char* own_size = "72 x 62";
// Watched code is slow (about 50 ns an access): small ones.
const std::vector<picture_range> watched_sizes = {{exactly(24), exactly(20)},
                                                  {exactly(20), exactly(24)},
                                                  {between(33, 40), exactly(5)},
                                                  {exactly(1), exactly(1)},
                                                  any_picture};

/// Pictures in [0, 1): the mean of nine.
const double mean_tolerance = sum_tolerance(9, 1.0);

struct exercise {
  const char* function;
  pixel_rule rule;
  double tolerance; ///< twice a float, and a float moved, are exact
  void (*add_mistakes)(test_case&, const shared_picture&);
  void (*add_thin_mistakes)(test_case&, const shared_picture&); ///< of one row or one column
};

const exercise scale = {"scale_picture", scaled, 0, add_scale_mistakes, nullptr};
const exercise mirror = {"mirror_picture", mirrored, 0, add_mirror_mistakes, nullptr};
const exercise blur = {"blur_picture", blurred, mean_tolerance, add_blur_mistakes,
                       add_thin_blur_mistakes};

/// Checks that ask for one size share a case.
test_case random_case(const random_source& seed, const exercise& of, const picture_size& size,
                      float brightness) {
  std::string name = fmt::format("{} x {}", size.width, size.height);
  random_source random = seed.of(name);
  if (brightness != 1)
    name += fmt::format(", pixels up to {:.3g}", brightness);
  const shared_picture content = times(with_black_pixel(drawn_picture(random, size)), brightness);
  test_case one = picture_case(name, of.function, content, of.rule,
                               of.tolerance * static_cast<double>(brightness));
  // A picture of a few pixels is wrong in the same way by many mistakes: it names none.
  if (brightness < std::numeric_limits<float>::min())
    add_subnormal_mistakes(one, content);
  if (size.width > side && size.height > side) {
    add_coverage_mistakes(one, content, of.rule);
    of.add_mistakes(one, content);
  } else if (of.add_thin_mistakes != nullptr && std::min(size.width, size.height) == 1) {
    of.add_thin_mistakes(one, content);
  }
  return one;
}

/// Small pixels beside large ones: a mean has the digits of its own neighbours, so what is left of
/// a running sum is no mean.
test_case mixed_case(const random_source& seed) {
  constexpr int width = 35, height = 33;
  const std::string name = fmt::format("{} x {}, pixels from 1e-12 to 1e+12", width, height);
  random_source random = seed.of(name);
  std::vector<float> pixels;
  for (int i = 0; i < width * height; ++i)
    pixels.push_back(random.uniform(0.5f, 1.0f) * (random.integer(0, 9) == 0   ? 1e12f
                                                   : random.integer(0, 1) == 0 ? 1.0f
                                                                               : 1e-12f));
  constexpr double relative = 2e-6; // all of one sign: each addition is wrong by 6e-8 at most
  const auto of = std::make_shared<const picture>(picture{std::move(pixels), width, height});
  test_case one = picture_case(name, blur.function, of, blurred, 0);
  one.expect("d_out", [of] {
    return expectation{made_by(blurred, *of), 0, relative, {height, width, 16, 16, {}}, {}};
  });
  add_lost_beside_large(one, of, relative);
  return one;
}

/// Every other pixel is one that somebody may take for a mark of what is outside.
test_case marked_case(const random_source& seed) {
  constexpr int width = 34, height = 37;
  const std::vector<float> marks = {-1, 1, -2, 255, -255, 999, -999, -9999};
  const std::string name = fmt::format("{} x {}, many pixels -1, 1, 255, -999", width, height);
  random_source random = seed.of(name);
  std::vector<float> pixels = random.floats(std::size_t{width} * height);
  for (float& pixel : pixels)
    if (random.integer(0, 1) == 0)
      pixel =
          marks[static_cast<std::size_t>(random.integer(0, static_cast<int>(marks.size()) - 1))];
  const auto of = std::make_shared<const picture>(picture{std::move(pixels), width, height});
  const double tolerance = sum_tolerance(9, -static_cast<double>(marks.back()));
  test_case one = picture_case(name, blur.function, of, blurred, tolerance);
  add_marks_left_out(one, of, tolerance, marks);
  return one;
}

case_maker pictures(const exercise& of, const std::vector<picture_range>& of_sizes) {
  return [of, of_sizes](random_source& random) {
    std::vector<test_case> cases;
    for (const picture_range& each : of_sizes)
      cases.push_back(random_case(
          random, of, {each.width.drawn(random, "width"), each.height.drawn(random, "height")},
          each.brightness));
    return cases;
  };
}

/// More columns than 15 bits count, and nearly as many pixels as lab02.h allows: some blocks run,
/// on three rows that are there over and over.
test_case wide_case(const random_source& seed, const exercise& of, bool rows_differ) {
  constexpr int width = 61'440, height = 273, stored = 3;
  const std::string name = fmt::format("{} x {}, some of its blocks", width, height);
  random_source random = seed.of(name);
  std::vector<float> pixels = random.floats(std::size_t{width} * (rows_differ ? stored : 1));
  for (std::size_t i = pixels.size(); i < std::size_t{width} * stored; ++i)
    pixels.push_back(pixels[i % width]);
  const auto rows = std::make_shared<const picture>(picture{std::move(pixels), width, stored});
  constexpr std::size_t all = std::size_t{width} * height;
  test_case one(name, of.function);
  one.input("d_in", rows->pixels)
      .repeated_to(all)
      .output("d_out", protocol::element_type::float32, rows->pixels.size())
      .only_written()
      .repeated_to(all)
      .value("width", width)
      .value("height", height)
      .sampled(1)
      .expect("d_out", [rows, of] {
        expectation wanted{made_by(of.rule, *rows), of.tolerance, 0, {stored, width, 0, 0, {}}, {}};
        wanted.in_part = true;
        return wanted;
      });
  if (!rows_differ)
    add_negative_left_out(one, rows, of.tolerance);
  return one;
}

/// @param rows_differ no pixel depends on other rows
case_maker pictures_and_wide(const exercise& of, bool rows_differ) {
  return [of, rows_differ](random_source& random) {
    std::vector<test_case> cases = pictures(of, watched_sizes)(random);
    cases.push_back(wide_case(random, of, rows_differ));
    return cases;
  };
}

bool can_be_shown(const test_case& one) {
  const double width = scalar_of(one, "width"), height = scalar_of(one, "height");
  return width >= side && height >= side && width * height <= double{most_pixels};
}

/// For the report: the lab's own picture, unless that is right and another one wrong.
nlohmann::json before_and_after(const std::vector<finished_case>& cases) {
  const finished_case* shown =
      telling_case(cases, [](const test_case& one) { return one.name() == own_size; });
  if (shown == nullptr || shown->right)
    if (const finished_case* other = telling_case(cases, can_be_shown);
        other != nullptr && !other->right)
      shown = other;
  return shown == nullptr ? nlohmann::json::array()
                          : nlohmann::json::array({image_data(*shown, "d_in", "d_out")});
}

correctness_check shown(const exercise& of, std::vector<picture_range> of_sizes = sizes) {
  return {pictures(of, of_sizes), before_and_after};
}

std::vector<picture_range> sizes_and_subnormal() {
  std::vector<picture_range> all = sizes;
  all.push_back(subnormal);
  return all;
}

std::vector<test_case> blur_cases(random_source& random) {
  std::vector<test_case> cases = pictures(blur, sizes)(random);
  cases.push_back(mixed_case(random));
  cases.push_back(marked_case(random));
  return cases;
}

std::vector<test_case> shape_cases(random_source& random) {
  std::vector<shape_question> asked = shapes;
  const auto side = [&random](const size_range& of, const char* whose) {
    return of.drawn(random, whose);
  };
  // Sides of blocks that are no powers of two, and sides of pictures that they do not divide.
  const size_range even = twice_odd(50, 250), prime = prime_size(50, 250);
  const size_range narrow = odd_size(5, 11), high = twice_odd(12, 24);
  asked.push_back({side(prime, "width"), side(even, "height"), 4, 8});
  asked.push_back({side(even, "width"), side(prime, "height"), side(narrow, "block width"),
                   side(high, "block height")});
  asked.push_back({side(between(50, 250), "width"), side(between(50, 250), "height"),
                   side(high, "block width"), side(narrow, "block height")});
  std::vector<test_case> cases;
  for (auto one = asked.begin(); one != asked.end(); ++one)
    cases.push_back(shape_case(*one, {asked.begin(), one}));
  return cases;
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const std::vector<call_length> sides = {length_named("width"), length_named("height")};
  return {
      {.functions = {"launch_shape"},
       .lengths = sides,
       .block_sides = {length_named("block_width"), length_named("block_height")},
       .without = {{"nothing is launched", {further_round}},
                   {"it reads nothing, so there is no other content", {other_content, second_call}},
                   {"all calls have one result", {after_larger}}}},
      {.functions = {"scale_picture", "mirror_picture", "blur_picture"},
       .lengths = sides,
       .sides = {16, 32},
       .without = {
           {"a thread for each pixel, and a grid has room for all of them", {further_round}},
           {"pixels are floats", {above_24_bits}},
           {"the student chooses the shape of the blocks", {odd_block_side}},
           {"as dear as all other pictures together; a grid has 2^31 blocks along x",
            {above_16_bits},
            "width"}}}};
}

/// A letter, and two bright pixels whose brightness can be divided by 4, 6 and 9.
std::vector<test_case> demonstration(random_source&) {
  const auto letter = std::make_shared<const picture>(picture{{0, 1, 1, 1, 1, 0, 0, //
                                                               0, 1, 0, 0, 0, 0, 0, //
                                                               0, 1, 1, 1, 0, 0, 0, //
                                                               0, 1, 0, 0, 0, 0, 0, //
                                                               0, 1, 0, 0, 0, 0, 0},
                                                              7,
                                                              5});
  picture lights{std::vector<float>(8 * 5, 0), 8, 5};
  lights.pixels[0] = lights.pixels[2 * 8 + 6] = 36;
  return {shape_case({72, 62, 16, 16}), picture_case("a letter", scale.function, letter, scaled, 0),
          picture_case("a letter", mirror.function, letter, mirrored, 0),
          picture_case("two lights", blur.function, std::make_shared<const picture>(lights),
                       blurred, 36 * mean_tolerance)};
}

lab_description describe() {
  return {.name = "lab02",
          .title = "Picture mapping",
          .folder = "lab02_picture_mapping",
          .you_write = "a picture scaled, mirrored, blurred",
          .you_learn = "two dimensions; threads without a pixel",
          .builds_on = {"lab01"},
          .guides = {"guides/first_kernel", "guides/warps"},
          .checks = {{"correctness.shape", "the right numbers of blocks and threads", 1, 20,
                      correctness_check{shape_cases}},
                     {"correctness.scale", "every pixel is doubled", 2, 15,
                      shown(scale, sizes_and_subnormal())},
                     {"clean.scale", "no thread touches what is not its pixel", 2, 10,
                      clean_check{pictures_and_wide(scale, true)}},
                     {"correctness.mirror", "left and right are exchanged", 3, 15, shown(mirror)},
                     {"clean.mirror", "threads do not disturb each other", 3, 10,
                      clean_check{pictures_and_wide(mirror, true)}},
                     {"correctness.blur", "the mean of the neighbours that exist", 4, 20,
                      correctness_check{blur_cases, before_and_after}},
                     {"clean.blur", "nothing is read outside the picture", 4, 10,
                      clean_check{pictures_and_wide(blur, false)}}},
          .demonstration = demonstration,
          .never_wait = {"scale_picture", "mirror_picture", "blur_picture"},
          .frees_when_throwing = true,
          .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab02

CUDALAB_REGISTER_LAB(cudalab::lab02::describe);
