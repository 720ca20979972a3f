// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/worker_process.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "grader/run/child_process.h"
#include "grader/run/find_program.h"
#include "grader/run/pipe_pair.h"
#include "grader/run/sandbox/sandbox.h"
#include "protocol/channel.h"

namespace cudalab::grader {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// From start to hello: CUDA takes seconds to start on a machine with many GPUs.
constexpr seconds start_time{30};
/// A call may take so many times its limit where other programs have the processors.
constexpr int longest_wait = 6;
/// From the end of the conversation to the end of the process.
constexpr seconds leaving_time{1};
/// The same when a tool stands in between, which has a report to write.
constexpr seconds wrapped_time{30};

/// In the sandbox process numbers start anew each time, so that tools cannot name files by them.
std::vector<std::string> with_number_of_start(std::vector<std::string> words) {
  static std::atomic<unsigned> starts{0};
  const std::string number = std::to_string(++starts);
  for (std::string& word : words)
    if (const std::size_t at = word.find(worker_wrapper::number); at != std::string::npos)
      word.replace(at, std::strlen(worker_wrapper::number), number);
  return words;
}

child_settings settings_for(const std::filesystem::path& program, const run_limits& allowed,
                            const worker_wrapper& wrapper) {
  child_settings settings;
  settings.command = with_number_of_start(wrapper.command);
  settings.command.insert(settings.command.end(), {program, "--worker"});
  sandbox_view view = view_of_program(program);
  view.watched = !wrapper.command.empty();
  view.writable.insert(view.writable.end(), wrapper.writable.begin(), wrapper.writable.end());
  view.readable.insert(view.readable.end(), wrapper.readable.begin(), wrapper.readable.end());
  settings.environment = clean_environment(
      {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDALAB_THREADS", "LD_LIBRARY_PATH"});
  settings.environment.insert(settings.environment.end(), {"PATH=/usr/local/bin:/usr/bin:/bin",
                                                           "HOME=/nonexistent", "TMPDIR=/tmp"});
  if (!view.sources.empty())
    settings.environment.push_back("CUDALAB_SOURCES=" + view.sources.string());
  settings.allowed = allowed;
  settings.directory = "/";
  confine(settings, view);
  return settings;
}

} // namespace

struct worker_process::state {
  state(child_settings settings, const shared_block& inputs, const shared_block& outputs,
        bool has_wrapper)
      : wrapped(has_wrapper), talk(replies.read_end, requests.write_end) {
    settings.descriptors = {{requests.read_end, protocol::request_fd},
                            {replies.write_end, protocol::reply_fd},
                            {inputs.fd(), protocol::input_fd},
                            {outputs.fd(), protocol::output_fd}};
    // A worker that does not read must not hold up the judge.
    fcntl(requests.write_end, F_SETFL, O_NONBLOCK);
    child = std::make_unique<child_process>(settings);
    pipe_pair::close_end(requests.read_end);
    pipe_pair::close_end(replies.write_end);
  }

  std::optional<protocol::reply> receive(milliseconds wall);
  std::optional<protocol::reply> next_whole_reply();
  void await_greeting();
  void wait_for_end(milliseconds time);

  pipe_pair requests, replies;
  bool wrapped;
  protocol::channel talk;
  std::unique_ptr<child_process> child;
  bool awaited = false, ready = false;
  protocol::hello greeting;

private:
  std::optional<protocol::reply> next_reply_within(clock::duration time);
};

/// A reply that has come already. Stops the child when what came is none.
std::optional<protocol::reply> worker_process::state::next_whole_reply() {
  try {
    if (const auto text = talk.receive(milliseconds(0)))
      return protocol::parse_reply(*text);
  } catch (const protocol::malformed& error) {
    child->stop(ending::broken_protocol, error.what());
  } catch (const protocol::closed&) {
    wait_for_end(leaving_time);
    child->stop(ending::broken_protocol, "it closed the descriptor for its answers");
  }
  return std::nullopt;
}

std::optional<protocol::reply> worker_process::state::receive(milliseconds wall) {
  await_greeting();
  return next_reply_within(wall);
}

/// On a busy machine the program is not at fault for the time that others had.
std::optional<protocol::reply> worker_process::state::next_reply_within(clock::duration time) {
  const auto began = clock::now();
  const auto held_up_before = child->held_up();
  auto until = began + time;
  for (;;) {
    if (auto reply = next_whole_reply())
      return reply;
    if (child->ended())
      return std::nullopt;
    switch (child->wait(replies.read_end, until)) {
    case child_process::event::readable:
      continue;
    case child_process::event::ended:
      return next_whole_reply(); // its last words
    case child_process::event::timed_out:
      const auto others = std::min<clock::duration>(
          longest_wait_since(held_up_before, child->held_up()), (longest_wait - 1) * time);
      until = began + time + others;
      if (clock::now() < until)
        continue;
      child->stop(ending::timed_out);
      return std::nullopt;
    }
  }
}

/// Other programs may start meanwhile: nobody waits for the greeting before it is needed.
void worker_process::state::await_greeting() {
  if (std::exchange(awaited, true))
    return;
  const auto first = next_reply_within(start_time);
  if (!first)
    return;
  if (!std::holds_alternative<protocol::hello>(*first)) {
    child->stop(ending::broken_protocol, "its first message was not a greeting");
    return;
  }
  greeting = std::get<protocol::hello>(*first);
  if (greeting.protocol_version != protocol::version)
    child->stop(ending::broken_protocol, "it was built for another version of the judge");
  else
    ready = true;
}

void worker_process::state::wait_for_end(milliseconds time) {
  child->wait(-1, clock::now() + time);
}

worker_process::worker_process(const std::filesystem::path& program, const shared_block& inputs,
                               const shared_block& outputs, run_limits allowed,
                               const worker_wrapper& wrapper)
    : state_(std::make_unique<state>(settings_for(program, allowed, wrapper), inputs, outputs,
                                     !wrapper.command.empty())) {}

worker_process::~worker_process() = default;

bool worker_process::ready() const {
  state_->await_greeting();
  return state_->ready;
}

const protocol::hello& worker_process::greeting() const {
  state_->await_greeting();
  return state_->greeting;
}

void worker_process::send(const protocol::request& message) {
  state_->await_greeting();
  try {
    state_->talk.send(protocol::to_text(message));
  } catch (const protocol::closed& error) {
    state_->wait_for_end(leaving_time); // it is about to end; else it only pretends to
    state_->child->stop(ending::broken_protocol, error.what());
  }
}

std::optional<protocol::reply> worker_process::receive(milliseconds wall) {
  return state_->receive(wall);
}

void worker_process::finish() {
  if (!state_->child->ended()) {
    try {
      state_->talk.send(protocol::to_text(protocol::finish{}));
      state_->wait_for_end(state_->wrapped ? wrapped_time : leaving_time);
    } catch (const protocol::closed&) {
    }
  }
  state_->child->stop();
}

ending worker_process::how() const {
  return state_->child->how();
}

std::string worker_process::detail() const {
  return state_->child->detail();
}

int worker_process::signal() const {
  return state_->child->signal();
}

std::string worker_process::printed() const {
  return state_->child->printed();
}

std::string name_of(ending how) {
  switch (how) {
  case ending::done:
    return "done";
  case ending::cuda_error:
    return "cuda_error";
  case ending::exception:
    return "exception";
  case ending::crashed:
    return "crashed";
  case ending::exited:
    return "exited";
  case ending::timed_out:
    return "timed_out";
  case ending::out_of_memory:
    return "out_of_memory";
  case ending::too_many_processes:
    return "too_many_processes";
  case ending::too_much_output:
    return "too_much_output";
  case ending::broken_protocol:
    return "broken_protocol";
  case ending::unkillable:
    return "unkillable";
  case ending::not_started:
    return "not_started";
  }
  return "unknown";
}

} // namespace cudalab::grader
