// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/ask_program.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudalab::term {

namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& each : words)
    all.push_back(each.data());
  all.push_back(nullptr);
  return all;
}

std::string all_of(int pipe_end, std::size_t most) {
  std::string text;
  char part[1 << 14];
  for (ssize_t got = 0;
       (got = read(pipe_end, part, sizeof part)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0)
      text.append(part, std::min(static_cast<std::size_t>(got), most - text.size()));
  return text;
}

} // namespace

std::optional<program_answer> ask_program(std::vector<std::string> words,
                                          std::vector<std::string> environment, std::size_t most,
                                          const std::filesystem::path& directory) {
  if (const char* path = std::getenv("PATH"))
    environment.push_back(std::string("PATH=") + path);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe for " + words[0]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (!directory.empty())
    posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  pid_t child = -1;
  const int trouble = posix_spawnp(&child, words[0].c_str(), &actions, nullptr,
                                   pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  program_answer answer;
  if (trouble == 0)
    answer.text = all_of(ends[0], most);
  close(ends[0]);
  if (trouble == ENOENT)
    return {};
  if (trouble != 0)
    throw std::system_error(trouble, std::generic_category(), words[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status))
    answer.exit = WEXITSTATUS(status);
  return answer;
}

} // namespace cudalab::term
