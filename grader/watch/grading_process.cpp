// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/grading_process.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/cli/interrupt.h"
#include "grader/cli/usage_error.h"
#include "grader/run/child_process.h"
#include "grader/watch/keyboard.h"

namespace cudalab::grader {

namespace {

using std::chrono::milliseconds;

/// Within this time a grading that is stopped has removed what it was making; after it, it is
/// killed, and guards kill what it started.
constexpr milliseconds time_to_tidy{150};

std::atomic<pid_t> running{-1};

bool ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == child;
}

void wait_for(pid_t child, milliseconds most) {
  constexpr milliseconds tick{2};
  for (milliseconds waited{0}; waited < most && !ended(child); waited += tick)
    std::this_thread::sleep_for(tick);
}

/// A line for each message.
void tell(int pipe, const nlohmann::json& message) {
  std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t count = write(pipe, line.data() + at, line.size() - at);
    if (count < 0 && errno != EINTR)
      return;
    at += static_cast<std::size_t>(count > 0 ? count : 0);
  }
}

[[noreturn]] void be_child(const grading_process::work_function& work, int pipe, int printed,
                           const sigset_t& signals) {
  setpgid(0, 0); // the terminal's Ctrl-C and Ctrl-Z are the parent's matter
  forget_terminal();
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(printed, STDOUT_FILENO);
  dup2(printed, STDERR_FILENO);
  tidy_end_in_child();
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  nlohmann::json last;
  try {
    last["result"] = work([pipe](const std::string& step) { tell(pipe, {{"step", step}}); });
  } catch (const usage_error& problem) {
    last["trouble"] = problem.what();
  } catch (const std::exception& problem) {
    last["trouble"] =
        fmt::format("The grader itself failed: {}\nThis is not your code's fault.", problem.what());
  }
  wait_if_stopping(); // what was killed must not be taken for a result
  tell(pipe, last);
  _exit(0);
}

} // namespace

grading_process::grading_process(const work_function& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  printed_ = memfd_create("grading", MFD_CLOEXEC);
  std::fflush(nullptr);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
      _exit(0);
    be_child(work, ends[1], printed_, before);
  }
  running = child_;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(ends[1]);
  pipe_ = ends[0];
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  if (child_ < 0) {
    const int why = errno;
    close(pipe_);
    close(printed_);
    throw std::system_error(why, std::generic_category(), "fork");
  }
}

grading_process::~grading_process() {
  end(true);
  close(pipe_);
  close(printed_);
}

void grading_process::take(const std::string& message) {
  const nlohmann::json told = nlohmann::json::parse(message);
  if (told.contains("step"))
    step_ = told["step"];
  if (told.contains("result"))
    result_ = told["result"];
  if (told.contains("trouble"))
    trouble_ = told["trouble"];
}

bool grading_process::read() {
  char buffer[65536];
  ssize_t got;
  while ((got = ::read(pipe_, buffer, sizeof buffer)) > 0)
    unread_.append(buffer, static_cast<std::size_t>(got));
  for (std::size_t line; (line = unread_.find('\n')) != std::string::npos;) {
    take(unread_.substr(0, line));
    unread_.erase(0, line + 1);
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return false;
  end(false);
  return true;
}

void grading_process::end(bool at_once) {
  if (child_ < 0)
    return;
  if (at_once)
    kill(child_, SIGTERM);
  wait_for(child_, time_to_tidy);
  kill(child_, SIGKILL); // it is not reaped yet, so that the number is its own
  int status = 0;
  waitpid(child_, &status, 0);
  running = -1;
  child_ = -1;
  if (at_once || result_ || !trouble_.empty())
    return;
  char said[2000];
  const ssize_t count = pread(printed_, said, sizeof said, 0);
  trouble_ = fmt::format("The grading ended without a result ({}). This is not your code's fault.",
                         WIFSIGNALED(status) ? signal_words(WTERMSIG(status))
                                             : fmt::format("exit status {}", WEXITSTATUS(status)));
  if (count > 0)
    trouble_ += "\nIt said: " + std::string(said, static_cast<std::size_t>(count));
}

void end_grading_process() {
  const pid_t child = running;
  if (child <= 0 || kill(child, SIGTERM) != 0)
    return;
  wait_for(child, 4 * time_to_tidy);
}

} // namespace cudalab::grader
