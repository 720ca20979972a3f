// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One running lab program, and the only place where the judge meets a student's code: own session,
/// sandbox (sandbox/sandbox.h), clean environment, limits, and a certain end.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/messages.h"

namespace cudalab::grader {

struct run_limits {
  /// For one call, from request to reply, without the time that other programs had the processors.
  std::chrono::milliseconds wall{10'000};
  std::size_t resident_bytes = std::size_t{4} << 30; ///< of the process group together
  unsigned processes = 16;                           ///< processes of the group; threads are free
  std::size_t output_bytes = std::size_t{1} << 20;   ///< standard output and error together
  std::chrono::milliseconds dying{30'000};           ///< from being killed to the end of all of it
};

/// How a worker, or one call in it, ended.
enum class ending {
  done,               ///< answered
  cuda_error,         ///< answered with a CUDA error
  exception,          ///< answered: an exception left the student's function
  crashed,            ///< a signal: see `detail`
  exited,             ///< the process ended by itself before answering
  timed_out,          ///< no answer in time
  out_of_memory,      ///< over run_limits::resident_bytes
  too_many_processes, ///< over run_limits::processes
  too_much_output,    ///< over run_limits::output_bytes
  broken_protocol,    ///< what came back was no message
  unkillable,         ///< killed, and still there: it hangs in the kernel, the machine's fault
  not_started         ///< the machine's fault, not the program's: see `detail`
};

std::string name_of(ending how);

/// Memory shared with a worker: a memfd.
class shared_block {
public:
  /// @throws std::system_error
  explicit shared_block(std::size_t bytes);
  ~shared_block();
  shared_block(shared_block&&) noexcept;
  shared_block& operator=(shared_block&&) noexcept;
  shared_block(const shared_block&) = delete;
  shared_block& operator=(const shared_block&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }
  int fd() const { return fd_; }
  /// From now on nobody can change it, this process included.
  void seal();

private:
  int fd_ = -1;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A tool that starts the worker and watches it: compute-sanitizer.
struct worker_wrapper {
  /// In a word of the command: replaced by another number for each worker.
  static constexpr const char* number = "%n";
  std::vector<std::string> command; ///< stands before the worker's; empty: no tool
  std::vector<std::filesystem::path> readable, writable; ///< what it needs in the sandbox
};

class worker_process {
public:
  /// Starts `program --worker` in the sandbox. Its hello is awaited when it is asked for something.
  worker_process(const std::filesystem::path& program, const shared_block& inputs,
                 const shared_block& outputs, run_limits allowed,
                 const worker_wrapper& wrapper = {});
  ~worker_process(); ///< kills and reaps the whole group
  worker_process(const worker_process&) = delete;
  worker_process& operator=(const worker_process&) = delete;

  /// False when it ended before its hello: see how().
  bool ready() const;
  const protocol::hello& greeting() const;

  void send(const protocol::request& message);
  /// The next reply, or nothing when the worker ended, was stopped at a limit, or sent no message:
  /// how() and detail() then say what happened.
  std::optional<protocol::reply> receive(std::chrono::milliseconds wall);

  /// Ask it to finish, wait a moment, then end it.
  void finish();

  ending how() const;
  std::string detail() const; ///< for a message: "SIGSEGV (invalid memory access)", "exit status 0"
  int signal() const;         ///< that ended a crashed worker; 0: none
  std::string printed() const; ///< standard output and error, as far as kept

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace cudalab::grader
