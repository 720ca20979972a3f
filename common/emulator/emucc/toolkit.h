// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What build systems ask nvcc, and emucc answers in its place. CMake reads the lines that begin
/// with `#$` of what -v prints: where the CUDA Toolkit is, which folders nvcc adds, and by which
/// command a program is linked.
#pragma once

#include <string>
#include <vector>

namespace cudalab::emulator {

/// The lines about folders, and about the architectures that this command line names. -v prints
/// them first of all, even before a word that emucc does not know: build systems ask for that.
std::string toolkit_settings(const std::vector<std::string>& arguments);

/// The line that says how these parts would be linked to this program: by emucc.
std::string link_line(const std::vector<std::string>& parts, const std::string& program);

/// A command as a shell would take it, behind `#$ `.
std::string shown_command(const std::vector<std::string>& command);

/// The linker's own command, as clang shows it.
std::string shown_linker_command(const std::vector<std::string>& command);

/// A library of the CUDA Toolkit that is part of the emulated device, by its name ("cudart") or as
/// a file ("/usr/lib/libcudart.so.13").
bool is_part_of_device(const std::string& library);

} // namespace cudalab::emulator
