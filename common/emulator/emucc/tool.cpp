// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/tool.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudalab::emulator {
namespace {

volatile std::sig_atomic_t stop_signal = 0;

void note_signal(int number) {
  stop_signal = number;
}

constexpr std::array<int, 3> stop_signals = {SIGINT, SIGTERM, SIGHUP};

[[noreturn]] void become(std::vector<char*>& words, int output, int errors, pid_t parent) {
  // The compiler must not outlive us when we are killed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127);
  for (int number : stop_signals)
    std::signal(number, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  execvp(words[0], words.data());
  _exit(127);
}

/// Reads both ends until they close. False: interrupted.
bool drain(std::array<pollfd, 2>& ends, const std::array<std::string*, 2>& texts) {
  std::array<char, 65536> buffer;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (stop_signal)
      return false;
    if (poll(ends.data(), ends.size(), 200) < 0 && errno != EINTR)
      return false;
    for (std::size_t end = 0; end < ends.size(); ++end) {
      if (ends[end].fd < 0 || !ends[end].revents)
        continue;
      const ssize_t count = read(ends[end].fd, buffer.data(), buffer.size());
      if (count > 0)
        texts[end]->append(buffer.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        ends[end].fd = -1;
      ends[end].revents = 0;
    }
  }
  return true;
}

} // namespace

finished run_tool(const std::vector<std::string>& command) {
  finished result;
  std::array<int, 2> output{}, errors{};
  if (stop_signal || pipe2(output.data(), O_CLOEXEC) != 0)
    return result;
  if (pipe2(errors.data(), O_CLOEXEC) != 0) {
    close(output[0]);
    close(output[1]);
    return result;
  }
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0)
    become(words, output[1], errors[1], parent);
  close(output[1]);
  close(errors[1]);
  if (child > 0) {
    std::array<pollfd, 2> ends = {pollfd{output[0], POLLIN, 0}, pollfd{errors[0], POLLIN, 0}};
    if (!drain(ends, {&result.output, &result.errors}))
      kill(child, SIGTERM);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      if (stop_signal)
        kill(child, SIGTERM);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.started = result.status != 127;
  }
  close(output[0]);
  close(errors[0]);
  return result;
}

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = note_signal; // no SA_RESTART: poll must return
  for (int number : stop_signals)
    sigaction(number, &action, nullptr);
}

int interrupted() {
  return stop_signal;
}

} // namespace cudalab::emulator
