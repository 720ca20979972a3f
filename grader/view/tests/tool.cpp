// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/view/tests/tool.h"

#include <array>
#include <cstdio>
#include <stdexcept>

#include <sys/wait.h>

#include "lab/headless_gl.h"

namespace cudalab::grader {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

} // namespace

ended run_in_bash(const std::string& command) {
  const std::string all =
      "grader='" CUDALAB_GRADER "' lab07='" CUDALAB_LAB07_SOLUTIONS "'; " + command;
  ended result;
  FILE* pipe = popen(("exec bash -c " + quoted(all) + " 2>&1").c_str(), "r");
  if (pipe == nullptr)
    throw std::runtime_error("popen failed");
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

ended view(const std::string& arguments) {
  return run_in_bash("\"$grader\" view lab07 --backend cpu " + arguments);
}

void not_tried(const std::string& why) {
  std::printf("not tried: %s\n", why.c_str());
}

bool can_draw() {
  try {
    const lab::headless_gl context;
    return true;
  } catch (const std::exception& missing) {
    not_tried(missing.what());
    return false;
  }
}

} // namespace cudalab::grader
