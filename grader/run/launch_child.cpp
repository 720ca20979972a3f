// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/launch_child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "grader/files/places.h"
#include "grader/run/guard.h"
#include "grader/run/sandbox/confinement.h"

namespace cudalab::grader {
namespace {

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
  std::vector<int> join_descriptors;
  int status_fd = -1;
  const confinement* held = nullptr;
};

/// A descriptor that is closed with it.
struct owned_fd {
  explicit owned_fd(int number) : fd(number) {}
  ~owned_fd() {
    if (fd >= 0)
      close(fd);
  }
  owned_fd(const owned_fd&) = delete;
  owned_fd& operator=(const owned_fd&) = delete;
  int fd;
};

/// The filter's bytes, to be read from the start. -1 where none is handed over.
int filter_as_file(const confinement& held) {
  if (held.filter_fd < 0)
    return -1;
  const std::size_t bytes = held.filter.size() * sizeof held.filter[0];
  const int fd = memfd_create("filter", MFD_CLOEXEC);
  if (fd < 0 || pwrite(fd, held.filter.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    throw std::system_error(errno, std::generic_category(), "the seccomp filter");
  return fd;
}

void limit(int resource, rlim_t most) {
  const struct rlimit value { most, most };
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

[[noreturn]] void give_up(const launch_plan& plan, const char* what) {
  const char* reason = strerrordesc_np(errno);
  static_cast<void>(!write(plan.status_fd, failed_to_start, std::strlen(failed_to_start)));
  for (const char* text : {"cannot start the program: ", what, ": ", reason, "\n"})
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0)
      break;
  _exit(127);
}

void place_descriptors(launch_plan& plan) {
  for (auto& [from, to] : plan.descriptors)
    from = fcntl(from, F_DUPFD_CLOEXEC, parking);
  // What gives up must still be heard when another descriptor has taken this one's number.
  plan.status_fd = fcntl(plan.status_fd, F_DUPFD_CLOEXEC, parking);
  // What the judge itself was started with must not reach the child, whatever its number.
  constexpr int first = STDERR_FILENO + 1;
  if (close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
    for (int fd = first; fd < 4096; ++fd) // a kernel without close_range
      fcntl(fd, F_SETFD, FD_CLOEXEC);
  for (const auto& [from, to] : plan.descriptors) // dup2's copy stays open
    if (from < 0 || dup2(from, to) < 0)
      give_up(plan, "descriptors");
}

[[noreturn]] void become(launch_plan& plan) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.judge) // it ended in between
    _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD, SIGXFSZ})
    signal(number, SIG_DFL);
  for (const int descriptor :
       plan.join_descriptors) // of a group that will not have it: the other limits hold
    static_cast<void>(!write(descriptor, "0", 1));
  place_descriptors(plan);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, plan.held->file_bytes);
  limit(RLIMIT_NOFILE, open_files);
  if (plan.held->address_space != 0)
    limit(RLIMIT_AS, plan.held->address_space);
  if (plan.directory && chdir(plan.directory) != 0)
    give_up(plan, plan.directory);
  if (plan.held->unprivileged)
    drop_privileges();
  const seccomp_filter& filter = plan.held->filter;
  if (!filter.empty() && plan.held->filter_fd < 0 &&
      !install_seccomp_filter(filter.data(), static_cast<unsigned short>(filter.size())))
    give_up(plan, "seccomp");
  execve(plan.arguments[0], plan.arguments.data(), plan.environment.data());
  give_up(plan, plan.arguments[0]);
}

} // namespace

pid_t launch_child(const child_settings& settings, const launch_ends& ends) {
  const owned_fd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (null.fd < 0)
    throw std::system_error(errno, std::generic_category(), "/dev/null");
  const owned_fd filter(filter_as_file(settings.held));
  std::vector<std::string> command = settings.command;
  if (ends.lifeline_fd >= 0)
    command.insert(command.begin(), (build_root() / "bin" / "guard").string());
  launch_plan plan{pointers(command),
                   pointers(settings.environment),
                   settings.descriptors,
                   settings.directory.empty() ? nullptr : settings.directory.c_str(),
                   getpid(),
                   ends.join_descriptors,
                   ends.status_fd,
                   &settings.held};
  plan.descriptors.insert(
      plan.descriptors.end(),
      {{null.fd, null_fd_slot}, {ends.output_fd, STDOUT_FILENO}, {ends.output_fd, STDERR_FILENO}});
  if (filter.fd >= 0)
    plan.descriptors.emplace_back(filter.fd, settings.held.filter_fd);
  if (settings.held.status_fd >= 0)
    plan.descriptors.emplace_back(ends.status_fd, settings.held.status_fd);
  if (ends.lifeline_fd >= 0)
    plan.descriptors.insert(plan.descriptors.end(),
                            {{ends.lifeline_fd, lifeline_fd}, {ends.status_fd, guard_status_fd}});
  const pid_t child = fork();
  if (child == 0)
    become(plan);
  if (child < 0)
    throw std::system_error(errno, std::generic_category(), "fork");
  return child;
}

} // namespace cudalab::grader
