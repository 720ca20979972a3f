// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <vector>

#include "worker/backend.h"
#include "worker/catching.h"
#include "worker/device_scratch.h"
#include "worker/perform.h"
#include "worker/prepared_call.h"
#include "worker/stopwatch.h"

namespace cudalab::worker {
namespace {

/// Calls that are made one after the other, round and round.
class ring {
public:
  ring(const protocol::timing& request, const shared_blocks& blocks) {
    if (request.calls.empty() || request.iterations < 1 || request.samples < 0)
      throw bad_call("a timing without calls");
    calls_.reserve(request.calls.size());
    for (const protocol::call& call : request.calls)
      calls_.emplace_back(call, blocks, call_style{});
  }

  void make_calls(int count) {
    for (int i = 0; i < count; ++i) {
      calls_[next_].invoke();
      next_ = (next_ + 1) % calls_.size();
    }
  }

  /// The outputs of the next `count` calls: what an earlier call left there must not look right.
  void poison_next(int count) {
    const auto touched = std::min(static_cast<std::size_t>(count), calls_.size());
    for (std::size_t i = 0; i < touched; ++i)
      calls_[(next_ + i) % calls_.size()].poison_outputs();
  }

  void copy_out() const {
    for (const prepared_call& call : calls_)
      call.copy_out();
  }

private:
  std::vector<prepared_call> calls_;
  std::size_t next_ = 0;
};

std::size_t l2_bytes() {
  cudaDeviceProp properties{};
  require(cudaGetDeviceProperties(&properties, 0), "asking for the device's properties");
  return static_cast<std::size_t>(std::max(properties.l2CacheSize, 1 << 20));
}

void settle(const std::string& doing) {
  require(cudaGetLastError(), doing);
  require(cudaDeviceSynchronize(), doing);
}

} // namespace

protocol::timing_reply perform_timing(const protocol::timing& request,
                                      const shared_blocks& blocks) {
  protocol::timing_reply reply;
  cudaGetLastError();
  backend::observe(false, false);
  catching(reply, [&] {
    ring calls(request, blocks);
    const std::string doing = "timing " + request.calls.front().function;
    device_scratch flush_area(request.flush ? 2 * l2_bytes() : 1);
    stopwatch watch;
    calls.make_calls(request.warmup);
    settle(doing);
    for (int sample = 0; sample < request.samples; ++sample) {
      calls.poison_next(request.iterations);
      if (request.flush)
        flush_area.fill();
      settle(doing);
      watch.start();
      calls.make_calls(request.iterations);
      reply.milliseconds.push_back(watch.stop());
      settle(doing);
    }
    calls.copy_out();
  });
  return reply;
}

protocol::timing_reply perform_copy_timing(const protocol::copy_timing& request) {
  protocol::timing_reply reply;
  cudaGetLastError();
  catching(reply, [&] {
    device_scratch from(request.bytes), to(request.bytes);
    from.fill();
    stopwatch watch;
    for (int sample = -1; sample < request.samples; ++sample) { // the first warms up
      watch.start();
      require(cudaMemcpyAsync(to.data(), from.data(), request.bytes, cudaMemcpyDeviceToDevice, 0),
              "copying on the device");
      const double milliseconds = watch.stop();
      if (sample >= 0)
        reply.milliseconds.push_back(milliseconds);
    }
  });
  return reply;
}

} // namespace cudalab::worker
