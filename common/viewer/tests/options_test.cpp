// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/options.h"

#include <doctest/doctest.h>

using namespace cudalab::viewer;

namespace {

/// What is said about wrong words; empty when they are right.
std::string complaint(const std::vector<std::string>& words) {
  try {
    parse_options(words);
    return "";
  } catch (const wrong_usage& problem) {
    return problem.what();
  }
}

bool complains(const std::vector<std::string>& words, const std::string& about) {
  return complaint(words).find(about) != std::string::npos;
}

} // namespace

TEST_CASE("without words: a window with the fountain in blocks of 16 x 16") {
  const view_options plain = parse_options({});
  CHECK(plain.first.what == particle_system::fountain);
  CHECK(plain.first.block == block_shape{16, 16});
  CHECK(plain.frames == 0);
  CHECK_FALSE(plain.size_given);
  CHECK_FALSE(plain.copy);
}

TEST_CASE("all words are taken") {
  const view_options all =
      parse_options({"--system", "gravity", "--size", "64x32", "--copy", "--block", "32x4",
                     "--frames", "3", "--skip", "0", "--out", "a folder", "--window", "320x200"});
  CHECK(all.first.what == particle_system::gravity);
  CHECK(all.size_given);
  CHECK(all.first.width == 64);
  CHECK(all.first.height == 32);
  CHECK(all.first.block == block_shape{32, 4});
  CHECK(all.frames == 3);
  CHECK(all.skip == 0);
  CHECK(all.copy);
  CHECK(all.out == "a folder");
  CHECK(all.window_width == 320);
  CHECK(all.window_height == 200);
}

TEST_CASE("a wrong word is named, with what would be right") {
  CHECK(complains({"--system", "rain"}, "fountain, swarm, sparkler, gravity"));
  CHECK(complains({"--size", "64"}, "256x128"));
  CHECK(complains({"--size", "0x5"}, "'0' is no whole number"));
  CHECK(complains({"--size", "5x-5"}, "'-5' is no whole number"));
  CHECK(complains({"--size", "5x5x5"}, "'5x5' is no whole number"));
  CHECK(complains({"--size", "65536x65536"}, "more than 16777216 particles"));
  CHECK(complains({"--block", "64x32"}, "more than 1024 threads"));
  CHECK(complaint({"--block", "32x32"}).empty());
  CHECK(complains({"--frames", "0"}, "--frames"));
  CHECK(complains({"--frames", "many"}, "'many'"));
  CHECK(complains({"--frames"}, "nothing follows --frames"));
  CHECK(complains({"--rain", "1"}, "--rain"));
}
