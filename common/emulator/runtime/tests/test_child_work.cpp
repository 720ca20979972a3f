// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What kernels launch (dynamic parallelism): in which order it is done, and who waits for it.
#include <doctest/doctest.h>

#include "emulator/runtime/child_place.h"
#include "emulator/runtime/program_observer.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;
using kernel_test::scoped_event;
using kernel_test::scoped_stream;
using kernel_test::start;
using lines = std::vector<int>;

namespace {

/// Hears of mistakes in calls while it lives, and whether it is told on the stack of a CUDA thread,
/// which is too small for what tells of them.
class refusals final : public program_observer {
public:
  refusals() : before_(the_program_observer()) { watch_program(*this); }
  ~refusals() { watch_program(before_); }
  refusals(const refusals&) = delete;
  refusals& operator=(const refusals&) = delete;

  void launch_refused(const launch_record&, const launch_verdict&) override { hear(); }
  void free_refused(const void*, const void*) override { hear(); }

  int times = 0;
  bool on_small_stack = false;

private:
  void hear() {
    ++times;
    on_small_stack |= on_thread_stack(__builtin_frame_address(0));
  }
  program_observer& before_;
};

} // namespace

TEST_CASE("what a kernel launches comes behind it, each with what it launches in turn") {
  kernel_test::log log;
  run(launch_configuration(1, 1), [&log] {
    start(launch_configuration(1, 1), [&log] {
      log.write(nullptr, 3);
      log.put(2);
    });
    log.write(nullptr, 4);
    log.put(1);
  });
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(log.lines() == lines{1, 2, 3, 4});
}

TEST_CASE("a tail launch comes when all else that the kernel has launched is done") {
  kernel_test::log log;
  run(launch_configuration(1, 1), [&log] {
    log.write(cudaStreamTailLaunch, 4);
    start(launch_configuration(1, 1, 0, cudaStreamFireAndForget), [&log] {
      log.write(cudaStreamTailLaunch, 2);
      log.write(nullptr, 1);
    });
    log.write(nullptr, 3);
  });
  CHECK(log.lines() == lines{1, 2, 3, 4});
}

TEST_CASE("who waits for the kernel waits for what it launches") {
  kernel_test::log log;
  const scoped_event done;
  start(launch_configuration(1, 1), [&log] { log.write(nullptr, 1); });
  log.write(nullptr, 2);
  cudaEventRecord(done);
  CHECK(cudaEventSynchronize(done) == cudaSuccess);
  CHECK(log.lines() == lines{1, 2});
}

TEST_CASE("each thread of each block launches, into a stream of its own") {
  constexpr unsigned blocks = 40, threads = 3;
  device_array<int> sums(blocks * threads);
  int* const data = sums.data();
  run(launch_configuration(blocks, threads), [data] {
    const unsigned i = cudalab::emulator::current_block->index.x * threads +
                       cudalab::emulator::current_thread->index.x;
    cudaStream_t own = nullptr;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    for (const int add : {1, 10})
      start(launch_configuration(1, 1, 0, own), [data, i, add] { data[i] = 3 * data[i] + add; });
    cudaStreamDestroy(own);
  });
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(sums.copy() == lines(blocks * threads, 13));
}

TEST_CASE("copies and fills of a kernel are done in order with its launches") {
  device_array<int> data(3, 1);
  int* const at = data.data();
  run(launch_configuration(1, 1), [at] {
    cudaMemsetAsync(at, 0, sizeof(int));
    start(launch_configuration(1, 1), [at] { at[0] += 7; });
    cudaMemcpyAsync(at + 2, at, sizeof(int), cudaMemcpyDeviceToDevice);
  });
  CHECK(data.copy() == lines{7, 1, 7});
}

TEST_CASE("a kernel cannot wait for what it launches, nor launch what no device can run") {
  device_array<int> errors(4);
  int* const to = errors.data();
  run(launch_configuration(1, 1), [to] {
    start(launch_configuration(1, 1), [] {});
    to[0] = cudaDeviceSynchronize();
    cudaGetLastError();
    to[1] = cudaStreamSynchronize(nullptr);
    cudaGetLastError();
    start(launch_configuration(1, 2000), [] {});
    to[2] = cudaGetLastError();
    start(launch_configuration(1, 1, 0, reinterpret_cast<cudaStream_t>(to)), [] {});
    to[3] = cudaGetLastError();
  });
  CHECK(errors.copy() == lines{cudaErrorNotPermitted, cudaErrorNotPermitted, cudaErrorInvalidValue,
                               cudaErrorInvalidResourceHandle});
}

TEST_CASE("memory that a kernel has allocated is another kernel's to free") {
  device_array<int*> places(1);
  int** const place = places.data();
  run(launch_configuration(1, 1), [place] {
    cudaMalloc(place, 8 * sizeof(int));
    start(launch_configuration(1, 1), [place] { (*place)[7] = 5; });
  });
  CHECK((*place)[7] == 5);
  device_array<int> answer(1);
  int* const told = answer.data();
  run(launch_configuration(1, 1), [place, told] { *told = cudaFree(*place); });
  CHECK(answer.copy() == lines{cudaSuccess});
}

