// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is typed, read: which command with which options.
#pragma once

namespace cudalab::grader {

/// main() of the tool. `default_lab`: what is graded when nothing is said; may be empty.
int main_of_tool(int argc, char** argv, const char* default_lab);

} // namespace cudalab::grader
