// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The window's title, and the frames a second in it.
#pragma once

#include <optional>
#include <string>

#include "viewer/scene.h"

namespace cudalab::viewer {

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
