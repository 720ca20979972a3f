// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudalab::proof {

namespace {

using steady = std::chrono::steady_clock;

[[noreturn]] void become(std::vector<char*>& words, int output, int errors) {
  setpgid(0, 0);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  execvp(words[0], words.data());
  _exit(127);
}

/// Reads until both ends close. False: time is up.
bool drain(std::array<pollfd, 2>& ends, const std::array<std::string*, 2>& texts,
           steady::time_point until) {
  std::array<char, 65536> part;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - steady::now());
    if (left.count() <= 0)
      return false;
    if (poll(ends.data(), ends.size(), static_cast<int>(left.count())) < 0 && errno != EINTR)
      return false;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0)
        continue;
      const ssize_t count = read(ends[i].fd, part.data(), part.size());
      if (count > 0)
        texts[i]->append(part.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        ends[i].fd = -1;
      ends[i].revents = 0;
    }
  }
  return true;
}

} // namespace

std::string outcome::ending(std::chrono::seconds limit) const {
  if (timed_out)
    return "still running after " + std::to_string(limit.count()) + " s";
  if (status > 128)
    return std::string("ended by a signal: ") + strsignal(status - 128);
  return "exit code " + std::to_string(status);
}

outcome run(const std::vector<std::string>& command, std::chrono::seconds limit) {
  std::array<int, 2> output{}, errors{};
  if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(errors.data(), O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe");
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0)
    become(words, output[1], errors[1]);
  setpgid(child, child);
  close(output[1]);
  close(errors[1]);
  outcome result;
  std::array<pollfd, 2> ends = {pollfd{output[0], POLLIN, 0}, pollfd{errors[0], POLLIN, 0}};
  if (!drain(ends, {&result.output, &result.errors}, steady::now() + limit)) {
    result.timed_out = true;
    kill(-child, SIGKILL);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  close(output[0]);
  close(errors[0]);
  return result;
}

scratch_folder::scratch_folder() {
  const char* base = std::getenv("TMPDIR");
  std::string name =
      (base != nullptr && *base != '\0' ? std::string(base) : "/tmp") + "/proof-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make the folder " + name);
  path_ = name;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

} // namespace cudalab::proof
