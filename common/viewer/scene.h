// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is shown: a system of particles, how many of them, and in blocks of which shape they move.
/// And what the window's title says of it, with the frames a second.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace cudalab::viewer {

enum class particle_system { fountain, swarm, sparkler, gravity };

struct block_shape {
  unsigned x = 16, y = 16;

  bool operator==(const block_shape& other) const { return x == other.x && y == other.y; }
};

/// Threads of a block, at most: a device's own limit.
inline constexpr unsigned most_threads = 1024;

/// The shapes on the keys 1 to 9: those of lab 07's page, and one that fits no power of two.
inline constexpr std::array<block_shape, 9> block_shapes = {
    {{1, 1}, {4, 4}, {8, 8}, {16, 16}, {32, 8}, {256, 1}, {16, 1}, {1, 256}, {12, 12}}};

/// What there is to know about a system before it moves.
struct system_facts {
  particle_system what;
  const char* name;
  char key;
  bool has_blocks;             ///< the shape of its blocks can be chosen
  std::array<float, 3> centre; ///< what one looks at
  float radius;                ///< how far it reaches from there
  float point;                 ///< a point's size in parts of the radius
};

inline constexpr std::array<system_facts, 4> systems = {
    {{particle_system::fountain, "fountain", 'f', true, {0, 0.6f, 0}, 5, 0.012f},
     {particle_system::swarm, "swarm", 's', true, {0, 0, 0}, 1.3f, 0.03f},
     {particle_system::sparkler, "sparkler", 'k', true, {0, -0.7f, 0}, 2.6f, 0.012f},
     {particle_system::gravity, "gravity", 'g', false, {0, 0, 0}, 1.2f, 0.02f}}};

const system_facts& facts_of(particle_system what);

struct scene {
  particle_system what = particle_system::fountain;
  int width = 256, height = 256;
  block_shape block;

  int count() const { return width * height; }
};

/// Gravity's bodies begin in a ball of this radius: it grows with their number, so that any number
/// of them takes as many steps to fall together.
float gravity_radius(int count);

/// How far the scene reaches from its centre.
float radius_of(const scene& shown);

/// "256 x 256"
std::string as_text(int width, int height);

/// Counts frames. Times are in seconds, from any beginning.
class frame_counter {
public:
  /// A frame was shown. @return true when there are new figures, twice a second
  bool add(double now, double step_seconds);

  std::optional<double> frames_a_second; ///< none in the first half second
  double step_milliseconds = 0;          ///< the mean of a step, with whatever it waits for

private:
  std::optional<double> since_;
  int frames_ = 0;
  double stepping_ = 0;
};

std::string title_of(const scene& shown, const frame_counter& counted, bool paused,
                     const std::string& device);

} // namespace cudalab::viewer
