// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// When is a save complete?
#pragma once

#include <chrono>
#include <optional>

namespace cudalab::grader {

enum class save_event {
  written, ///< something was written, and the writer has not closed the file
  complete ///< closed, moved into its place, or removed
};

/// Editors save in many ways: all at once, in pieces, emptied first, by another file that is
/// renamed. A save is complete when the file has been left alone for a moment after it was closed.
/// It has no clock of its own.
class save_debouncer {
public:
  using time_point = std::chrono::steady_clock::time_point;

  /// After the last complete event.
  static constexpr std::chrono::milliseconds quiet{100};
  /// After something was written, if it is never closed: some programs keep files open.
  static constexpr std::chrono::milliseconds long_quiet{2000};

  void note(save_event what, time_point now) {
    due_ = now + (what == save_event::complete ? quiet : long_quiet);
  }

  /// When the file is to be read; nothing: no news.
  std::optional<time_point> due() const { return due_; }

  /// True once for each save.
  bool take(time_point now) {
    if (!due_ || now < *due_)
      return false;
    due_.reset();
    return true;
  }

private:
  std::optional<time_point> due_;
};

} // namespace cudalab::grader
