// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a student's .cu to a program: docs/architecture.md has the flavours. A mistake in the
/// student's file is an outcome, never an exception.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::grader {

enum class flavour {
  checked,
  fast,
  gpu,
  debug,    ///< for gdb: emulated device, not optimised, nothing watched
  gpu_debug ///< for cuda-gdb
};
/// Built by nvcc, and needs a GPU to run.
bool is_for_gpu(flavour kind);

std::string name_of(flavour value);

/// A compiler's message about a place.
struct diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string severity; ///< "error", "warning"
  std::string message;
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

class builder {
public:
  /// `lab_folder`: "lab04_tiled_matmul". Programs go below the build folder, one folder for each
  /// content of the file, and are used again while nothing changed (the file, its headers, the
  /// libraries). Two builds at once do not disturb each other.
  builder(std::string lab_name, std::string lab_folder);

  build_outcome build(const std::filesystem::path& file, flavour kind) const;
  /// The program of `view` instead: what shows the lab, with the student's functions in it.
  build_outcome build_viewer(const std::filesystem::path& file, flavour kind) const;
  /// clang's view of CUDA's rules; unavailable where clang is not installed.
  build_outcome check_rules(const std::filesystem::path& file) const;
  /// Compile with nvcc for no device in particular, as a check of the code.
  build_outcome check_with_nvcc(const std::filesystem::path& file) const;

private:
  std::string lab_name_, lab_folder_;
};

/// Where things are: found from the running program, so that a checkout can be moved.
std::filesystem::path source_root();
std::filesystem::path build_root();

/// nvcc from CUDACXX, PATH, CUDA_PATH or /usr/local/cuda; empty when there is none, or when
/// CUDACXX is "none".
std::filesystem::path find_nvcc();
/// Names of NVIDIA GPUs that the driver shows here; empty when there is none. Never fails.
std::vector<std::string> find_gpus();

} // namespace cudalab::grader
