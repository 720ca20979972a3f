// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/run_compiler.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace cudalab::grader {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t kept_output = std::size_t{1} << 20;
constexpr rlim_t address_space = rlim_t{16} << 30; ///< nvcc's parts reserve much and use little
constexpr rlim_t file_size = rlim_t{1} << 30;

void limit(int resource, rlim_t value) {
  const rlimit both = {value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// In the child: only calls that are safe after fork() in a program with threads.
[[noreturn]] void become(char* const* words, char* const* environment, int output, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, address_space);
  limit(RLIMIT_FSIZE, file_size);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execvpe(words[0], words, environment);
  _exit(127);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words)
    result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> english_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::string(*entry).rfind("LC_", 0) != 0)
      result.emplace_back(*entry);
  result.emplace_back("LC_ALL=C");
  return result;
}

/// Reads until the other end is closed; false when the time is up first.
bool drain(int fd, clock::time_point until, std::string& text) {
  std::array<char, 65536> buffer;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - clock::now());
    if (left.count() <= 0)
      return false;
    pollfd waiting = {fd, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready <= 0)
      continue;
    const ssize_t count = read(fd, buffer.data(), buffer.size());
    if (count == 0 || (count < 0 && errno != EINTR))
      return true;
    if (count > 0 && text.size() < kept_output)
      text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

} // namespace

compiler_run run_compiler(const std::vector<std::string>& command, std::chrono::seconds limit) {
  compiler_run result;
  const auto begin = clock::now();
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "no pipe for the compiler");
  const std::vector<std::string> variables = english_environment();
  const std::vector<char*> words = pointers(command), environment = pointers(variables);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0)
    become(words.data(), environment.data(), pipe[1], parent);
  const int error = errno;
  close(pipe[1]);
  if (child < 0) {
    close(pipe[0]);
    throw std::system_error(error, std::generic_category(), "the compiler cannot be started");
  }
  setpgid(child, child); // whoever is first, parent or child
  result.timed_out = !drain(pipe[0], begin + limit, result.output);
  if (result.timed_out)
    kill(-child, SIGKILL);
  close(pipe[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL); // what it may have left behind in its group
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.started = result.status != 127;
  result.seconds = std::chrono::duration<double>(clock::now() - begin).count();
  return result;
}

} // namespace cudalab::grader
