// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The labs that are here. Each labs/labNN_topic/labNN_grader.cpp is built as a module of its own,
/// build/lib/labNN_checks.so, and loaded when it is asked for: one that does not compile stops only
/// itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// Names and folders of the labs, built or not: "lab04" and "lab04_tiled_matmul".
std::map<std::string, std::string> lab_folders();

/// The lab of that name; null when there is none. It stays loaded.
/// @throws std::runtime_error when its module is not built, or cannot be used
lab_description* load_lab(const std::string& name);

/// All labs, by name. Those that load_lab() refuses are left out; `problems` says why.
std::map<std::string, lab_description>& load_labs(std::vector<std::string>& problems);

} // namespace cudalab::grader
