// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// guard COMMAND...: stands between the judge and each child. When the judge ends, however it does,
/// the guard kills the command and all that came of it; the kernel's own way (PR_SET_PDEATHSIG)
/// reaches the first process only, and bubblewrap has a moment at its start when it does not reach
/// that. Ends as the command does: with its exit status, or 128 and the signal's number.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/guard.h"
#include "grader/run/process_scan.h"

namespace {

using namespace cudalab::grader;

constexpr int cannot_start = 127;
constexpr int most_descriptors = 64; ///< more than a child is given

/// Kills all descendants: orphans among them fall to the guard.
void kill_all() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  do {
    for (const process_entry& each : family_of(getpid(), scan_processes(), {}))
      if (each.pid != getpid())
        kill(each.pid, SIGKILL);
    usleep(1000);
  } while (waitpid(-1, nullptr, WNOHANG) >= 0); // until there is no child, dead or alive
}

[[noreturn]] void become(char** command, const sigset_t& signals) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  fcntl(lifeline_fd, F_SETFD, FD_CLOEXEC);
  fcntl(guard_status_fd, F_SETFD, FD_CLOEXEC);
  execv(command[0], command);
  const char* reason = std::strerror(errno);
  static_cast<void>(!write(guard_status_fd, failed_to_start, std::strlen(failed_to_start)));
  std::fprintf(stderr, "cannot start the program: %s: %s\n", command[0], reason);
  _exit(cannot_start);
}

/// The command's end as an exit status, once it has ended; -1: not yet.
int reap(pid_t command) {
  int result = -1, status = 0;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
    if (ended == command)
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

} // namespace

int main(int count, char** words) {
  if (count < 2)
    return cannot_start;
  sigset_t child_ended, before;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ended, &before);
  const int signals = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);
  // From here on the end of the judge is told by the lifeline.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, 0);
  const pid_t command = fork();
  if (command == 0)
    become(words + 1, before);
  if (command < 0)
    return cannot_start;
  // The judge must see when the command closes its ends of the pipes between them.
  for (int fd = 0; fd < most_descriptors; ++fd)
    if (fd != lifeline_fd && fd != signals)
      close(fd);
  for (;;) {
    pollfd ends[2] = {{lifeline_fd, 0, 0}, {signals, POLLIN, 0}};
    poll(ends, 2, -1);
    if (ends[0].revents != 0) {
      kill_all();
      return cannot_start;
    }
    signalfd_siginfo told;
    static_cast<void>(!read(signals, &told, sizeof told));
    if (const int status = reap(command); status >= 0)
      return status;
  }
}
