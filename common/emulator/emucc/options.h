// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// emucc's command line: nvcc's, as far as it means something for the emulated device.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// The command line cannot be obeyed. what() says which word of it, and what is possible.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file or a linker option, in the order of the command line.
struct input {
  enum class kind { cuda, cpp, linker };
  input::kind what = kind::linker;
  std::string text; ///< path or option
};

struct options {
  enum class action { link, compile, preprocess, check_rules, help };
  options::action action = action::link;
  bool checked = true;  ///< with callbacks at every access; else as fast as possible
  bool profile = false; ///< the program counts traffic and prints it when it ends
  bool verbose = false; ///< show the commands
  std::string output;   ///< empty: nvcc's default
  std::string language_standard = "gnu++17";
  std::vector<input> inputs;
  std::vector<std::string> preprocessor; ///< -I, -D, -include, -M...: as the compiler takes them
  std::vector<std::string> compiler;     ///< -W...
  std::string include_folder;            ///< drop-in headers; empty: the project's
  std::string library;                   ///< libemulator.a; empty: the project's
};

/// @throws usage_error
options parse_options(const std::vector<std::string>& arguments);

std::string help_text();

} // namespace cudalab::emulator
