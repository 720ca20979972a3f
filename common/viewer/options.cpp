// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/options.h"

#include <charconv>
#include <tuple>
#include <utility>

namespace cudalab::viewer {

namespace {

constexpr int most_particles = 1 << 24, largest_side = 8192, most_frames = 1'000'000;

int number(const std::string& option, const std::string& text, int least, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || value < least || value > most)
    throw wrong_usage(option + ": '" + text + "' is no whole number from " + std::to_string(least) +
                      " to " + std::to_string(most));
  return value;
}

/// "256x128"
std::pair<int, int> sides(const std::string& option, const std::string& text, int most) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos)
    throw wrong_usage(option + ": '" + text + "' should be WIDTHxHEIGHT, for instance 256x128");
  return {number(option, text.substr(0, cross), 1, most),
          number(option, text.substr(cross + 1), 1, most)};
}

particle_system system_named(const std::string& name) {
  std::string all;
  for (const system_facts& each : systems) {
    if (each.name == name)
      return each.what;
    all += std::string(all.empty() ? "" : ", ") + each.name;
  }
  throw wrong_usage("--system: there is no '" + name + "'. Systems: " + all);
}

void take(view_options& to, const std::string& option, const std::string& value) {
  if (option == "--system") {
    to.first.what = system_named(value);
  } else if (option == "--size") {
    std::tie(to.first.width, to.first.height) = sides(option, value, most_particles);
    if (to.first.height > most_particles / to.first.width)
      throw wrong_usage(option + ": " + value + " are more than " + std::to_string(most_particles) +
                        " particles");
    to.size_given = true;
  } else if (option == "--block") {
    const auto [x, y] = sides(option, value, most_threads);
    to.first.block = {static_cast<unsigned>(x), static_cast<unsigned>(y)};
    if (to.first.block.x * to.first.block.y > most_threads)
      throw wrong_usage(option + ": " + value + " are more than " + std::to_string(most_threads) +
                        " threads, and no block can have more");
  } else if (option == "--window") {
    std::tie(to.window_width, to.window_height) = sides(option, value, largest_side);
  } else if (option == "--frames") {
    to.frames = number(option, value, 1, most_frames);
  } else if (option == "--skip") {
    to.skip = number(option, value, 0, most_frames);
  } else if (option == "--out") {
    to.out = value;
  } else if (option == "--partial") {
    to.partial = value;
  } else {
    throw wrong_usage("the viewer has no option '" + option + "'");
  }
}

} // namespace

view_options parse_options(const std::vector<std::string>& words) {
  view_options result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--copy") {
      result.copy = true;
      continue;
    }
    if (i + 1 == words.size())
      throw wrong_usage("nothing follows " + words[i]);
    take(result, words[i], words[i + 1]);
    ++i;
  }
  return result;
}

} // namespace cudalab::viewer