TEST_CASE("what a kernel has launched is dropped when one of them fails") {
  kernel_test::log log;
  run(launch_configuration(1, 1), [&log] {
    log.write(nullptr, 1);
    start(launch_configuration(1, 1), [] { __trap(); });
    log.write(nullptr, 2);
  });
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(log.lines() == lines{1});
  forget_errors_when_idle();
  run(launch_configuration(1, 1), [&log] { log.put(3); });
  CHECK(log.lines() == lines{1, 3});
}

TEST_CASE("mistakes in a kernel's calls are told on a stack that is large enough") {
  refusals heard;
  run(launch_configuration(1, 2), [] {
    if (!on_thread_stack(__builtin_frame_address(0)))
      return; // it would show nothing
    start(launch_configuration(1, 2000), [] {});
    cudaFree(&cudalab::emulator::current_block);
    cudaStream_t gone = nullptr;
    cudaStreamCreateWithFlags(&gone, cudaStreamNonBlocking);
    cudaStreamDestroy(gone);
    start(launch_configuration(1, 1, 0, gone), [] {});
  });
  forget_errors_when_idle();
  CHECK(heard.times == 6);
  CHECK_FALSE(heard.on_small_stack);
}

TEST_CASE("what the host has allocated only the host frees, and a kernel's memory only a kernel") {
  device_array<int*> places(1);
  device_array<int> of_host(1), answer(1);
  int** const place = places.data();
  int *const other = of_host.data(), *const told = answer.data();
  refusals heard;
  run(launch_configuration(1, 1), [=] {
    cudaMalloc(place, sizeof(int));
    *told = cudaFree(other);
  });
  CHECK(answer.copy() == lines{cudaErrorInvalidValue});
  CHECK(cudaFree(*place) == cudaErrorInvalidValue);
  CHECK(heard.times == 2);
  run(launch_configuration(1, 1), [=] { *told = cudaFree(*place); });
  CHECK(answer.copy() == lines{cudaSuccess});
  CHECK(heard.times == 2);
  forget_errors_when_idle();
}

TEST_CASE("a stream of the host's is none for a kernel, nor memory that ends with it for a copy") {
  const scoped_stream of_host;
  device_array<int> answer(3);
  int* const told = answer.data();
  const cudaStream_t stream = of_host;
  run(launch_configuration(1, 1), [=] {
    start(launch_configuration(1, 1, 0, stream), [] {});
    told[0] = cudaGetLastError();
    told[1] = cudaMemsetAsync(told + 2, 0, sizeof(int), stream);
    int local = 1;
    told[2] = cudaMemcpyAsync(told + 2, &local, sizeof local, cudaMemcpyDeviceToDevice);
  });
  CHECK(answer.copy() == lines{cudaErrorInvalidResourceHandle, cudaErrorInvalidResourceHandle,
                               cudaErrorInvalidValue});
  forget_errors_when_idle();
}

TEST_CASE(
    "work of kernels is in order by streams, blocks, events and the tail, with all it leads to") {
  using queue = child_place::queue;
  const auto place = [](queue where, std::uint64_t timeline, std::uint64_t turn) {
    auto made = std::make_shared<child_place>();
    made->where = where;
    made->timeline = timeline;
    made->turn = turn;
    return made;
  };
  const auto below = [&](const std::shared_ptr<child_place>& parent, std::uint64_t timeline) {
    auto made = place(queue::named, timeline, 1);
    made->parent = parent;
    made->depth = parent->depth + 1;
    return made;
  };
  const auto first = place(queue::named, 1, 1), second = place(queue::named, 1, 2),
             other = place(queue::of_block, 2, 1), tail = place(queue::tail, 3, 1);
  CHECK(in_order(*first, *second));
  CHECK_FALSE(in_order(*first, *other));
  CHECK_FALSE(in_order(*other, *first));
  CHECK(in_order(*tail, *other));
  const auto behind = place(queue::named, 4, 1);
  behind->after = std::make_shared<child_place::extent>(child_place::extent{{1, 1}});
  CHECK(in_order(*first, *behind));
  CHECK_FALSE(in_order(*second, *behind)); // which the event did not reach
  const auto of_first = below(first, 1), of_other = below(other, 1);
  CHECK(in_order(*of_first, *first));
  CHECK(in_order(*of_first, *second));
  CHECK_FALSE(in_order(*of_first, *other));
  CHECK_FALSE(in_order(*of_first, *of_other)); // timelines of two kernels have the same numbers
  CHECK(in_order(*of_first, *below(first, 1)));
  CHECK_FALSE(in_order(*of_first, *below(first, 2)));
}
