// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/child_family.h"
#include "grader/run/guard.h"
#include "grader/run/launch_child.h"
#include "grader/run/pipe_pair.h"
#include "grader/run/sandbox/control_group.h"
#include "grader/run/sandbox/trial_memory.h"

namespace cudalab::grader {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Between two looks at the processes; longer where a look takes long (many processes), so that
/// looking costs a two-hundredth of the time at most.
constexpr milliseconds shortest_tick{10};
constexpr int looking_share = 200;

/// The control group is for what is too quick to be looked at; the looks come first, and say more.
constexpr std::size_t group_room = std::size_t{512} << 20;
constexpr unsigned most_tasks = 1024; ///< processes and threads
constexpr unsigned guards = 1;

} // namespace

struct child_process::state {
  explicit state(const child_settings& settings)
      : allowed(settings.allowed),
        most_processes(settings.allowed.processes + settings.held.extra_processes + guards),
        group(control_group::make(control_groups_here(), allowed.resident_bytes + group_room,
                                  most_tasks)),
        in_bubblewrap(settings.held.status_fd >= 0), family([&] { return start(settings); }) {}
  ~state() { family.end(); }

  pid_t start(const child_settings& settings);
  bool never_started() const;
  void drain();
  void look();
  void finish(ending why, const std::string& words);
  bool notice_end();

  run_limits allowed;
  unsigned most_processes;
  std::unique_ptr<control_group> group; ///< removed after the family has ended
  bool in_bubblewrap;
  pipe_pair output, status, lifeline;
  bool output_open = true;
  std::string printed;
  bool ended = false;
  ending how = ending::done;
  std::string detail;
  int signal = 0;
  std::optional<int> exit_status;
  clock::time_point next_look = clock::now() + shortest_tick;
  child_family family; ///< last: it starts the child
};

pid_t child_process::state::start(const child_settings& settings) {
  for (const int fd : {output.read_end, status.read_end})
    fcntl(fd, F_SETFL, O_NONBLOCK);
  const pid_t child = launch_child(
      settings, {output.write_end, status.write_end,
                 group ? group->join_descriptors() : std::vector<int>{}, lifeline.read_end});
  pipe_pair::close_end(output.write_end);
  pipe_pair::close_end(status.write_end);
  return child;
}

/// Bubblewrap tells the program's exit status, if it was able to start it.
bool child_process::state::never_started() const {
  char text[4096];
  std::string said;
  for (ssize_t got; (got = read(status.read_end, text, sizeof text)) > 0;)
    said.append(text, static_cast<std::size_t>(got));
  return said.find(failed_to_start) != std::string::npos ||
         (in_bubblewrap && exit_status == 1 && said.find("\"exit-code\"") == std::string::npos);
}

/// Keeps what is there, up to the limit.
void child_process::state::drain() {
  char buffer[16384];
  while (output_open && printed.size() <= allowed.output_bytes) {
    const ssize_t got = read(output.read_end, buffer, sizeof buffer);
    if (got > 0)
      printed.append(buffer, static_cast<std::size_t>(got));
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
      output_open = false;
    else if (errno == EAGAIN)
      return;
  }
  if (printed.size() > allowed.output_bytes) {
    printed.resize(allowed.output_bytes);
    output_open = false;
    finish(ending::too_much_output, "");
  }
}

void child_process::state::look() {
  const auto start = clock::now();
  std::size_t resident = 0;
  unsigned processes = 0;
  for (const process_entry& member : family.members()) {
    resident += member.resident_bytes;
    processes += member.state != 'Z';
  }
  const clock::duration took = clock::now() - start;
  next_look = clock::now() + std::max<clock::duration>(shortest_tick, looking_share * took);
  if (processes > most_processes)
    finish(ending::too_many_processes, "");
  else if (resident > allowed.resident_bytes)
    finish(ending::out_of_memory, "");
}

void child_process::state::finish(ending why, const std::string& words) {
  if (ended)
    return;
  ended = true;
  how = why;
  detail = words;
  if (!family.end(allowed.dying)) {
    how = ending::unkillable;
    detail.clear();
  }
  drain();
}

bool child_process::state::notice_end() {
  int status = 0;
  if (ended || !family.root_ended(status))
    return ended;
  signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (WIFEXITED(status)) {
    exit_status = WEXITSTATUS(status);
    // What the sandbox and shells make of a signal.
    if (*exit_status > 128 && *exit_status <= 128 + SIGSYS)
      signal = *exit_status - 128;
  }
  if (never_started()) {
    forget_trial(kept_trial());
    finish(ending::not_started, "");
  } else if (group && group->ran_out_of_memory()) {
    finish(ending::out_of_memory, "");
  } else if (signal != 0) {
    finish(ending::crashed, signal_words(signal));
  } else {
    finish(ending::exited, "exit status " + std::to_string(*exit_status));
  }
  return true;
}

child_process::child_process(const child_settings& settings)
    : state_(std::make_unique<state>(settings)) {}

child_process::~child_process() = default;

child_process::event child_process::wait(int fd, time_point until) {
  state& child = *state_;
  bool broken_pipe = false;
  for (;;) {
    pollfd entries[2] = {{fd, POLLIN, 0},
                         {child.output_open ? child.output.read_end : -1, POLLIN, 0}};
    const auto now = clock::now();
    const auto next = std::min(until, child.next_look);
    const auto left = std::chrono::ceil<milliseconds>(next - now).count();
    // A closed pipe is the first sign of an end; the end itself follows at once.
    const long long most = broken_pipe ? 1 : 1000;
    poll(entries, 2, static_cast<int>(std::clamp<long long>(left, 0, most)));
    broken_pipe = broken_pipe || (entries[1].revents & POLLHUP) != 0;
    if (entries[1].revents != 0)
      child.drain();
    const bool late = clock::now() >= until;
    if (clock::now() >= child.next_look)
      child.look();
    // Time and limits come first: a child that keeps talking must not talk itself past them.
    if (entries[0].revents != 0 && !late && !child.ended)
      return event::readable;
    if (child.notice_end())
      return event::ended;
    if (late)
      return event::timed_out;
  }
}

void child_process::stop(ending how, const std::string& detail) {
  if (!state_->notice_end())
    state_->finish(how, detail);
}

waits_for_processor child_process::held_up() const {
  waits_for_processor all;
  for (const process_entry& member : state_->family.members())
    add_waits_of(member.pid, all);
  return all;
}

bool child_process::ended() const {
  return state_->ended;
}

ending child_process::how() const {
  return state_->how;
}

std::string child_process::detail() const {
  return state_->detail;
}

int child_process::signal() const {
  return state_->how == ending::crashed ? state_->signal : 0;
}

std::optional<int> child_process::exit_status() const {
  return state_->exit_status;
}

const std::string& child_process::printed() {
  state_->drain();
  return state_->printed;
}

std::string signal_words(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV (invalid memory access)";
  case SIGBUS:
    return "SIGBUS (access to memory that is not there)";
  case SIGFPE:
    return "SIGFPE (integer division by zero)";
  case SIGABRT:
    return "SIGABRT (abort(), a failed assert, or an exception that nobody caught)";
  case SIGILL:
    return "SIGILL (not an instruction: often a function without a return statement)";
  case SIGKILL:
    return "SIGKILL (killed from outside, often for lack of memory)";
  case SIGXFSZ:
    return "SIGXFSZ (a file grew too large)";
  default:
    break;
  }
  const char* name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

} // namespace cudalab::grader
