// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Standard output as `watch` uses it: text that stays, and below it one line that changes.
#pragma once

#include <string>

#include "grader/report/terminal.h"

namespace cudalab::grader {

/// Where standard output is no terminal, or one without control codes (TERM=dumb), there is only
/// the text.
class screen {
public:
  screen();
  ~screen(); ///< wipes the last line
  screen(const screen&) = delete;
  screen& operator=(const screen&) = delete;

  bool live() const { return live_; }
  /// As it is now: the width may have changed.
  style look() const;

  /// Whole lines.
  void print(const std::string& text);
  /// The line below; empty: none.
  void status(const std::string& text);
  /// After the width has changed, or somebody else has written.
  void redraw();
  /// False when nobody can read it any more (a full disk, a closed window).
  bool good() const;

private:
  void wipe();
  void draw();

  bool live_;
  std::string status_;
  std::size_t drawn_ = 0; ///< columns
};

} // namespace cudalab::grader
