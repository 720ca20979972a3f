// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/view/viewer_process.h"

#include <cerrno>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include "grader/files/write_file.h"
#include "grader/run/child_family.h"
#include "grader/run/child_process.h"
#include "grader/run/launch_child.h"

namespace cudalab::grader {

namespace {

void wait_for_end(pid_t child) {
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0)
    if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waitid");
}

} // namespace

int run_viewer(const std::vector<std::string>& command, const std::filesystem::path& partial) {
  child_settings settings;
  settings.command = command;
  for (char** each = environ; *each != nullptr; ++each)
    settings.environment.emplace_back(*each);
  note_unfinished_file(partial);
  child_family viewer([&] { return launch_child(settings, {STDERR_FILENO, -1, {}}); });
  wait_for_end(viewer.root());
  int status = 0;
  viewer.root_ended(status);
  viewer.end();
  remove_unfinished_file();
  return status;
}

} // namespace cudalab::grader
