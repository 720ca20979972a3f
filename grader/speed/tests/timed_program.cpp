// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Stands in for a lab program on a GPU: speaks the protocol, doubles its input, and makes up its
// times. Which mistake it makes is in its file name: timed_program_right, _wrong, _crashes, ...
#include <cstddef>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <sys/stat.h>

#include "protocol/channel.h"
#include "protocol/messages.h"

namespace {

using namespace cudalab::protocol;

std::byte* map(int fd, int protection) {
  struct stat status {};
  fstat(fd, &status);
  return static_cast<std::byte*>(
      mmap(nullptr, static_cast<std::size_t>(status.st_size), protection, MAP_SHARED, fd, 0));
}

bool is(const char* mistake) {
  return std::string(TIMED_PROGRAM_MISTAKE) == mistake;
}

timing_reply perform(const timing& request, const std::byte* inputs, std::byte* outputs) {
  if (is("crashes"))
    std::abort();
  timing_reply reply;
  if (is("errs")) {
    reply.error = "cudaErrorIllegalAddress";
    reply.error_text = "timing twice: an illegal memory access was encountered";
    return reply;
  }
  for (const call& each : request.calls) {
    const auto& in = std::get<buffer_argument>(each.arguments[0]);
    const auto& out = std::get<buffer_argument>(each.arguments[1]);
    const auto* from = reinterpret_cast<const float*>(inputs + in.input_offset);
    auto* to = reinterpret_cast<float*>(outputs + out.output_offset);
    const std::size_t written = is("unwritten") ? in.elements - 1 : in.elements;
    for (std::size_t i = 0; i < written; ++i)
      to[i] = (is("wrong") ? 3 : 2) * from[i];
    if (is("overruns"))
      to[in.elements] = 0;
  }
  reply.milliseconds.assign(static_cast<std::size_t>(request.samples), 0.01 * request.iterations);
  return reply;
}

} // namespace

int main() {
  if (is("silent"))
    return 0;
  channel judge(request_fd, reply_fd);
  hello greeting;
  greeting.backend = is("cpu") ? "cpu" : "gpu";
  greeting.device = "made-up GPU";
  greeting.functions = {"twice"};
  greeting.peak_gigaflops = 66908;
  greeting.pci_bus_id = "0000:01:00.0";
  judge.send(to_text(reply(greeting)));
  const std::byte* inputs = map(input_fd, PROT_READ);
  std::byte* outputs = map(output_fd, PROT_READ | PROT_WRITE);
  for (;;) {
    const request next = parse_request(judge.receive());
    if (const auto* timed = std::get_if<timing>(&next))
      judge.send(to_text(reply(perform(*timed, inputs, outputs))));
    else if (std::holds_alternative<copy_timing>(next)) {
      timing_reply copies;
      if (is("no_copies"))
        copies.error = "cudaErrorMemoryAllocation";
      else
        copies.milliseconds = {0.25, 0.26, 0.27};
      judge.send(to_text(reply(copies)));
    } else
      return 0;
  }
}
