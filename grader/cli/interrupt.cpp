// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/interrupt.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "grader/build/build_store.h"
#include "grader/files/write_file.h"
#include "grader/run/process_scan.h"
#include "grader/run/sandbox/control_group.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

// A signal handler may do next to nothing: it writes the signal's number into this pipe, and a
// thread that waits at the other end does the work.
int signal_pipe[2] = {-1, -1};
volatile std::sig_atomic_t stopping = 0;
std::atomic<bool> tool_ends{false};

std::mutex first_mutex;
std::function<void()> first_of_all;

fs::path& scratch() {
  static fs::path folder;
  return folder;
}

extern "C" void note_signal(int signal) {
  const int before = errno;
  stopping = 1;
  const auto number = static_cast<unsigned char>(signal);
  tool_ends = true;
  [[maybe_unused]] const ssize_t ignored = write(signal_pipe[1], &number, 1);
  errno = before;
}

/// Kills every descendant; false when there was none left.
bool kill_descendants() {
  std::vector<pid_t> family{getpid()};
  const auto all = scan_processes();
  for (std::size_t i = 0; i < family.size(); ++i)
    for (const process_entry& each : all)
      if (each.parent == family[i] && each.state != 'Z' &&
          std::find(family.begin(), family.end(), each.pid) == family.end())
        family.push_back(each.pid);
  for (std::size_t i = 1; i < family.size(); ++i)
    kill(family[i], SIGKILL);
  return family.size() > 1;
}

void remove_scratch() {
  std::error_code ignored;
  if (!scratch().empty())
    fs::remove_all(scratch(), ignored);
}

void say_stopped() {
  if (isatty(STDERR_FILENO) == 0)
    return;
  constexpr std::string_view words = "\r\033[KStopped.\n";
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, words.data(), words.size());
}

void wait_for_signal() {
  unsigned char number = 0;
  while (read(signal_pipe[0], &number, 1) != 1)
    if (errno != EINTR)
      return;
  {
    const std::lock_guard lock(first_mutex);
    if (first_of_all)
      first_of_all();
  }
  // Other threads may still be starting processes: look again until there are none.
  for (int round = 0; round < 50 && kill_descendants(); ++round)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  remove_unfinished_file();
  remove_unfinished_builds();
  remove_control_groups();
  remove_scratch();
  say_stopped();
  _exit(128 + number);
}

void take_signals() {
  if (pipe2(signal_pipe, O_CLOEXEC) != 0)
    return;
  std::thread(wait_for_signal).detach();
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) // nohup wants it ignored
      sigaction(signal, &action, nullptr);
  }
}

} // namespace

void wait_if_stopping() {
  while (stopping != 0)
    pause();
}

tidy_end::tidy_end() {
  std::error_code trouble;
  std::string name = (fs::temp_directory_path(trouble) / "cudalab-XXXXXX").string();
  if (!trouble && mkdtemp(name.data()) != nullptr) {
    scratch() = name;
    setenv("TMPDIR", name.c_str(), 1);
  }
  take_signals();
}

void tidy_end_in_child() {
  for (const int end : signal_pipe)
    close(end);
  scratch().clear();
  before_stopping({});
  take_signals();
}

void before_stopping(std::function<void()> what) {
  const std::lock_guard lock(first_mutex);
  first_of_all = std::move(what);
}

void wait_if_ending() {
  while (tool_ends)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

tidy_end::~tidy_end() {
  remove_scratch();
}

} // namespace cudalab::grader
