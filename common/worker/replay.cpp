// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/replay.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "protocol/replay_files.h"
#include "worker/backend.h"
#include "worker/perform.h"

namespace cudalab::worker {
namespace {

/// Closed at its end: a mapping of it stays.
class opened_file {
public:
  opened_file(const std::string& path, int how) : fd_(open(path.c_str(), how | O_CLOEXEC)) {
    if (fd_ < 0)
      throw std::system_error(errno, std::generic_category(), path);
  }
  ~opened_file() { close(fd_); }
  opened_file(const opened_file&) = delete;
  opened_file& operator=(const opened_file&) = delete;
  int fd() const { return fd_; }

private:
  int fd_;
};

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::system_error(errno, std::generic_category(), path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace

int replay(const std::string& folder) try {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  backend::observe(false, false);
  const opened_file inputs(folder + '/' + protocol::replay_inputs, O_RDONLY);
  const opened_file outputs(folder + '/' + protocol::replay_outputs, O_RDWR);
  const shared_blocks blocks{{inputs.fd(), false}, {outputs.fd(), true}};
  const auto batch = std::get<protocol::batch>(
      protocol::parse_request(content_of(folder + '/' + protocol::replay_request)));
  int failed = 0;
  for (std::size_t i = 0; i < batch.calls.size(); ++i) {
    const char* function = batch.calls[i].function.c_str();
    std::printf("call %zu of %zu: %s\n", i + 1, batch.calls.size(), function);
    const protocol::call_reply reply = perform_call(batch, i, blocks);
    if (reply.error.empty())
      continue;
    failed = 1;
    std::printf("  %s: %s: %s\n", function, reply.error.c_str(), reply.error_text.c_str());
    if (!reply.next.empty())
      std::printf("  %s\n", reply.next.c_str());
    if (reply.leaving) {
      std::printf(
          "  CUDA cannot be used any more in this process: the other calls are left out.\n");
      break;
    }
  }
  return failed;
} catch (const std::exception& error) {
  std::fprintf(stderr, "lab program: the calls cannot be read: %s\n", error.what());
  return 3;
}

} // namespace cudalab::worker
