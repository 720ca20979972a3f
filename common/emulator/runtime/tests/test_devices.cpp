// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Several devices: what belongs to which of them, and what orders their work.
#include <doctest/doctest.h>

#include <array>

#include "emulator/emulator.h"
#include "gate.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using namespace kernel_test;

namespace {

/// While it lives there are so many.
class devices {
public:
  explicit devices(int count) { give_devices(count); }
  ~devices() {
    give_devices(1);
    forget_errors_when_idle();
  }
  devices(const devices&) = delete;
  devices& operator=(const devices&) = delete;
};

int* numbers_on(int device, std::size_t count) {
  int* memory = nullptr;
  cudaSetDevice(device);
  cudaMalloc(&memory, count * sizeof(int));
  return memory;
}

int device_of_pointer(const void* pointer) {
  cudaPointerAttributes attributes{};
  cudaPointerGetAttributes(&attributes, pointer);
  return attributes.device;
}

} // namespace

TEST_CASE("devices have numbers from 0 on, and a host thread uses one of them") {
  const devices three(3);
  int count = 0, current = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 3);
  CHECK(cudaSetDevice(2) == cudaSuccess);
  CHECK(cudaGetDevice(&current) == cudaSuccess);
  CHECK(current == 2);
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  CHECK(cudaGetDevice(&current) == cudaSuccess);
  CHECK(current == 2);
  cudaDeviceProp first, last;
  CHECK(cudaGetDeviceProperties(&first, 0) == cudaSuccess);
  CHECK(cudaGetDeviceProperties(&last, 2) == cudaSuccess);
  CHECK(first.pciBusID != last.pciBusID);
  CHECK(cudaGetDeviceProperties(&last, 3) == cudaErrorInvalidDevice);
  char bus[16];
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 2) == cudaSuccess);
  CHECK(cudaDeviceGetByPCIBusId(&current, bus) == cudaSuccess);
  CHECK(current == 2);
}

