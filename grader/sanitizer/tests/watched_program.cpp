// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Stands in for a lab program: answers calls without doing anything. A call of "stall" is never
// answered; one of "break" is answered with an error that ends the program.
#include <string>

#include <unistd.h>

#include "protocol/channel.h"
#include "protocol/messages.h"

using namespace cudalab::protocol;

int main() {
  channel judge(request_fd, reply_fd);
  hello greeting;
  greeting.backend = "gpu";
  judge.send(to_text(reply(greeting)));
  for (;;) {
    const request next = parse_request(judge.receive());
    const auto* work = std::get_if<batch>(&next);
    if (work == nullptr)
      return 0;
    for (std::size_t i = 0; i < work->calls.size(); ++i) {
      if (work->calls[i].function == "stall")
        pause();
      call_reply answer;
      answer.index = i;
      answer.leaving = work->calls[i].function == "break";
      if (answer.leaving)
        answer.error = "cudaErrorLaunchFailure";
      judge.send(to_text(reply(answer)));
      if (answer.leaving)
        return 0;
    }
  }
}
