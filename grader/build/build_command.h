// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The command lines that make a program of a student's file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/builder.h"
#include "grader/run/gpus.h"

namespace cudalab::grader {

/// What a build is made of.
struct build_plan {
  std::string lab_name;             ///< "lab04"
  std::string lab_folder;           ///< "lab04_tiled_matmul"
  std::filesystem::path file;       ///< the copy that compilers read
  bool viewer = false;              ///< the program of `view`, not the worker of a grading
  std::filesystem::path named = {}; ///< what it was copied from
};

/// emucc, or nvcc for build_flavour::gpu; empty when it is not here.
std::filesystem::path compiler_for(build_flavour kind);

/// What a lab program is linked with, in the linker's order: the lab's given code, where it has
/// some (labNN_scenes.cu, for a viewer labNN_view.cu: an object that CMake built, or the source for
/// nvcc), and libraries.
std::vector<std::filesystem::path> libraries_for(const build_plan& plan, build_flavour kind);

std::vector<std::string> link_command(const build_plan& plan, build_flavour kind,
                                      const std::filesystem::path& program);
std::vector<std::string> rules_command(const build_plan& plan);
/// nvcc as far as an object file, for what the emulated device is.
std::vector<std::string> nvcc_check_command(const build_plan& plan,
                                            const std::filesystem::path& object);

/// CUDALAB_CUDA_ARCHITECTURES as nvcc takes it; "native" is the GPU that the judge itself finds.
std::vector<std::string> architecture_options();
std::vector<std::string> architecture_options(const std::string& wanted,
                                              const std::vector<gpu_device>& here);

/// The architecture of the emulated device, 9.0, or the newest before it.
/// @param known what `nvcc --list-gpu-code` prints
std::string architecture_of_emulated_device(const std::string& known);

/// As a person would type it.
std::string in_a_shell(const std::vector<std::string>& command);

} // namespace cudalab::grader
