// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A program that an editor starts and talks with over two pipes: clangd, gdb.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace cudalab::editing {

class piped_program {
public:
  /// Starts arguments[0], which is looked for on PATH. @throws std::system_error
  explicit piped_program(std::vector<std::string> arguments);
  ~piped_program();
  piped_program(const piped_program&) = delete;
  piped_program& operator=(const piped_program&) = delete;

  /// @throws std::system_error
  void write(const std::string& text);

  /// The next bytes of its standard output: waits for all of them.
  /// @throws std::runtime_error if the program ends before
  std::string read(std::size_t count);

  /// All up to `end`, and with it. @throws std::runtime_error if the program ends before
  std::string read_through(const std::string& end);

private:
  std::string name_;
  pid_t child_ = -1;
  int to_ = -1, from_ = -1;
};

} // namespace cudalab::editing
