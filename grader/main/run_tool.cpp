// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/main/run_tool.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "grader/cli/interrupt.h"
#include "grader/cli/usage_error.h"
#include "grader/printable.h"

namespace cudalab::grader {

namespace {

constexpr int wrong_usage = 2, own_failure = 3;

/// To standard error. Never throws: standard error may be full as well.
void complain(const std::string& text) {
  std::fputs((printable(text) + '\n').c_str(), stderr);
}

/// A standard stream that is closed leaves its number to the next file, which would then get what
/// is printed. What stands there instead ends at once when it is read. Results that cannot be
/// written are a failure, what is said on standard error is not missed.
void fill_closed_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) < 0) // the lowest free number
      static_cast<void>(open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

/// Whoever started this program may ignore or block signals, and a program inherits that: where
/// SIGCHLD is ignored, nobody learns how a child ended. (To ignore SIGINT, SIGHUP and SIGQUIT is
/// how shells and nohup keep a program running: these stay.)
void take_usual_signals() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal :
       {SIGCHLD, SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGUSR1, SIGUSR2})
    std::signal(signal, SIG_DFL);
}

/// A shell's soft limits, as far as it lets a program raise them: what runs here has limits of its
/// own.
void raise_soft_limits() {
  for (const auto resource : {RLIMIT_CPU, RLIMIT_AS, RLIMIT_DATA})
    if (rlimit own{}; getrlimit(resource, &own) == 0 && own.rlim_cur != own.rlim_max) {
      own.rlim_cur = own.rlim_max;
      setrlimit(resource, &own);
    }
}

/// Somebody has removed it: no file name without a folder means anything.
bool is_nowhere() {
  std::error_code error;
  return std::filesystem::current_path(error).empty() || error;
}

} // namespace

int run_tool(int argc, char** argv, const std::function<int(std::vector<std::string>)>& work) {
  fill_closed_streams();
  take_usual_signals();
  raise_soft_limits();
  const tidy_end tidy;
  std::signal(SIGXFSZ, SIG_IGN); // a write beyond a limit (ulimit -f) fails, and is told
  int code = own_failure;
  try {
    if (is_nowhere())
      throw usage_error("The folder that you are in cannot be read; perhaps it was removed. Go to "
                        "another one, for instance with: cd");
    code = work({argv + 1, argv + argc});
  } catch (const usage_error& problem) {
    complain(problem.what());
    code = wrong_usage;
  } catch (const std::bad_alloc&) {
    complain("The grader ran out of memory. This is not your code's fault.");
  } catch (const std::exception& problem) {
    complain(fmt::format("The grader itself failed: {}\nThis is not your code's fault.",
                         problem.what()));
  }
  wait_if_stopping();
  // A full disk shows only here when the output went to a file.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    complain(fmt::format("The output could not be written: {}", std::strerror(errno)));
    return own_failure;
  }
  return code;
}

} // namespace cudalab::grader