TEST_CASE("memory, streams and events belong to the device that was current") {
  const devices two(2);
  int *zero = numbers_on(0, 10), *one = numbers_on(1, 10);
  CHECK(device_of_pointer(zero) == 0);
  CHECK(device_of_pointer(one) == 1);
  std::size_t free_there = 0, total = 0, free_here = 0;
  CHECK(cudaMemGetInfo(&free_there, &total) == cudaSuccess);
  CHECK(total - free_there == 40);
  cudaStream_t stream = nullptr;
  cudaEvent_t there = nullptr, here = nullptr;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaEventCreate(&there) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaMemGetInfo(&free_here, &total) == cudaSuccess);
  CHECK(total - free_here == 40);
  CHECK(cudaEventCreate(&here) == cudaSuccess);
  CHECK(cudaEventRecord(there, stream) == cudaSuccess);
  CHECK(cudaEventRecord(here, stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(there, nullptr) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(here, nullptr) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(nullptr, there, 0) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, here, there) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  // A copy may go into a stream of another device; a launch may not.
  CHECK(cudaMemcpyAsync(zero, one, 40, cudaMemcpyDefault, stream) == cudaSuccess);
  start(launch_configuration(1, 1, 0, stream), [] {});
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  start(launch_configuration(1, 1, 0, stream), [] {});
  CHECK(cudaGetLastError() == cudaSuccess);
  for (const cudaEvent_t each : {there, here})
    CHECK(cudaEventDestroy(each) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  for (int* const each : {zero, one})
    CHECK(cudaFree(each) == cudaSuccess);
}

TEST_CASE("peer access is one way, and each device has its own") {
  const devices two(2);
  int can = -1, value = -1;
  CHECK(cudaDeviceCanAccessPeer(&can, 1, 0) == cudaSuccess);
  CHECK(can == 1);
  CHECK(cudaDeviceCanAccessPeer(&can, 1, 1) == cudaSuccess);
  CHECK(can == 0);
  CHECK(cudaDeviceCanAccessPeer(&can, 1, 2) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1) == cudaSuccess);
  CHECK(value == 1);
  CHECK(cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
}

TEST_CASE("a copy between devices goes where its call says, by any of the calls") {
  const devices three(3);
  int *from = numbers_on(1, 4), *to = numbers_on(2, 4);
  const std::array<int, 4> wanted{1, 2, 3, 4};
  std::array<int, 4> seen{};
  const auto check = [&](cudaError_t result) {
    CHECK(result == cudaSuccess);
    CHECK(cudaMemcpy(seen.data(), to, 16, cudaMemcpyDefault) == cudaSuccess);
    CHECK(seen == wanted);
    CHECK(cudaMemset(to, 0, 16) == cudaSuccess);
  };
  CHECK(cudaMemcpy(from, wanted.data(), 16, cudaMemcpyHostToDevice) == cudaSuccess);
  check(cudaMemcpyPeer(to, 2, from, 1, 16));
  check(cudaMemcpyPeerAsync(to, 2, from, 1, 16, nullptr));
  check(cudaMemcpy(to, from, 16, cudaMemcpyDefault));
  check(cudaMemcpy(to, from, 16, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpyPeer(to, 2, from, 3, 16) == cudaErrorInvalidDevice);
  CHECK(cudaMemcpyPeer(to, 1, from, 2, 16) == cudaErrorInvalidValue); // the other way round
  CHECK(cudaMemcpyPeer(to, 2, from, 1, 20) == cudaErrorInvalidValue);
  for (int* const each : {from, to})
    CHECK(cudaFree(each) == cudaSuccess);
}

TEST_CASE(
    "default streams of two devices do not wait for each other, but for copies between them") {
  const devices two(2);
  int *zero = numbers_on(0, 1), *one = numbers_on(1, 1);
  gate closed;
  cudaSetDevice(0);
  closed.close_stream(nullptr);
  cudaMemset(zero, 1, 4); // behind it
  cudaSetDevice(1);
  CHECK(cudaMemset(one, 2, 4) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess); // device 1 alone
  int seen = 0;
  CHECK(cudaMemcpy(&seen, one, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 0x02020202);
  CHECK(cudaMemcpyPeer(one, 1, zero, 0, 4) ==
        cudaSuccess); // waits for device 0, and does not block
  CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  closed.open();
  CHECK(cudaMemcpy(&seen, one, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 0x01010101);
  for (int* const each : {zero, one})
    CHECK(cudaFree(each) == cudaSuccess);
}

TEST_CASE("an event of another device orders two streams") {
  const devices two(2);
  int *zero = numbers_on(0, 1), *one = numbers_on(1, 1);
  std::array<cudaStream_t, 2> streams{};
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaStreamCreateWithFlags(&streams[static_cast<std::size_t>(device)], cudaStreamNonBlocking);
  }
  gate closed;
  cudaSetDevice(0);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  closed.close_stream(streams[0]);
  cudaMemsetAsync(zero, 1, 4, streams[0]);
  CHECK(cudaEventRecord(event, streams[0]) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(streams[1], event, 0) == cudaSuccess);
  CHECK(cudaMemcpyPeerAsync(one, 1, zero, 0, 4, streams[1]) == cudaSuccess);
  CHECK(cudaStreamQuery(streams[1]) == cudaErrorNotReady);
  closed.open();
  CHECK(cudaStreamSynchronize(streams[1]) == cudaSuccess);
  int seen = 0;
  cudaSetDevice(1);
  CHECK(cudaMemcpy(&seen, one, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 0x01010101);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  for (const cudaStream_t each : streams)
    CHECK(cudaStreamDestroy(each) == cudaSuccess);
  for (int* const each : {zero, one})
    CHECK(cudaFree(each) == cudaSuccess);
}

TEST_CASE("a device that is reset keeps nothing, and the others keep all") {
  const devices two(2);
  int *zero = numbers_on(0, 1), *one = numbers_on(1, 1);
  CHECK(cudaDeviceReset() == cudaSuccess); // device 1
  CHECK(cudaFree(one) == cudaErrorInvalidValue);
  CHECK(cudaFree(zero) == cudaSuccess);
}

TEST_CASE("a kernel's calls are about the device that runs it") {
  const devices two(2);
  cudaSetDevice(1);
  device_array<int> answers(2, -1);
  int* const to = answers.data();
  run(launch_configuration(3, 1), [to] {
    cudaGetDevice(&to[0]);
    start(launch_configuration(1, 1), [to] { cudaGetDevice(&to[1]); });
  });
  cudaSetDevice(0);
  CHECK(answers.copy() == lines{1, 1});
}

TEST_CASE("boxes are copied between devices, and a stream tells its device") {
  const devices two(2);
  int *zero = numbers_on(0, 8), *one = numbers_on(1, 8);
  const scoped_stream stream;
  int device = -1;
  CHECK(cudaStreamGetDevice(stream, &device) == cudaSuccess);
  CHECK(device == 1);
  CHECK(cudaStreamGetDevice(nullptr, &device) == cudaSuccess);
  CHECK(device == 1);
  cudaSetDevice(0);
  CHECK(cudaStreamGetDevice(nullptr, &device) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaStreamGetDevice(stream, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaStreamGetDevice(reinterpret_cast<cudaStream_t>(&device), &device) ==
        cudaErrorInvalidResourceHandle);

  wait_until_idle();
  for (int i = 0; i < 8; ++i)
    zero[i] = i, one[i] = -1;
  cudaMemcpy3DPeerParms p{};
  p.srcPtr = make_cudaPitchedPtr(zero, 16, 16, 2);
  p.srcDevice = 0;
  p.dstPtr = make_cudaPitchedPtr(one, 16, 16, 2);
  p.dstDevice = 1;
  p.extent = make_cudaExtent(8, 2, 1);
  CHECK(cudaMemcpy3DPeer(&p) == cudaSuccess);
  wait_until_idle();
  CHECK(std::vector<int>(one, one + 8) == std::vector<int>{0, 1, -1, -1, 4, 5, -1, -1});
  p.srcPos.x = 8;
  CHECK(cudaMemcpy3DPeerAsync(&p, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(std::vector<int>(one, one + 8) == std::vector<int>{2, 3, -1, -1, 6, 7, -1, -1});

  CHECK(cudaMemcpy3DPeer(nullptr) == cudaErrorInvalidValue);
  p.dstDevice = 2;
  CHECK(cudaMemcpy3DPeer(&p) == cudaErrorInvalidDevice);
  p.dstDevice = 0; // it is memory of device 1
  CHECK(cudaMemcpy3DPeer(&p) == cudaErrorInvalidValue);
  p.dstDevice = 1;
  p.dstPtr.ptr = nullptr;
  CHECK(cudaMemcpy3DPeerAsync(&p, stream) == cudaErrorInvalidValue);
  p.dstPtr = make_cudaPitchedPtr(one, 4, 4, 2);
  CHECK(cudaMemcpy3DPeer(&p) == cudaErrorInvalidPitchValue);
  cudaFree(zero);
  cudaFree(one);
}
