// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a student's .cu to a program: docs/architecture.md has the flavours. A mistake in the
/// student's file is an outcome, never an exception.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grader/build/submission_copy.h"

namespace cudalab::grader {

struct build_plan;

enum class build_flavour {
  checked,
  fast,
  gpu,
  debug,    ///< for gdb: emulated device, not optimised, nothing watched
  gpu_debug ///< for cuda-gdb
};
/// Built by nvcc, and needs a GPU to run.
bool is_for_gpu(build_flavour kind);

std::string name_of(build_flavour value);

/// A compiler's message about a place.
struct diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string severity; ///< "error", "warning"
  std::string message;
  std::string remedy = {}; ///< what to do, where the tool says so: emucc's rules do
};

struct build_outcome {
  enum class kind {
    built,
    compile_error,    ///< diagnostics say where
    missing_function, ///< it compiles, but lacks a function of labNN.h: see missing
    rule_violation,   ///< CUDA's own rules (check_rules)
    timed_out,
    too_large,   ///< the compiler was stopped at its limit of memory, or of a file's size
    unavailable, ///< no such compiler here: log says which and how to install it
    failed       ///< the build itself broke (disk full, our own library missing): log
  };
  kind how = kind::failed;
  std::filesystem::path program;
  std::vector<diagnostic> diagnostics;
  std::vector<std::string> missing; ///< "void matmul_tiled(const float*, ...)"
  std::string log;                  ///< the tool's own words
  std::string command;              ///< as a person would type it
  double seconds = 0;
  bool reused = false; ///< the same file had been built before
};

/// Reads each file once, at its first use: all that one builder makes of a file is made of that.
class builder {
public:
  /// `lab_folder`: "lab04_tiled_matmul". Programs go below the build folder, one folder for each
  /// content of the file, and are used again while nothing changed (the file, its headers, the
  /// libraries). Two builds at once do not disturb each other.
  builder(std::string lab_name, std::string lab_folder);

  /// What is built of this file. @throws unfit_submission
  const submission_text& read(const std::filesystem::path& file) const;

  build_outcome build(const std::filesystem::path& file, build_flavour kind) const;
  /// The program of `view` instead: what shows the lab, with the student's functions in it.
  build_outcome build_viewer(const std::filesystem::path& file, build_flavour kind) const;
  /// clang's view of CUDA's rules; unavailable where this clang cannot read the system's headers as
  /// CUDA.
  build_outcome check_rules(const std::filesystem::path& file) const;
  /// Compile with nvcc for no device in particular, as a check of the code.
  build_outcome check_with_nvcc(const std::filesystem::path& file) const;

private:
  struct files_read;
  /// To build a copy of what was read. @throws as read() and keep_submission()
  build_plan plan_for(const std::filesystem::path& file) const;
  std::filesystem::path store() const;

  std::string lab_name_, lab_folder_;
  std::shared_ptr<files_read> files_; ///< copies of a builder have read the same
};

} // namespace cudalab::grader
