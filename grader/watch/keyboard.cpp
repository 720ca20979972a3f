// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/keyboard.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace cudalab::grader {

namespace {

// For signal handlers: plain memory.
termios found;
volatile std::sig_atomic_t taken = 0;
int key_signal_pipe[2] = {-1, -1};

constexpr std::array news_signals = {SIGTSTP, SIGCONT, SIGWINCH};
constexpr std::array fatal_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};

/// In the background the terminal is the shell's, and touching it would stop us.
bool in_foreground() {
  return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

extern "C" void note_news(int signal) {
  const int before = errno;
  const auto number = static_cast<unsigned char>(signal);
  [[maybe_unused]] const ssize_t ignored = write(key_signal_pipe[1], &number, 1);
  errno = before;
}

/// Was installed to act once: the second time the signal does what it always does.
extern "C" void restore_and_die(int signal) {
  restore_terminal();
  raise(signal);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

} // namespace

void restore_terminal() {
  if (taken != 0 && in_foreground())
    tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
  taken = 0;
}

void forget_terminal() {
  taken = 0;
  for (const int signal : news_signals)
    handle(signal, SIG_DFL, 0);
  for (const int signal : fatal_signals)
    handle(signal, SIG_DFL, 0);
}

keyboard::keyboard(bool wanted) : wanted_(wanted && isatty(STDIN_FILENO) != 0) {
  if (pipe2(key_signal_pipe, O_CLOEXEC | O_NONBLOCK) == 0)
    for (const int signal : news_signals)
      handle(signal, note_news, SA_RESTART);
  for (const int signal : fatal_signals)
    handle(signal, restore_and_die, static_cast<int>(SA_RESETHAND | SA_NODEFER));
  take();
}

keyboard::~keyboard() {
  restore_terminal();
  forget_terminal();
  for (int& end : key_signal_pipe) {
    close(end);
    end = -1;
  }
}

void keyboard::take() {
  if (!wanted_ || taken != 0 || !in_foreground() || tcgetattr(STDIN_FILENO, &found) != 0)
    return;
  termios keys = found;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO); // Ctrl-C and Ctrl-Z stay signals
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  taken = 1; // first: a signal may come in between
  tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
}

int keyboard::descriptor() const {
  return wanted_ && in_foreground() ? STDIN_FILENO : -1;
}

std::string keyboard::read() {
  char typed[256];
  const ssize_t got = ::read(STDIN_FILENO, typed, sizeof typed);
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
    wanted_ = false; // the terminal has gone
  return {typed, static_cast<std::size_t>(got > 0 ? got : 0)};
}

int keyboard::signals() const {
  return key_signal_pipe[0];
}

keyboard::news keyboard::signal_news() {
  news result;
  for (unsigned char number; ::read(key_signal_pipe[0], &number, 1) == 1;) {
    if (number == SIGTSTP) {
      result.stop = true;
    } else if (number == SIGCONT) {
      taken = 0; // whoever stopped us may have set the terminal as it likes
      take();
      result.continued = true;
    } else {
      result.resized = true;
    }
  }
  return result;
}

void keyboard::hold() {
  restore_terminal();
  raise(SIGSTOP); // SIGCONT has news of its own
}

} // namespace cudalab::grader
