// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An editor's talk with clangd: the Language Server Protocol over two pipes.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "editing/tests/piped_program.h"

namespace cudalab::editing {

class clangd_session {
public:
  /// Starts clangd for a project. @throws std::system_error
  explicit clangd_session(const std::string& root);

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

  piped_program clangd_;
  int last_id_ = 0;
};

} // namespace cudalab::editing
