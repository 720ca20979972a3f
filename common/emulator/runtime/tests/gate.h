// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Holds up a stream, or the device, until the test opens it: no test depends on time.
#pragma once

#include <atomic>
#include <thread>

#include "kernel_test.h"

namespace kernel_test {

class gate {
public:
  gate() = default;
  ~gate() {
    open();
    cudaDeviceSynchronize();
  }
  gate(const gate&) = delete;
  gate& operator=(const gate&) = delete;

  void open() { open_ = true; }

  /// Work submitted to the stream from now on waits; other streams go on.
  void close_stream(cudaStream_t stream) {
    cudaLaunchHostFunc(
        stream, [](void* self) { static_cast<gate*>(self)->wait(); }, this);
  }
  /// A kernel of the stream occupies the device.
  void close_device(cudaStream_t stream) {
    start(launch_configuration(1, 1, 0, stream), [this] { wait(); });
    while (!reached_)
      std::this_thread::yield();
  }

private:
  void wait() {
    reached_ = true;
    while (!open_)
      std::this_thread::yield();
  }

  std::atomic<bool> open_ = false, reached_ = false;
};

/// A stream that is destroyed with its scope.
struct scoped_stream {
  explicit scoped_stream(unsigned flags = cudaStreamDefault, int priority = 0) {
    cudaStreamCreateWithPriority(&stream, flags, priority);
  }
  ~scoped_stream() { cudaStreamDestroy(stream); }
  scoped_stream(const scoped_stream&) = delete;
  scoped_stream& operator=(const scoped_stream&) = delete;
  operator cudaStream_t() const { return stream; }
  cudaStream_t stream = nullptr;
};

struct scoped_event {
  explicit scoped_event(unsigned flags = cudaEventDefault) {
    cudaEventCreateWithFlags(&event, flags);
  }
  ~scoped_event() { cudaEventDestroy(event); }
  scoped_event(const scoped_event&) = delete;
  scoped_event& operator=(const scoped_event&) = delete;
  operator cudaEvent_t() const { return event; }
  cudaEvent_t event = nullptr;
};

/// A graph, and what is made of it, destroyed with their scope.
struct scoped_graph {
  ~scoped_graph() {
    if (exec != nullptr)
      cudaGraphExecDestroy(exec);
    if (graph != nullptr)
      cudaGraphDestroy(graph);
  }
  std::size_t nodes() const {
    std::size_t count = 0;
    cudaGraphGetNodes(graph, nullptr, &count);
    return count;
  }
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
};

/// Numbers in the order in which operations got to them.
class log {
public:
  /// A kernel that writes the number down.
  void write(cudaStream_t stream, int number) {
    start(launch_configuration(1, 1, 0, stream), [this, number] { put(number); });
  }
  void put(int number) { lines_[count_++] = number; }
  std::vector<int> lines() const {
    return std::vector<int>(lines_, lines_ + static_cast<std::size_t>(count_));
  }

private:
  std::atomic<int> count_ = 0;
  int lines_[16] = {};
};

} // namespace kernel_test
