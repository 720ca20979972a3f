// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How the tool ends: by itself or by Ctrl-C, it leaves no process and no file behind.
#pragma once

#include <filesystem>
#include <functional>

namespace cudalab::grader {

/// One for the program, in main(). Makes a folder for the temporary files of everything that the
/// tool starts (it becomes TMPDIR) and removes it at the end. SIGINT, SIGTERM, SIGHUP and SIGQUIT
/// end the tool with 128 + the signal's number, after all its descendants are killed and what was
/// half written is removed.
class tidy_end {
public:
  /// Where no folder can be made, TMPDIR stays as it was.
  tidy_end();
  ~tidy_end();
  tidy_end(const tidy_end&) = delete;
  tidy_end& operator=(const tidy_end&) = delete;
};

/// In a child of fork() that goes on as a part of the tool: signals end it in the same way. Its
/// temporary files go where its parent's go, and stay until the parent ends. Signals must be
/// blocked from before fork() until this has returned.
void tidy_end_in_child();

/// `what` is done first when a signal ends the tool, in a thread of its own; empty: nothing.
void before_stopping(std::function<void()> what);

/// Does not return when one of these signals has come: the tool is about to end. For who sees a
/// child killed, and would take that for the child's own end.
void wait_if_ending();

/// Never returns once the tool is being stopped. To be called before a result is written or shown:
/// the compilers and programs that were killed must not be taken for the submission's failure.
void wait_if_stopping();

} // namespace cudalab::grader
