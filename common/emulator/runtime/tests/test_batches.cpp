// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Batches of copies, prefetches and discards, and what is said of managed memory.
#include <doctest/doctest.h>

#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;
using cells_of = std::vector<int>;

namespace {

constexpr cudaMemLocation on_device = {cudaMemLocationTypeDevice, 0};
constexpr cudaMemLocation on_host = {cudaMemLocationTypeHost, 0};

struct managed {
  explicit managed(std::size_t bytes) { cudaMallocManaged(&begin, bytes); }
  ~managed() { cudaFree(begin); }
  managed(const managed&) = delete;
  managed& operator=(const managed&) = delete;
  char* begin = nullptr;
};

int attribute(const void* pointer, std::size_t bytes, cudaMemRangeAttribute which) {
  int value = -7;
  CHECK(cudaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes) == cudaSuccess);
  return value;
}

/// Numbers of the operations that a batch of two copies became.
class copies_of_batch {
public:
  explicit copies_of_batch(cudaStream_t stream) : stream_(stream) {}
  void note(operation_number& where) {
    submit(stream_, {.name = "note", .perform = [&where](operation_number n) { where = n; }});
  }

private:
  cudaStream_t stream_;
};

} // namespace

TEST_CASE("a batch copies all of it, after what the stream was given before, and before the rest") {
  const scoped_stream stream;
  device_array<int> cells(6, 1);
  int* const cell = cells.data();
  const int host[2] = {8, 9};
  int back = 0;
  void* const to[] = {cell + 2, cell + 4, &back};
  const void* const from[] = {cell, host, cell + 1};
  const std::size_t sizes[] = {8, 8, 4};
  cudaMemcpyAttributes how[2] = {};
  how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  how[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  std::size_t firsts[2] = {0, 1};
  CHECK(cudaMemsetAsync(cell, 0, 8, stream) == cudaSuccess);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 2, stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(cell, 0xff, 8, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cells.copy() == cells_of{-1, -1, 0, 0, 8, 9});
  CHECK(back == 0);
  int* const typed_to[] = {cell};
  int* const typed_from[] = {cell + 4};
  CHECK(cudaMemcpyBatchAsync(typed_to, typed_from, sizes, 1, how[0], stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cells.copy() == cells_of{8, 9, 0, 0, 8, 9});

  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 2, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 2, cudaStreamLegacy) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpyBatchAsync(nullptr, from, sizes, 3, how, firsts, 2, stream) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 1, how, firsts, 2, stream) == cudaErrorInvalidValue);
  firsts[1] = 3;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 2, stream) == cudaErrorInvalidValue);
  firsts[0] = 1;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 1, stream) == cudaErrorInvalidValue);
  firsts[0] = 0;
  how[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 1, stream) == cudaErrorInvalidValue);
  how[0].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  how[0].flags = 2;
  CHECK(cudaMemcpyBatchAsync(to, from, sizes, 3, how, firsts, 1, stream) == cudaErrorInvalidValue);
  how[0].flags = cudaMemcpyFlagPreferOverlapWithCompute;
  const std::size_t too_many[] = {800};
  CHECK(cudaMemcpyBatchAsync(to, from, too_many, 1, how, firsts, 1, stream) ==
        cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("operations that are submitted together are in no order, in a capture neither") {
  const scoped_stream stream, aside(cudaStreamNonBlocking);
  operation_number before = 0, one = 0, other = 0, after = 0;
  copies_of_batch all(stream);
  kernel_test::gate closed;
  closed.close_stream(aside); // nothing is forgotten before it opens
  all.note(before);
  {
    const submitted_together together(stream, "batch");
    all.note(one);
    all.note(other);
  }
  all.note(after);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(happens_before(before, one));
  CHECK(happens_before(before, other));
  CHECK(happens_before(one, after));
  CHECK(happens_before(other, after));
  CHECK(!happens_before(one, other));
  CHECK(!happens_before(other, one));

  scoped_graph made;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  all.note(before);
  {
    const submitted_together together(stream, "batch");
    all.note(one);
    all.note(other);
  }
  all.note(after);
  REQUIRE(cudaStreamEndCapture(stream, &made.graph) == cudaSuccess);
  std::size_t edges = 0;
  CHECK(cudaGraphGetEdges(made.graph, nullptr, nullptr, &edges) == cudaSuccess);
  CHECK((made.nodes() == 4 && edges == 4));
}

TEST_CASE("a batch copies boxes of memory and of arrays") {
  const scoped_stream stream;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 3, 2) == cudaSuccess);
  device_array<int> cells(8, 0), out(6, 0);
  for (int i = 0; i < 8; ++i)
    cells.data()[i] = i;
  cudaMemcpy3DBatchOp in{}, back{};
  in.src.type = cudaMemcpyOperandTypePointer;
  in.src.op.ptr.ptr = cells.data();
  in.src.op.ptr.rowLength = 4;
  in.dst.type = cudaMemcpyOperandTypeArray;
  in.dst.op.array.array = array;
  in.extent = {3, 2, 1};
  in.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  back.src = in.dst;
  back.dst.type = cudaMemcpyOperandTypePointer;
  back.dst.op.ptr.ptr = out.data();
  back.extent = in.extent;
  back.srcAccessOrder = in.srcAccessOrder;
  CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream) == cudaSuccess);
  CHECK(cudaMemcpy3DBatchAsync(1, &back, 0, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(out.copy() == cells_of{0, 1, 2, 4, 5, 6});

  CHECK(cudaMemcpy3DBatchAsync(1, &in, 1, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy3DBatchAsync(0, &in, 0, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy3DBatchAsync(1, nullptr, 0, stream) == cudaErrorInvalidValue);
  in.src.op.ptr.rowLength = 2;
  CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream) == cudaErrorInvalidValue);
  in.src.op.ptr.rowLength = 0;
  in.extent.depth = 0;
  CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream) == cudaErrorInvalidValue);
  in.extent.depth = 1;
  in.dst.op.array.offset.x = 1;
  CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream) == cudaErrorInvalidValue);
  CHECK(cudaFreeArray(array) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("what is said of managed memory can be asked for, where it holds for all of a range") {
  const managed memory(4096);
  char* const p = memory.begin;
  CHECK(attribute(p, 4096, cudaMemRangeAttributeReadMostly) == 0);
  CHECK(attribute(p, 4096, cudaMemRangeAttributePreferredLocation) == cudaInvalidDeviceId);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeLastPrefetchLocation) == cudaInvalidDeviceId);
  CHECK(cudaMemAdvise(p, 2048, cudaMemAdviseSetReadMostly, on_device) == cudaSuccess);
  CHECK(attribute(p, 2048, cudaMemRangeAttributeReadMostly) == 1);
  CHECK(attribute(p, 2049, cudaMemRangeAttributeReadMostly) == 0);
  CHECK(cudaMemAdvise(p + 2048, 2048, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeReadMostly) == 1);
  CHECK(cudaMemAdvise(p + 1000, 8, cudaMemAdviseUnsetReadMostly, 0) == cudaSuccess);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeReadMostly) == 0);
  CHECK(attribute(p, 1000, cudaMemRangeAttributeReadMostly) == 1);

  CHECK(cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId) == cudaSuccess);
  CHECK(attribute(p, 4096, cudaMemRangeAttributePreferredLocation) == cudaCpuDeviceId);
  CHECK(attribute(p, 4096, cudaMemRangeAttributePreferredLocationType) == cudaMemLocationTypeHost);
  CHECK(cudaMemAdvise(p, 4096, cudaMemAdviseUnsetPreferredLocation, 0) == cudaSuccess);
  CHECK(attribute(p, 4096, cudaMemRangeAttributePreferredLocation) == cudaInvalidDeviceId);
  CHECK(cudaMemPrefetchAsync(p, 4096, on_device, 0) == cudaSuccess);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeLastPrefetchLocation) == 0);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeLastPrefetchLocationType) ==
        cudaMemLocationTypeDevice);
  CHECK(attribute(p, 4096, cudaMemRangeAttributeLastPrefetchLocationId) == 0);
  CHECK(cudaMemAdvise(p, 4096, cudaMemAdviseSetAccessedBy, on_device) == cudaSuccess);
  int by[3] = {7, 7, 7}, mostly = 7;
  void* answers[] = {by, &mostly};
  std::size_t room[] = {sizeof by, sizeof mostly};
  cudaMemRangeAttribute which[] = {cudaMemRangeAttributeAccessedBy,
                                   cudaMemRangeAttributeReadMostly};
  CHECK(cudaMemRangeGetAttributes(answers, room, which, 2, p, 4096) == cudaSuccess);
  CHECK((by[0] == 0 && by[1] == cudaInvalidDeviceId && by[2] == cudaInvalidDeviceId));
  CHECK(mostly == 0);

  device_array<int> other(1);
  CHECK(cudaMemRangeGetAttribute(by, 4, cudaMemRangeAttributeReadMostly, other.data(), 4) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttribute(by, 8, cudaMemRangeAttributeReadMostly, p, 4096) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttribute(by, 6, cudaMemRangeAttributeAccessedBy, p, 4096) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttribute(by, 4, static_cast<cudaMemRangeAttribute>(99), p, 4096) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttribute(by, 4, cudaMemRangeAttributeReadMostly, p, 5000) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, p, 4096) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemRangeGetAttributes(answers, room, which, 0, p, 4096) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("nothing has been said of memory that is given out anew") {
  char* first = nullptr;
  {
    const managed memory(512);
    first = memory.begin;
    CHECK(cudaMemAdvise(first, 512, cudaMemAdviseSetReadMostly, 0) == cudaSuccess);
  }
  for (int i = 0; i < 3; ++i) {
    const managed memory(512);
    CHECK(attribute(memory.begin, 512, cudaMemRangeAttributeReadMostly) == 0);
  }
}

