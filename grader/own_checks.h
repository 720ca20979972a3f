// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An instructor's own checks of a lab: own_checks/labNN.cpp, a file that no handout has. It is
/// built as build/lib/labNN_own_checks.so, and loaded by the instructor's commands only. The guide
/// for instructors has an example.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "grader/lab.h"

/// Gives what `make`, a function without parameters, returns to the instructor's commands.
#define CUDALAB_OWN_CHECKS(make)                                                                   \
  extern "C" const std::vector<::cudalab::grader::check_description>* cudalab_own_checks() {       \
    static const std::vector<::cudalab::grader::check_description> described = make();             \
    return &described;                                                                             \
  }                                                                                                \
  static_assert(true) /* the semicolon's */

namespace cudalab::grader {

/// From now on labs are loaded with them.
void load_own_checks_too();

/// Their ids; none where the lab was loaded without them.
std::set<std::string> own_checks_of(const lab_description& lab);

/// Puts the checks of a module behind the lab's. @throws std::runtime_error when it cannot be used,
/// or when one of them is called as another check
void add_own_checks(lab_description& to, const std::filesystem::path& module);

} // namespace cudalab::grader
