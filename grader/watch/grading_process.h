// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grading in a process of its own: it can be stopped at any moment, and whatever becomes of it,
/// whoever waits for it goes on.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

class grading_process {
public:
  using step_function = std::function<void(const std::string&)>;
  /// Runs in the child; what it gives is the result. What it prints is kept apart.
  using work_function = std::function<nlohmann::json(const step_function&)>;

  /// Forks. The child has no terminal, and ends when its parent does. One at a time.
  /// @throws std::system_error
  explicit grading_process(const work_function& work);
  ~grading_process(); ///< stops it
  grading_process(const grading_process&) = delete;
  grading_process& operator=(const grading_process&) = delete;

  /// Readable when there is something to read().
  int descriptor() const { return pipe_; }
  /// Takes what has come, without waiting. True when it has ended.
  bool read();

  const std::string& step() const { return step_; } ///< what is being done
  /// Nothing: it failed, see trouble().
  const std::optional<nlohmann::json>& result() const { return result_; }
  /// Why there is no result, in words; of use once it has ended.
  const std::string& trouble() const { return trouble_; }

private:
  void take(const std::string& message);
  void end(bool at_once);

  int child_ = -1;
  int pipe_ = -1;
  int printed_ = -1; ///< a file in memory
  std::string unread_, step_, trouble_;
  std::optional<nlohmann::json> result_;
};

/// Asks the child that runs, if one does, to end as by Ctrl-C, and waits for it, but not for ever.
/// For another thread.
void end_grading_process();

} // namespace cudalab::grader
