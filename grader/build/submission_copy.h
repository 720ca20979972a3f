// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A student's file is opened once, with care. What was read then is what is hashed, compiled by
/// every compiler and quoted, whatever happens to the file meanwhile.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::grader {

/// Bytes of a file that is handed in, and of a header beside it.
inline constexpr std::size_t largest_submission = std::size_t{1} << 20;

/// Headers beside it: more are not copied.
inline constexpr std::size_t most_headers = 32;

struct source_text {
  std::filesystem::path path; ///< absolute, as the person named it
  std::string text;

  /// The same for messages and compilers: what is no UTF-8 is U+FFFD.
  std::string name() const;
};

struct submission_text {
  source_text file;
  /// Those beside it that it includes with quotes, and those that they include.
  std::vector<source_text> headers;
};

/// The file cannot be taken: it is no regular file, a link to somewhere else, too large, or no
/// text. what() is a sentence for the person who named it.
struct unfit_submission : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param with_headers in the course's own folders the headers beside it are not the student's
/// @param given the folder of the lab: what it has is not taken from beside the file, where an
/// old or a changed copy may lie
/// @throws unfit_submission
submission_text read_submission(const std::filesystem::path& named, bool with_headers = true,
                                const std::filesystem::path& given = {});

/// Writes it to a folder of its own below `store`, under `name` ("lab04.cu"), where one with the
/// same content and the same names does not stand already. Each copy begins with a line that gives
/// the name of its original: compilers and debuggers then speak of that.
/// @returns the copy's path @throws std::filesystem::filesystem_error, std::runtime_error
std::filesystem::path keep_submission(const submission_text& read, const std::string& name,
                                      const std::filesystem::path& store);

} // namespace cudalab::grader
