// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/launch_child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cudalab::grader {
namespace {

constexpr rlim_t file_bytes = rlim_t{1} << 30;
constexpr rlim_t open_files = 1024;
/// Descriptors wait up here while the low numbers are dealt out.
constexpr int parking = 64;
constexpr int null_fd_slot = 0;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts)
    list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

/// What the new process needs, made before fork(): after it, another thread of the judge may hold
/// any lock, so that only plain system calls are safe.
struct launch_plan {
  std::vector<char*> arguments, environment;
  std::vector<std::pair<int, int>> descriptors;
  const char* directory = nullptr;
  pid_t judge = 0;
};

void limit(int resource, rlim_t most) {
  const struct rlimit value { most, most };
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

[[noreturn]] void give_up(const char* what) {
  const char* reason = strerrordesc_np(errno);
  for (const char* text : {"cannot start the program: ", what, ": ", reason, "\n"})
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0)
      break;
  _exit(127);
}

void place_descriptors(launch_plan& plan) {
  int last = STDERR_FILENO;
  for (auto& [from, to] : plan.descriptors)
    from = fcntl(from, F_DUPFD_CLOEXEC, parking);
  for (const auto& [from, to] : plan.descriptors) {
    if (from < 0 || dup2(from, to) < 0)
      give_up("descriptors");
    last = std::max(last, to);
  }
  if (close_range(static_cast<unsigned>(last) + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
    return;
  for (int fd = last + 1; fd < 4096; ++fd) // a kernel without close_range
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

[[noreturn]] void become(launch_plan& plan) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.judge) // it ended in between
    _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD})
    signal(number, SIG_DFL);
  place_descriptors(plan);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, file_bytes);
  limit(RLIMIT_NOFILE, open_files);
  if (plan.directory && chdir(plan.directory) != 0)
    give_up(plan.directory);
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  give_up(plan.arguments[0]);
}

} // namespace

pid_t launch_child(const child_settings& settings, int output_fd) {
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0)
    throw std::system_error(errno, std::generic_category(), "/dev/null");
  launch_plan plan{pointers(settings.command), pointers(settings.environment), settings.descriptors,
                   settings.directory.empty() ? nullptr : settings.directory.c_str(), getpid()};
  plan.descriptors.insert(
      plan.descriptors.end(),
      {{null, null_fd_slot}, {output_fd, STDOUT_FILENO}, {output_fd, STDERR_FILENO}});
  const pid_t child = fork();
  if (child == 0)
    become(plan);
  const int error = errno;
  close(null);
  if (child < 0)
    throw std::system_error(error, std::generic_category(), "fork");
  return child;
}

} // namespace cudalab::grader