TEST_CASE("batches prefetch and discard managed memory") {
  const scoped_stream stream;
  const managed one(64), other(64);
  char* pointers[] = {one.begin, other.begin, other.begin + 32};
  std::size_t sizes[] = {64, 32, 32}, firsts[] = {0, 2};
  cudaMemLocation places[] = {on_device, on_host};
  CHECK(cudaMemPrefetchBatchAsync(pointers, sizes, 3, places, firsts, 2, 0, stream) == cudaSuccess);
  CHECK(attribute(one.begin, 64, cudaMemRangeAttributeLastPrefetchLocation) == 0);
  CHECK(attribute(other.begin, 32, cudaMemRangeAttributeLastPrefetchLocation) == 0);
  CHECK(attribute(other.begin + 32, 32, cudaMemRangeAttributeLastPrefetchLocation) ==
        cudaCpuDeviceId);
  CHECK(attribute(other.begin, 64, cudaMemRangeAttributeLastPrefetchLocation) ==
        cudaInvalidDeviceId);
  CHECK(cudaMemDiscardAndPrefetchBatchAsync(pointers, sizes, 3, on_host, 0, stream) == cudaSuccess);
  CHECK(attribute(other.begin, 64, cudaMemRangeAttributeLastPrefetchLocation) == cudaCpuDeviceId);
  void** const plain = reinterpret_cast<void**>(pointers);
  CHECK(cudaMemDiscardBatchAsync(plain, sizes, 3, 0, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);

  CHECK(cudaMemDiscardBatchAsync(plain, sizes, 3, 1, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemDiscardBatchAsync(plain, sizes, 0, 0, stream) == cudaErrorInvalidValue);
  CHECK(cudaMemDiscardBatchAsync(plain, sizes, 3, 0, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchBatchAsync(plain, sizes, 3, places, firsts, 0, 0, stream) ==
        cudaErrorInvalidValue);
  CHECK(cudaMemPrefetchBatchAsync(plain, sizes, 3, nullptr, firsts, 2, 0, stream) ==
        cudaErrorInvalidValue);
  places[1].type = cudaMemLocationTypeDevice;
  places[1].id = 9;
  CHECK(cudaMemPrefetchBatchAsync(plain, sizes, 3, places, firsts, 2, 0, stream) ==
        cudaErrorInvalidDevice);
  device_array<int> device(1);
  pointers[0] = reinterpret_cast<char*>(device.data());
  CHECK(cudaMemDiscardBatchAsync(plain, sizes, 1, 0, stream) == cudaErrorInvalidValue);
  cudaGetLastError();
}
