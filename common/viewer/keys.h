// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the keys do, without a window.
#pragma once

#include <string>

#include "viewer/scene.h"

namespace cudalab::viewer {

inline constexpr char escape = 27;

/// What the person at the keyboard wants. Wishes stay set until whoever fulfils them clears them.
struct controls {
  particle_system what = particle_system::fountain;
  block_shape block;
  bool paused = false;
  bool unlimited = false; ///< as many frames as there can be, not as many as the screen shows

  bool quit = false, restart = false, one_step = false, look_again = false, save_picture = false,
       help = false;
};

/// A key that prints a character (as a lower-case letter), or `escape`. Others do nothing.
void press(controls& wanted, char key);

/// The list of keys, in lines.
std::string key_help();

} // namespace cudalab::viewer
