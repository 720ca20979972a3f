// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "editing/tests/piped_program.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cudalab::editing {

namespace {

void check(int error, const std::string& what) {
  if (error != 0)
    throw std::system_error(error, std::generic_category(), what);
}

} // namespace

piped_program::piped_program(std::vector<std::string> arguments) : name_(arguments.at(0)) {
  int input[2], output[2];
  if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0)
    check(errno, "pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  for (std::string& each : arguments)
    words.push_back(each.data());
  words.push_back(nullptr);
  const int error = posix_spawnp(&child_, name_.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(input[0]);
  close(output[1]);
  to_ = input[1];
  from_ = output[0];
  check(error, name_);
}

piped_program::~piped_program() {
  close(to_); // it ends when nobody talks to it
  close(from_);
  waitpid(child_, nullptr, 0);
}

void piped_program::write(const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::write(to_, text.data() + sent, text.size() - sent);
    if (count < 0)
      check(errno, "writing to " + name_);
    sent += static_cast<std::size_t>(count);
  }
}

std::string piped_program::read(std::size_t count) {
  std::string text(count, '\0');
  for (std::size_t got = 0; got < count;) {
    const ssize_t more = ::read(from_, text.data() + got, count - got);
    if (more <= 0)
      throw std::runtime_error(name_ + " has ended");
    got += static_cast<std::size_t>(more);
  }
  return text;
}

std::string piped_program::read_through(const std::string& end) {
  std::string text;
  while (text.size() < end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0)
    text += read(1);
  return text;
}

} // namespace cudalab::editing
