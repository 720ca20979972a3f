// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/progress_line.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/report/wrap.h"

namespace cudalab::grader {

progress_line::progress_line()
    : terminal_(isatty(STDERR_FILENO) != 0), how_(style_for(STDERR_FILENO)) {}

progress_line::~progress_line() {
  wipe();
}

void progress_line::show(const std::string& step) {
  if (!terminal_)
    return;
  const std::string text = cut(shown(how_, step), how_.width - 1); // a wrapped line stays
  fmt::print(stderr, "\r\033[K{}", tinted(how_, tint::faint, text));
  std::fflush(stderr);
  shown_ = true;
}

void progress_line::wipe() {
  if (!shown_)
    return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

} // namespace cudalab::grader
