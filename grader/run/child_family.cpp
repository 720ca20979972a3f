// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/child_family.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudalab::grader {
namespace {

using clock = std::chrono::steady_clock;

/// Roots of all families. Held while one is started and while processes are looked at.
std::mutex families_mutex;
std::vector<pid_t> families;

/// Of `seen` processes, those of `root`'s family. The caller holds families_mutex.
std::vector<process_entry> members_among(const std::vector<process_entry>& seen, pid_t root) {
  std::vector<pid_t> strangers = families;
  strangers.erase(std::remove(strangers.begin(), strangers.end(), root), strangers.end());
  return family_of(root, seen, strangers);
}

/// Kills those who are alive; true when there was none. The caller holds families_mutex.
bool kill_those_of(const std::vector<process_entry>& seen, pid_t root) {
  bool alone = true;
  for (const process_entry& member : members_among(seen, root)) {
    if (member.pid == root && member.state == 'Z')
      continue;
    alone = false;
    kill(member.pid, SIGKILL);
    if (member.pid != root && member.parent == getpid())
      waitpid(member.pid, nullptr, WNOHANG);
  }
  return alone;
}

/// Kills every member but the dead. True when nobody is left but the dead root.
bool kill_members(pid_t root) {
  const std::lock_guard lock(families_mutex);
  kill(-root, SIGKILL); // its group at once: no member of it can run away by forking
  return kill_those_of(scan_descendants(getpid()), root) && kill_those_of(scan_processes(), root);
}

} // namespace

child_family::child_family(const std::function<pid_t()>& launch) {
  static const int subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1);
  static_cast<void>(subreaper); // without it (an old kernel) orphans escape; the sandbox holds them
  const std::lock_guard lock(families_mutex);
  root_ = launch();
  families.push_back(root_);
}

child_family::~child_family() {
  end();
}

bool child_family::root_ended(int& wait_status) const {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(root_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != root_)
    return false;
  // As waitpid() would give it: the macros of sys/wait.h read that.
  wait_status = info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8 : info.si_status & 0x7F;
  return true;
}

std::vector<process_entry> child_family::members() const {
  const std::lock_guard lock(families_mutex);
  return members_among(scan_descendants(getpid()), root_);
}

bool child_family::end(std::chrono::milliseconds patience) {
  if (given_up_ || reaped_)
    return reaped_;
  const auto until = clock::now() + patience;
  bool alone = kill_members(root_);
  while (!alone && clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    alone = kill_members(root_);
  }
  const std::lock_guard lock(families_mutex);
  if (!alone) { // it stays in the list: what is left of it is nobody else's orphan
    given_up_ = true;
    return false;
  }
  // The root is reaped last: as long as it is there, its number means nobody else.
  waitpid(root_, nullptr, WNOHANG);
  families.erase(std::remove(families.begin(), families.end(), root_), families.end());
  reaped_ = true;
  return true;
}

} // namespace cudalab::grader
