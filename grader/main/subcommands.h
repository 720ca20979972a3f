// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A tool's commands, each with its options. The options that several commands have are here.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "grader/cli/options.h"

namespace cudalab::grader {

class subcommands {
public:
  /// `program`: how it is called where CUDALAB_CALLED does not say it. `default_lab`: what a
  /// command takes when no lab is named; may be empty.
  subcommands(const std::string& what, const std::string& program, const std::string& default_lab);

  bool has(const std::string& name) const;
  /// Parses and runs. @throws usage_error
  int run(const std::vector<std::string>& arguments);

protected:
  CLI::App* add(const std::string& name, const std::string& what, int (*command)(const options&));
  void lab(CLI::App* to);
  void backend(CLI::App* to);
  void time_limit(CLI::App* to, const std::string& what);
  void seed(CLI::App* to, const std::string& what);

  options given_;

private:
  std::string names() const;

  CLI::App app_;
  std::string example_; ///< a command that takes a lab
  int (*chosen_)(const options&) = nullptr;
};

} // namespace cudalab::grader
