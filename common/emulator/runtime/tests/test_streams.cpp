// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What streams order, and what they do not.
#include <doctest/doctest.h>

#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::gate;
using kernel_test::scoped_event;
using kernel_test::scoped_stream;
using kernel_test::start;
using lines = std::vector<int>;

TEST_CASE("a launch returns at once, and the work is done when the program has waited") {
  kernel_test::log log;
  gate closed;
  closed.close_device(nullptr);
  log.write(nullptr, 1);
  log.write(nullptr, 2);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  cudaGetLastError();
  CHECK(log.lines().empty());
  closed.open();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaStreamQuery(nullptr) == cudaSuccess);
  CHECK(log.lines() == lines{1, 2});
}

TEST_CASE("two streams do not wait for each other") {
  kernel_test::log log;
  const scoped_stream a, b;
  gate closed;
  closed.close_stream(a);
  log.write(a, 1);
  log.write(b, 2);
  CHECK(cudaStreamSynchronize(b) == cudaSuccess);
  CHECK(log.lines() == lines{2});
  CHECK(cudaStreamQuery(a) == cudaErrorNotReady);
  cudaGetLastError();
  closed.open();
  CHECK(cudaStreamSynchronize(a) == cudaSuccess);
  CHECK(log.lines() == lines{2, 1});
}

