// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The terminal's keyboard, key by key and without echo, and the signals that concern it.
#pragma once

#include <string>

namespace cudalab::grader {

/// One for the program. While it lives, and this process is in the terminal's foreground, keys
/// arrive at once. The terminal gets back what it had: at the end, when a signal or a mistake of
/// ours ends the program, and while Ctrl-Z holds it.
class keyboard {
public:
  /// `wanted` false, or standard input no terminal: no keys, but the signals all the same.
  explicit keyboard(bool wanted);
  ~keyboard();
  keyboard(const keyboard&) = delete;
  keyboard& operator=(const keyboard&) = delete;

  /// There are keys, if not always now.
  bool on() const { return wanted_; }
  /// To be polled for input; -1: there are no keys (any more), or not now.
  int descriptor() const;
  /// What was typed. Empty when nothing was; the keyboard is off when the terminal has gone.
  std::string read();

  /// Readable when there is news().
  int signals() const;
  /// What came since the last call. `stop`: Ctrl-Z; the caller wipes what it likes and calls
  /// hold().
  struct news {
    bool resized = false, stop = false, continued = false;
  };
  news signal_news();
  /// Gives the terminal back and stops this process, until somebody lets it go on.
  void hold();

private:
  void take();

  bool wanted_;
};

/// Gives the terminal back, if it is not. To be called from anywhere.
void restore_terminal();

/// In a child of fork() that is no business of the terminal: signals do what they usually do.
void forget_terminal();

} // namespace cudalab::grader
