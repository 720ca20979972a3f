// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/serve.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>

#include "protocol/channel.h"
#include "worker/backend.h"
#include "worker/binding.h"
#include "worker/perform.h"

#include <cuda_runtime.h>

namespace cudalab::worker {
namespace {

protocol::hello greeting() {
  protocol::hello message;
  message.backend = backend::name();
  cudaDeviceProp properties{};
  cudaError_t error = cudaFree(nullptr); // starts CUDA, before anything is timed
  if (error == cudaSuccess)
    error = cudaGetDeviceProperties(&properties, 0);
  message.device = error == cudaSuccess ? std::string(properties.name)
                                        : std::string("no device: ") + cudaGetErrorString(error);
  for (const auto& [name, function] : bound_functions())
    message.functions.push_back(name);
  message.peak_gigaflops = backend::peak_gigaflops();
  message.pci_bus_id = backend::pci_bus_id();
  return message;
}

void send(protocol::channel& judge, const protocol::reply& message) {
  // What the call printed is there before its answer: the judge attributes it by that. C++'s
  // streams are not asked to flush: they would call a buffer that may be the student's own, with
  // the results already made.
  std::fflush(stdout);
  judge.send(to_text(message));
}

/// The call that is being made.
struct {
  protocol::channel* judge = nullptr;
  std::size_t index = 0;
} current_call;

/// The judge is told of the finding before the program ends.
[[noreturn]] void leave_before_host_access() {
  protocol::call_reply reply;
  reply.index = current_call.index;
  reply.error = protocol::error_host_access;
  reply.error_text = "host code used memory that is not its own";
  reply.findings = backend::take_findings();
  reply.leaving = true;
  send(*current_call.judge, reply);
  std::_Exit(0);
}

/// False: the worker ends.
bool answer(const protocol::batch& batch, const shared_blocks& blocks, kept_ring&,
            protocol::channel& judge) {
  backend::observe(batch.watched, batch.counted);
  backend::limit_launches(batch.launch_seconds);
  backend::run_blocks_in_order(batch.blocks_in_order);
  for (std::size_t i = 0; i < batch.calls.size(); ++i) {
    current_call = {&judge, i};
    backend::before_host_access(leave_before_host_access);
    const protocol::call_reply reply = perform_call(batch, i, blocks);
    backend::before_host_access(nullptr);
    send(judge, reply);
    if (reply.leaving)
      return false;
  }
  return true;
}

bool answer(const protocol::timing& request, const shared_blocks& blocks, kept_ring& kept,
            protocol::channel& judge) {
  send(judge, perform_timing(request, blocks, kept));
  return true;
}

bool answer(const protocol::copy_timing& request, const shared_blocks&, kept_ring&,
            protocol::channel& judge) {
  send(judge, perform_copy_timing(request));
  return true;
}

bool answer(const protocol::finish&, const shared_blocks&, kept_ring&, protocol::channel&) {
  return false;
}

} // namespace

int serve() try {
  std::setvbuf(stdout, nullptr, _IOLBF, 0); // a crash must not swallow what was printed before
  for (const int fd :
       {protocol::request_fd, protocol::reply_fd, protocol::input_fd, protocol::output_fd})
    fcntl(fd, F_SETFD, FD_CLOEXEC);
  backend::observe(false, false); // until the judge asks
  const shared_blocks blocks{{protocol::input_fd, false}, {protocol::output_fd, true}};
  kept_ring kept;
  protocol::channel judge(protocol::request_fd, protocol::reply_fd);
  send(judge, greeting());
  for (;;) {
    const protocol::request next = protocol::parse_request(judge.receive());
    if (!std::visit([&](const auto& request) { return answer(request, blocks, kept, judge); },
                    next))
      return 0;
  }
} catch (const protocol::closed&) {
  return 0; // the judge is gone
} catch (const std::exception& error) {
  std::fprintf(stderr, "lab program: %s\n", error.what());
  return 3;
}

} // namespace cudalab::worker
