// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/process_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudalab::term {

namespace {

using std::chrono::milliseconds;
using time_point = std::chrono::steady_clock::time_point;

constexpr milliseconds time_to_tidy{600};
constexpr int glance_ms = 200;

/// For end_processes(), which runs in another thread; 0: free.
std::array<std::atomic<pid_t>, 256> running;

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

void say(int pipe, char kind, const std::string& words) {
  const std::string all = kind + words;
  for (std::size_t at = 0; at < all.size();) {
    const ssize_t count = write(pipe, all.data() + at, all.size() - at);
    if (count < 0 && errno != EINTR)
      return;
    at += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
}

[[noreturn]] void be_child(const process_work& what, std::size_t job, int pipe,
                           const sigset_t& signals) {
  setpgid(0, 0); // the terminal's Ctrl-C is the parent's matter
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nothing, stream);
  what.begin();
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  try {
    say(pipe, 'd', what.work(job));
  } catch (const std::exception& problem) {
    say(pipe, what.is_usage(problem) ? 'u' : 'f', problem.what());
  }
  _exit(0);
}

struct process {
  pid_t id = -1;
  int pipe = -1;
  std::size_t job = 0, place = 0;
  time_point until;
  bool too_long = false;
  std::string said;
};

class pool {
public:
  explicit pool(const process_work& what) : what_(what) {}
  ~pool() {
    for (process& each : all_) { // only where something was thrown
      kill(each.id, SIGKILL);
      waitpid(each.id, nullptr, 0);
      forget(each);
    }
  }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  void run() {
    const std::size_t most = std::clamp<std::size_t>(what_.at_once, 1, running.size());
    while (next_ < what_.count || !all_.empty()) {
      while (next_ < what_.count && all_.size() < most)
        begin(next_++);
      wait();
      what_.look_up();
      for (std::size_t i = 0; i < all_.size();)
        if (has_ended(all_[i].id))
          take(i);
        else
          ++i;
    }
  }

private:
  void begin(std::size_t job) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    std::fflush(nullptr);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t parent = getpid();
    const pid_t child = fork();
    const int trouble = errno;
    if (child == 0) {
      close(ends[0]);
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent)
        _exit(0);
      be_child(what_, job, ends[1], before);
    }
    close(ends[1]);
    if (child > 0) {
      process one;
      one.id = child;
      one.pipe = ends[0];
      one.job = job;
      one.until = std::chrono::steady_clock::now() + what_.longest;
      while (running[one.place] != 0)
        ++one.place;
      running[one.place] = child;
      all_.push_back(one);
      fcntl(ends[0], F_SETFL, O_NONBLOCK);
    } else {
      close(ends[0]);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (child < 0)
      throw std::system_error(trouble, std::generic_category(), "fork");
  }

  /// For the end of a process, or a moment.
  void wait() {
    std::vector<pollfd> looked;
    for (const process& each : all_)
      looked.push_back({each.pipe, POLLIN, 0});
    poll(looked.data(), looked.size(), glance_ms);
    const auto now = std::chrono::steady_clock::now();
    for (process& each : all_) {
      drain(each);
      if (now > each.until && !each.too_long) {
        each.too_long = true;
        each.until = now + time_to_tidy;
        kill(each.id, SIGTERM);
      } else if (now > each.until) {
        kill(each.id, SIGKILL);
      }
    }
  }

  /// What it said; where it closed the pipe it ends at once.
  static void drain(process& one) {
    char part[4096];
    ssize_t got = 0;
    while ((got = read(one.pipe, part, sizeof part)) > 0)
      one.said.append(part, static_cast<std::size_t>(got));
    if (got == 0)
      for (milliseconds waited{0}; waited < milliseconds(glance_ms) && !has_ended(one.id); ++waited)
        std::this_thread::sleep_for(milliseconds(1));
  }

  void take(std::size_t which) {
    process one = all_[which];
    drain(one);
    all_.erase(all_.begin() + static_cast<long>(which));
    forget(one);
    int status = 0;
    waitpid(one.id, &status, 0);
    what_.look_up();
    const char kind = one.said.empty() ? ' ' : one.said[0];
    const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !one.too_long;
    if (whole && kind != ' ')
      tell(one.job,
           kind == 'd'   ? process_end::done
           : kind == 'u' ? process_end::wrong_usage
                         : process_end::failed,
           one.said.substr(1));
    else
      tell(one.job, process_end::failed,
           one.too_long ? fmt::format("it took longer than {} s", what_.longest.count())
           : WIFSIGNALED(status)
               ? fmt::format("it was ended by {}", strsignal(WTERMSIG(status)))
               : fmt::format("it ended with {} and without a word", WEXITSTATUS(status)));
  }

  void tell(std::size_t job, process_end how, const std::string& said) {
    if (!what_.ended(job, how, said))
      next_ = what_.count;
  }

  static void forget(process& one) {
    running[one.place] = 0;
    close(one.pipe);
  }

  const process_work& what_;
  std::vector<process> all_;
  std::size_t next_ = 0;
};

} // namespace

void run_processes(const process_work& what) {
  pool(what).run();
}

void end_processes() {
  std::vector<pid_t> asked;
  for (const auto& each : running)
    if (const pid_t child = each; child != 0 && kill(child, SIGTERM) == 0)
      asked.push_back(child);
  for (milliseconds waited{0}; waited < time_to_tidy; waited += milliseconds(5)) {
    if (std::all_of(asked.begin(), asked.end(), has_ended))
      return;
    std::this_thread::sleep_for(milliseconds(5));
  }
}

} // namespace cudalab::term