TEST_CASE("the legacy default stream waits for blocking streams and holds them up") {
  kernel_test::log log;
  const scoped_stream a, b, apart(cudaStreamNonBlocking);
  gate closed;
  closed.close_stream(a);
  log.write(nullptr, 1);
  log.write(b, 2);
  log.write(apart, 3);
  log.write(cudaStreamPerThread, 4);
  CHECK(cudaStreamSynchronize(apart) == cudaSuccess);
  CHECK(log.lines() == lines{3});
  CHECK(cudaStreamQuery(b) == cudaErrorNotReady);
  CHECK(cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady);
  cudaGetLastError();
  closed.open();
  CHECK(cudaStreamSynchronize(b) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(log.lines() == lines{3, 1, 2, 4});
}

TEST_CASE("each host thread has a default stream of its own") {
  kernel_test::log log;
  gate closed;
  closed.close_stream(cudaStreamPerThread);
  log.write(cudaStreamPerThread, 1);
  std::thread other([&] {
    log.write(cudaStreamPerThread, 2);
    cudaStreamSynchronize(cudaStreamPerThread);
  });
  other.join();
  CHECK(log.lines() == lines{2});
  closed.open();
  CHECK(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
  CHECK(log.lines() == lines{2, 1});
}

TEST_CASE("a stream waits for an event, as it was recorded when the wait was asked for") {
  kernel_test::log log;
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  const scoped_event event;
  CHECK(cudaStreamWaitEvent(b, event) == cudaSuccess); // never recorded: nothing to wait for
  log.write(b, 0);
  CHECK(cudaStreamSynchronize(b) == cudaSuccess);
  gate first, second;
  first.close_stream(a);
  log.write(a, 1);
  CHECK(cudaEventRecord(event, a) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(b, event) == cudaSuccess);
  log.write(b, 2);
  second.close_stream(a);
  log.write(a, 3);
  CHECK(cudaEventRecord(event, a) == cudaSuccess);
  CHECK(log.lines() == lines{0});
  first.open();
  CHECK(cudaStreamSynchronize(b) == cudaSuccess);
  CHECK(log.lines() == lines{0, 1, 2});
  CHECK(cudaEventQuery(event) == cudaErrorNotReady);
  cudaGetLastError();
  second.open();
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(log.lines() == lines{0, 1, 2, 3});
}

TEST_CASE("of what may go next, the stream with the highest priority goes first") {
  int least = 1, greatest = 1;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess);
  CHECK(least == 0);
  CHECK(greatest < least);
  kernel_test::log log;
  const scoped_stream slow(cudaStreamNonBlocking, least), fast(cudaStreamNonBlocking, greatest);
  const scoped_stream clamped(cudaStreamNonBlocking, greatest - 10);
  int priority = 1;
  CHECK(cudaStreamGetPriority(clamped, &priority) == cudaSuccess);
  CHECK(priority == greatest);
  gate closed;
  closed.close_device(slow);
  log.write(slow, 1);
  log.write(slow, 2);
  log.write(fast, 3);
  log.write(fast, 4);
  closed.open();
  cudaDeviceSynchronize();
  CHECK(log.lines() == lines{3, 4, 1, 2});
}

TEST_CASE("what was submitted to a stream is done after the stream is destroyed") {
  kernel_test::log log;
  gate closed;
  {
    const scoped_stream gone;
    closed.close_stream(gone);
    log.write(gone, 1);
  }
  log.write(nullptr, 2); // after all blocking streams, destroyed ones too
  CHECK(log.lines().empty());
  closed.open();
  cudaDeviceSynchronize();
  CHECK(log.lines() == lines{1, 2});
}

TEST_CASE("very many launches are done, each once") {
  kernel_test::device_array<int> counter(1, 0);
  int* const count = counter.data();
  for (int i = 0; i < 5000; ++i)
    start(launch_configuration(1, 1), [=] { ++*count; });
  CHECK(counter.copy()[0] == 5000);
}

TEST_CASE("what streams are asked for, and how they answer nonsense") {
  cudaStream_t none = nullptr;
  CHECK(cudaStreamCreateWithFlags(&none, 2) == cudaErrorInvalidValue);
  CHECK(cudaStreamCreate(nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(cudaStreamPerThread) == cudaErrorInvalidResourceHandle);
  const scoped_stream blocking, apart(cudaStreamNonBlocking);
  unsigned flags = 7;
  unsigned long long one = 0, other = 0;
  CHECK(cudaStreamGetFlags(apart, &flags) == cudaSuccess);
  CHECK(flags == cudaStreamNonBlocking);
  CHECK(cudaStreamGetFlags(blocking, &flags) == cudaSuccess);
  CHECK(flags == cudaStreamDefault);
  CHECK(cudaStreamGetFlags(blocking, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetId(blocking, &one) == cudaSuccess);
  CHECK(cudaStreamGetId(nullptr, &other) == cudaSuccess);
  CHECK(one != other);
  CHECK(cudaStreamWaitEvent(blocking, nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("attributes of a stream are kept and copied, nonsense is refused") {
  cudaStream_t one = nullptr, other = nullptr;
  REQUIRE(cudaStreamCreate(&one) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&other) == cudaSuccess);
  cudaStreamAttrValue value = {}, seen = {};
  value.accessPolicyWindow = {&value, 4096, 0.5f, cudaAccessPropertyPersisting,
                              cudaAccessPropertyStreaming};
  const cudaStreamAttrID window = cudaStreamAttributeAccessPolicyWindow;
  CHECK(cudaStreamSetAttribute(one, window, &value) == cudaSuccess);
  CHECK(cudaStreamGetAttribute(one, window, &seen) == cudaSuccess);
  CHECK(seen.accessPolicyWindow.num_bytes == 4096);
  CHECK(cudaStreamGetAttribute(other, window, &seen) == cudaSuccess);
  CHECK(seen.accessPolicyWindow.num_bytes == 0);
  CHECK(cudaStreamCopyAttributes(other, one) == cudaSuccess);
  CHECK(cudaStreamGetAttribute(other, window, &seen) == cudaSuccess);
  CHECK(seen.accessPolicyWindow.hitRatio == 0.5f);
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  CHECK(cudaStreamSetAttribute(one, window, &value) == cudaErrorInvalidValue);
  CHECK(cudaStreamSetAttribute(one, window, nullptr) == cudaErrorInvalidValue);
  value.syncPolicy = cudaSyncPolicySpin;
  CHECK(cudaStreamSetAttribute(one, cudaStreamAttributeSynchronizationPolicy, &value) ==
        cudaSuccess);
  value.priority = -2;
  CHECK(cudaStreamSetAttribute(one, cudaStreamAttributePriority, &value) == cudaSuccess);
  int priority = 0;
  CHECK(cudaStreamGetPriority(one, &priority) == cudaSuccess);
  CHECK(priority == -2);
  CHECK(cudaStreamSetAttribute(one, static_cast<cudaStreamAttrID>(99), &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaStreamDestroy(one) == cudaSuccess);
  CHECK(cudaStreamSetAttribute(one, window, &value) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamCopyAttributes(other, one) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamDestroy(other) == cudaSuccess);
  CHECK(cudaCtxResetPersistingL2Cache() == cudaSuccess);
}

TEST_CASE("streams and events give the order of operations") {
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  const scoped_event event;
  operation_number a1 = 0, a2 = 0, b1 = 0, b2 = 0;
  const auto note = [](operation_number& where) {
    return operation{.name = "note", .perform = [&where](operation_number n) { where = n; }};
  };
  submit(a, note(a1));
  submit(b, note(b1));
  cudaEventRecord(event, a);
  submit(a, note(a2));
  cudaStreamWaitEvent(b, event);
  submit(b, note(b2));
  gate closed; // the last operation: nothing is forgotten before
  closed.close_stream(a);
  cudaStreamSynchronize(b);
  CHECK(happens_before(a1, a2));
  CHECK(happens_before(b1, b2));
  CHECK(happens_before(a1, b2));
  CHECK(!happens_before(a1, b1));
  CHECK(!happens_before(a2, b2));
}
