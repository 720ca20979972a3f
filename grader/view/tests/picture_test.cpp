// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pictures of each system, drawn without a window: particles are where they should be, in the right
// colours; and a picture of a broken kernel shows that it is broken.
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "grader/files/read_text.h"
#include "grader/tests/scratch_folder.h"
#include "grader/view/tests/picture_facts.h"
#include "grader/view/tests/tool.h"

using namespace cudalab::grader;

namespace {

namespace fs = std::filesystem;

/// Measured once on Mesa, and looked at. How far a picture may be from it: a fifth of what is lit,
/// 0.06 of places and of colours. Another OpenGL rounds points otherwise.
struct expected_picture {
  const char* system;
  const char* size;
  double lit, left, right, top, bottom, middle_x, middle_y, red, green, blue, blue_most;
};

constexpr expected_picture fountain = {"fountain", "128x128", 0.165, 0.05, 1.00, 0.24, 1.00,
                                       0.50,       0.50,      0.75,  0.53, 0.30, 0};
constexpr expected_picture swarm = {"swarm", "128x128", 0.0315, 0.26, 0.65, 0.27, 0.65,
                                    0.46,    0.48,      0.75,   0.60, 0.46, 0};
constexpr expected_picture sparkler = {"sparkler", "128x128", 0.204, 0.15, 0.75, 0.17, 1.00,
                                       0.48,       0.54,      0.75,  0.53, 0.31, 0};
constexpr expected_picture gravity = {"gravity", "32x32", 0.0276, 0.18, 0.85, 0.06, 0.95,
                                      0.51,      0.50,    0.50,   0.50, 0.55, 0.31};

bool near(double value, double wanted) {
  return std::abs(value - wanted) <= 0.06;
}

bool is_as_expected(const picture_facts& facts, const expected_picture& wanted) {
  return std::abs(facts.lit - wanted.lit) <= 0.2 * wanted.lit && near(facts.left, wanted.left) &&
         near(facts.right, wanted.right) && near(facts.top, wanted.top) &&
         near(facts.bottom, wanted.bottom) && near(facts.middle_x, wanted.middle_x) &&
         near(facts.middle_y, wanted.middle_y) && near(facts.red, wanted.red) &&
         near(facts.green, wanted.green) && near(facts.blue, wanted.blue) &&
         near(facts.blue_most, wanted.blue_most);
}

/// The 601st step, as it is computed by `what`: --file and a file, --solution, --variant and a
/// name.
picture_facts picture_of(const expected_picture& shown, const std::string& what) {
  const scratch_folder folder;
  const ended made = view(what + " --system " + shown.system + " --size " + shown.size +
                          " --frames 1 --window 320x240 --out '" + folder.path().string() + "'");
  CAPTURE(made.said);
  REQUIRE(made.code == 0);
  return facts_of_picture(folder.path() / "frame_0001.png");
}

void check_shows(const expected_picture& wanted) {
  if (!can_draw())
    return;
  const picture_facts facts = picture_of(wanted, "--solution");
  CAPTURE(as_text(facts));
  CHECK(facts.width == 320);
  CHECK(facts.height == 240);
  CHECK(is_as_expected(facts, wanted));
}

void check_is_seen_to_be_wrong(const expected_picture& wanted, const std::string& what) {
  if (!can_draw())
    return;
  const picture_facts facts = picture_of(wanted, what);
  CAPTURE(as_text(facts));
  CHECK_FALSE(is_as_expected(facts, wanted));
}

} // namespace

TEST_CASE("the fountain rises in white, and its basin is orange") {
  check_shows(fountain);
}

TEST_CASE("the swarm follows its target in a cloud") {
  check_shows(swarm);
}

TEST_CASE("the sparkler is a ball of sparks that falls") {
  check_shows(sparkler);
}

TEST_CASE("bodies that fall together have all colours") {
  check_shows(gravity);
}

TEST_CASE("pictures show that nothing moves") {
  check_is_seen_to_be_wrong(fountain, "--variant nothing_stored");
}

TEST_CASE("pictures show that nothing bounces") {
  check_is_seen_to_be_wrong(fountain, "--variant no_bounce");
}

TEST_CASE("pictures show a swarm that flees its target") {
  check_is_seen_to_be_wrong(swarm, "--variant swarm_pushed_away");
}

TEST_CASE("pictures show gravity that pushes") {
  check_is_seen_to_be_wrong(gravity, "--variant gravity_pushed_away");
}

TEST_CASE("pictures show wrong colours") {
  const scratch_folder folder;
  std::string text = content_of(fs::path(CUDALAB_LAB07_SOLUTIONS) / "lab07.cu");
  const std::string right = "make_float4(1.0f, 1.0f - 0.5f * c, 1.0f - c, 0.0f)";
  const std::size_t at = text.find(right);
  REQUIRE(at != std::string::npos);
  text.replace(at, right.size(), "make_float4(1.0f - c, 1.0f - 0.5f * c, 1.0f, 0.0f)");
  const fs::path blue = folder.path() / "blue.cu";
  std::ofstream(blue) << text;
  check_is_seen_to_be_wrong(sparkler, "--file '" + blue.string() + "'");
}

TEST_CASE("one picture a step, and each is another") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const fs::path out = folder.path() / "a new folder";
  const ended made =
      view("--solution --size 64x64 --frames 3 --window 160x120 --out '" + out.string() + "'");
  CAPTURE(made.said);
  REQUIRE(made.code == 0);
  CHECK(made.says("3 pictures in " + out.string()));
  const std::string first = content_of(out / "frame_0001.png");
  CHECK(first.size() > 1000);
  CHECK(content_of(out / "frame_0002.png") != first);
  CHECK(content_of(out / "frame_0003.png") != content_of(out / "frame_0002.png"));
  CHECK(std::distance(fs::directory_iterator(out), {}) == 3);
}

TEST_CASE("copied through the host the picture is the same") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const std::string options = "--solution --size 64x64 --frames 1 --window 160x120 --out '";
  REQUIRE(view(options + (folder.path() / "shared").string() + "'").code == 0);
  const ended copied = view(options + (folder.path() / "copied").string() + "' --copy");
  REQUIRE(copied.code == 0);
  CHECK(copied.says("copied through the host, as --copy asks"));
  CHECK(content_of(folder.path() / "shared" / "frame_0001.png") ==
        content_of(folder.path() / "copied" / "frame_0001.png"));
}
