// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A reference solution in memory, and edits of it. Wrong variants, right ones and mutants are all
/// made so.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::reference {

/// One small change of a file's text.
struct edit {
  std::size_t begin = 0, length = 0; ///< what is replaced
  std::string replacement;
  std::string name = ""; ///< what it does, for people; may be empty
};

/// @param edits in any order; of two at one place the first one's text comes first
/// @throws std::invalid_argument when two of them replace the same text
std::string edited(const std::string& text, std::vector<edit> edits);

struct source_file {
  std::string name, text;
};

/// A solution's .cu file and the headers beside it that it includes.
struct solution {
  std::string lab;                ///< "lab04"
  std::string folder;             ///< "lab04_tiled_matmul"
  std::filesystem::path path;     ///< of the folder
  std::vector<source_file> files; ///< the .cu file first

  source_file* file(const std::string& name); ///< nullptr: none of that name
};

/// @param file solutions/labNN_topic/labNN.cu
/// @throws std::runtime_error when a file cannot be read
solution read_solution(const std::filesystem::path& file);

/// Writes the files into a folder as a student's would be: without marks and starter text. Files
/// that are the same already stay untouched. @return the .cu file there
std::filesystem::path write_solution(const solution& one, const std::filesystem::path& folder);

} // namespace cudalab::reference
