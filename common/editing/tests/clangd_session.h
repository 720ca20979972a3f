// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An editor's talk with clangd: the Language Server Protocol over two pipes.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

namespace cudalab::editing {

class clangd_session {
public:
  /// Starts clangd for a project. @throws std::system_error
  explicit clangd_session(const std::string& root);
  ~clangd_session();
  clangd_session(const clangd_session&) = delete;
  clangd_session& operator=(const clangd_session&) = delete;

  /// Opens a file with this text, whatever lies on the disk, and waits for clangd's opinion.
  /// @return what it complains of, as "LINE: message", lines from 1
  std::vector<std::string> open(const std::string& path, const std::string& text);

  /// What clangd offers at the end of the first `typed` in the text of an open file.
  std::vector<std::string> complete(const std::string& path, const std::string& text,
                                    const std::string& typed);

private:
  void send(nlohmann::json message);
  nlohmann::json receive();
  nlohmann::json ask(const std::string& method, nlohmann::json parameters);

  pid_t child_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
};

} // namespace cudalab::editing
