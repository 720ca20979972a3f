// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lies in a folder or an archive of hand-ins: read and never written, and nothing in it is
/// trusted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/term/course.h"
#include "grader/term/kept_text.h"

namespace cudalab::term {

struct handed_file {
  std::string path; ///< in the folder or archive: "anna/lab04.cu"; an archive in it is a folder
  kept_text text;   ///< of those that are looked into: `.cu`, and Gradescope's list
  std::optional<instant> time;
  std::optional<instant> came = {}; ///< the time of the archive that it came in, in a folder
};

/// Of a clone by git.
struct handed_commit {
  std::string path; ///< of the clone, in the folder
  std::string hash;
  instant time;
};

/// Something that was not read, and why: "is a link".
struct refused_file {
  std::string path, why;
};

struct handed_files {
  std::vector<handed_file> files; ///< by their paths
  std::vector<std::string> folders;
  std::vector<handed_commit> commits;
  std::vector<refused_file> refused;
  bool archive = false;
};

/// The folder or archive itself is not to be had. what() is a sentence.
struct unreadable_hand_ins : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param ref of git clones: a branch, tag or commit @throws unreadable_hand_ins
handed_files read_hand_ins(const std::filesystem::path& where, const std::string& ref = "HEAD");

/// Adds what is in an archive. @throws unreadable_hand_ins when it is refused
void add_archive(const std::filesystem::path& file, handed_files& to);

/// A student's own archive, which is a folder at `path`, or a platform's download, in which
/// students' own ones are opened, too. One deeper is not opened, and a damaged one is refused.
/// @param time of the archive, which is when a student's own was handed in
void add_inner_archive(const std::string& bytes, const std::string& path,
                       const std::optional<instant>& time, handed_files& to);

/// Adds what a clone by git holds. What stands in the clone's own settings is not obeyed.
/// @throws unreadable_hand_ins
void add_clone(const std::filesystem::path& clone, const std::string& path, const std::string& ref,
               handed_files& to);

/// By its name.
bool is_archive(const std::string& path);
bool has_ending(const std::string& path, const std::string& ending); ///< in any case of letters

/// Files with longer contents are no hand-ins.
inline constexpr std::size_t largest_hand_in = std::size_t{1} << 20;
inline constexpr std::size_t largest_inner_archive = std::size_t{64} << 20;
inline constexpr std::size_t most_hand_in_files = 200'000;

} // namespace cudalab::term
