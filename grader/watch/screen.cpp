// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/screen.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/report/wrap.h"

namespace cudalab::grader {

screen::screen() {
  const char* kind = std::getenv("TERM");
  live_ = isatty(STDOUT_FILENO) != 0 && kind != nullptr && std::string_view(kind) != "dumb";
}

screen::~screen() {
  wipe();
  std::fflush(stdout);
}

style screen::look() const {
  return style_for(STDOUT_FILENO);
}

void screen::wipe() {
  if (drawn_ == 0)
    return;
  // A terminal that became narrower has broken the line into rows; the cursor is in the last one.
  const std::size_t rows_above = (drawn_ - 1) / look().width;
  std::fputs("\r", stdout);
  if (rows_above > 0)
    fmt::print("\033[{}A", rows_above);
  std::fputs("\033[J", stdout);
  drawn_ = 0;
}

void screen::draw() {
  if (!live_ || status_.empty())
    return;
  const style how = look();
  const std::string text = cut(shown(how, status_), how.width - 1); // else the next line begins
  drawn_ = columns_of(text);
  std::fputs(tinted(how, tint::faint, text).c_str(), stdout);
}

void screen::print(const std::string& text) {
  wipe();
  std::fputs(text.c_str(), stdout);
  draw();
  std::fflush(stdout);
}

void screen::status(const std::string& text) {
  if (text == status_)
    return;
  wipe();
  status_ = text;
  draw();
  std::fflush(stdout);
}

void screen::redraw() {
  print("");
}

bool screen::good() const {
  return std::ferror(stdout) == 0;
}

} // namespace cudalab::grader
