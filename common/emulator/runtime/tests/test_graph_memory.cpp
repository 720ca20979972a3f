// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/memory/device_memory.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::scoped_event;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;
using kernel_test::start;

namespace {

constexpr std::size_t some_bytes = 4096;

cudaMemAllocNodeParams allocation_of(std::size_t bytes) {
  cudaMemAllocNodeParams asked{};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location = {cudaMemLocationTypeDevice, 0};
  asked.bytesize = bytes;
  return asked;
}

/// A node that allocates, after the others. @return the address
int* add_allocation(cudaGraph_t graph, cudaGraphNode_t& node,
                    const std::vector<cudaGraphNode_t>& after = {}) {
  cudaMemAllocNodeParams asked = allocation_of(some_bytes);
  REQUIRE(cudaGraphAddMemAllocNode(&node, graph, after.data(), after.size(), &asked) ==
          cudaSuccess);
  return static_cast<int*>(asked.dptr);
}

cudaGraphNode_t add_fill(cudaGraph_t graph, int* where, cudaGraphNode_t after) {
  cudaMemsetParams fill{};
  fill.dst = where;
  fill.value = 7;
  fill.elementSize = 4;
  fill.width = some_bytes / 4;
  fill.height = 1;
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphAddMemsetNode(&node, graph, &after, 1, &fill) == cudaSuccess);
  return node;
}

bool is_there(const void* address) {
  wait_until_idle();
  return device_memory::instance().find(address).has_value();
}

std::uint64_t sum_of_graphs(cudaGraphMemAttributeType which) {
  std::uint64_t value = 0;
  REQUIRE(cudaDeviceGetGraphMemAttribute(0, which, &value) == cudaSuccess);
  return value;
}

void forget_sums() {
  cudaDeviceSynchronize();
  REQUIRE(cudaDeviceGraphMemTrim(0) == cudaSuccess);
  std::uint64_t zero = 0;
  REQUIRE(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero) == cudaSuccess);
  REQUIRE(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero) == cudaSuccess);
}

} // namespace

TEST_CASE("a graph's memory is there from the node that allocates it to the one that frees it") {
  scoped_graph built;
  device_array<int> result(1, 0);
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr, copies = nullptr, frees = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  CHECK(!is_there(memory));
  const cudaGraphNode_t fills = add_fill(built.graph, memory, allocates);
  REQUIRE(cudaGraphAddMemcpyNode1D(&copies, built.graph, &fills, 1, result.data(), memory + 5, 4,
                                   cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(cudaGraphAddMemFreeNode(&frees, built.graph, &copies, 1, memory) == cudaSuccess);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CHECK(cudaGraphNodeGetType(allocates, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeMemAlloc);
  CHECK(cudaGraphNodeGetType(frees, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeMemFree);
  cudaMemAllocNodeParams told{};
  CHECK(cudaGraphMemAllocNodeGetParams(allocates, &told) == cudaSuccess);
  CHECK((told.dptr == memory && told.bytesize == some_bytes));
  CHECK(told.poolProps.location.type == cudaMemLocationTypeDevice);
  void* freed = nullptr;
  CHECK(cudaGraphMemFreeNodeGetParams(frees, &freed) == cudaSuccess);
  CHECK(freed == memory);
  CHECK(cudaGraphMemFreeNodeGetParams(allocates, &freed) == cudaErrorInvalidValue);
  CHECK(cudaGraphMemAllocNodeGetParams(frees, &told) == cudaErrorInvalidValue);

  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  for (int launch = 0; launch < 3; ++launch) {
    CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
    CHECK(!is_there(memory));
    CHECK(result.copy()[0] == 7);
    *result.data() = 0;
  }
  CHECK(cudaFree(memory) == cudaErrorInvalidValue); // its graph does
  CHECK(cudaFreeAsync(memory, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaMemset(memory, 0, 4) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("what a graph has not freed lives on, and must be freed before the next launch") {
  scoped_graph built, frees;
  const scoped_stream stream;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr, node = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  add_fill(built.graph, memory, allocates);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
  int got = 0;
  CHECK(cudaMemcpyAsync(&got, memory + 1, 4, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(got == 7);
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaErrorInvalidValue);
  CHECK(is_there(memory));
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(!is_there(memory));
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);

  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaErrorInvalidValue);
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess); // behind the free

  REQUIRE(cudaGraphCreate(&frees.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphAddMemFreeNode(&node, frees.graph, nullptr, 0, memory) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&frees.exec, frees.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(frees.exec, stream) == cudaSuccess);
  CHECK(cudaGraphLaunch(frees.exec, stream) == cudaErrorInvalidValue);
  CHECK(!is_there(memory));
  CHECK(cudaGraphAddMemFreeNode(&node, built.graph, &allocates, 1, memory) ==
        cudaErrorInvalidValue); // the other graph has such a node

  // Graphs may go before their memory.
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(built.exec) == cudaSuccess);
  CHECK(cudaGraphDestroy(built.graph) == cudaSuccess);
  built.exec = nullptr;
  built.graph = nullptr;
  CHECK(is_there(memory));
  CHECK(cudaGraphLaunch(frees.exec, stream) == cudaSuccess);
  CHECK(!is_there(memory));
  cudaGetLastError();
}

TEST_CASE("a graph may free at its next launch what it has left") {
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  add_fill(built.graph, memory, allocates);
  CHECK(cudaGraphInstantiateWithFlags(&built.exec, built.graph,
                                      cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                          cudaGraphInstantiateFlagDeviceLaunch) ==
        cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiateWithFlags(&built.exec, built.graph,
                                        cudaGraphInstantiateFlagAutoFreeOnLaunch) == cudaSuccess);
  for (int launch = 0; launch < 3; ++launch)
    CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  CHECK(is_there(memory)); // of the last launch
  CHECK(cudaFree(memory) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("graphs with memory cannot be copied, nor lose nodes or edges") {
  scoped_graph built, other, clone;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&other.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr, frees = nullptr, node = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  REQUIRE(cudaGraphAddMemFreeNode(&frees, built.graph, nullptr, 0, memory) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&built.exec, built.graph) == cudaErrorInvalidValue); // in no order
  CHECK(cudaGraphAddDependencies(built.graph, &allocates, &frees, 1) == cudaSuccess);
  CHECK(cudaGraphRemoveDependencies(built.graph, &allocates, &frees, 1) == cudaErrorNotSupported);
  CHECK(cudaGraphDestroyNode(frees) == cudaErrorNotSupported);
  CHECK(cudaGraphClone(&clone.graph, built.graph) == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&node, other.graph, nullptr, 0, built.graph) ==
        cudaErrorNotSupported);
  CHECK(cudaGraphAddMemFreeNode(&node, built.graph, &frees, 1, memory) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddMemFreeNode(&node, other.graph, nullptr, 0, memory) == cudaErrorInvalidValue);
  const device_array<int> usual(1, 0);
  CHECK(cudaGraphAddMemFreeNode(&node, other.graph, nullptr, 0, usual.data()) ==
        cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&other.exec, built.graph) == cudaErrorInvalidValue); // there is one
  CHECK(cudaGraphExecDestroy(built.exec) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  cudaGraphExecUpdateResultInfo result{};
  CHECK(cudaGraphExecUpdate(built.exec, built.graph, &result) == cudaErrorGraphExecUpdateFailure);
  CHECK(result.result == cudaGraphExecUpdateErrorNotSupported);

  cudaMemAllocNodeParams wrong = allocation_of(0);
  CHECK(cudaGraphAddMemAllocNode(&node, built.graph, nullptr, 0, &wrong) == cudaErrorInvalidValue);
  wrong = allocation_of(4);
  wrong.poolProps.location.id = 99;
  CHECK(cudaGraphAddMemAllocNode(&node, built.graph, nullptr, 0, &wrong) == cudaErrorInvalidValue);
  wrong = allocation_of(4);
  wrong.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  CHECK(cudaGraphAddMemAllocNode(&node, built.graph, nullptr, 0, &wrong) == cudaErrorNotSupported);
  CHECK(cudaGraphAddMemAllocNode(&node, built.graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("cudaMallocAsync and cudaFreeAsync are captured as nodes") {
  scoped_graph recorded;
  device_array<int> result(1, 0);
  const scoped_stream stream;
  const scoped_event fork, join;
  int *a = nullptr, *b = nullptr;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMallocAsync(&a, some_bytes, stream) == cudaSuccess);
  CHECK(cudaMallocAsync(&b, some_bytes, stream) == cudaSuccess);
  CHECK(a != b);
  cudaEventRecord(fork, stream);
  {
    const scoped_stream aside; // is destroyed in the capture
    cudaStreamWaitEvent(aside, fork);
    CHECK(cudaMemsetAsync(a, 3, 4, aside) == cudaSuccess);
    cudaEventRecord(join, aside);
  }
  cudaStreamWaitEvent(stream, join);
  int* const to = result.data();
  start(launch_configuration(1, 1, 0, stream), [=] { *to += *a; });
  CHECK(cudaFreeAsync(a, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(a, stream) == cudaErrorInvalidValue);
  REQUIRE(cudaStreamEndCapture(stream, &recorded.graph) == cudaSuccess);
  CHECK(recorded.nodes() == 5);
  CHECK(!is_there(b));
  REQUIRE(cudaGraphInstantiate(&recorded.exec, recorded.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(recorded.exec, stream) == cudaSuccess);
  CHECK(is_there(b));
  CHECK(!is_there(a));
  CHECK(result.copy()[0] == 0x03030303);
  CHECK(cudaFreeAsync(b, stream) == cudaSuccess);
  CHECK(!is_there(b));

  int* usual = nullptr;
  REQUIRE(cudaMallocAsync(&usual, 4, stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaFreeAsync(usual, stream) == cudaErrorInvalidValue);
  cudaGraph_t empty = nullptr;
  CHECK(cudaStreamEndCapture(stream, &empty) == cudaSuccess);
  cudaGraphDestroy(empty);
  cudaFreeAsync(usual, stream);
  cudaGetLastError();
}

TEST_CASE("memory of graphs is ordered as their nodes are") {
  scoped_graph built, frees;
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  kernel_test::gate closed;
  closed.close_stream(a);
  CHECK(cudaGraphLaunch(built.exec, a) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, b) == cudaSuccess); // nothing orders it; it must wait all the same
  CHECK(cudaStreamQuery(b) == cudaErrorNotReady);
  closed.open();
  CHECK(!is_there(memory));
  CHECK(cudaGraphLaunch(built.exec, a) == cudaSuccess);
  CHECK(is_there(memory));
  CHECK(cudaFree(memory) == cudaSuccess);

  // The same of a graph that frees it.
  REQUIRE(cudaGraphCreate(&frees.graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphAddMemFreeNode(&node, frees.graph, nullptr, 0, memory) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&frees.exec, frees.graph) == cudaSuccess);
  kernel_test::gate again;
  again.close_stream(a);
  CHECK(cudaGraphLaunch(built.exec, a) == cudaSuccess);
  CHECK(cudaGraphLaunch(frees.exec, b) == cudaSuccess);
  CHECK(cudaStreamQuery(b) == cudaErrorNotReady);
  again.open();
  CHECK(!is_there(memory));
  cudaGetLastError();
}

TEST_CASE("graphs share memory where one comes after another") {
  forget_sums();
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  scoped_graph graphs[3];
  cudaGraphNode_t allocates = nullptr, frees = nullptr, again = nullptr;
  for (scoped_graph& each : graphs) {
    REQUIRE(cudaGraphCreate(&each.graph, 0) == cudaSuccess);
    int* const memory = add_allocation(each.graph, allocates);
    REQUIRE(cudaGraphAddMemFreeNode(&frees, each.graph, &allocates, 1, memory) == cudaSuccess);
    int* const other = add_allocation(each.graph, again, {frees});
    REQUIRE(cudaGraphAddMemFreeNode(&frees, each.graph, &again, 1, other) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&each.exec, each.graph) == cudaSuccess);
  }
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemCurrent) == 0);
  kernel_test::gate closed;
  closed.close_stream(a);
  CHECK(cudaGraphLaunch(graphs[0].exec, a) == cudaSuccess);
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemCurrent) == some_bytes); // both of it, in turn
  CHECK(cudaGraphLaunch(graphs[1].exec, a) == cudaSuccess);
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemCurrent) == some_bytes);
  CHECK(cudaGraphLaunch(graphs[2].exec, b) == cudaSuccess); // at the same time
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemCurrent) == 2 * some_bytes);
  CHECK(cudaDeviceGraphMemTrim(0) == cudaSuccess); // both still run
  CHECK(sum_of_graphs(cudaGraphMemAttrReservedMemCurrent) == 2 * some_bytes);
  closed.open();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaGraphExecDestroy(graphs[2].exec);
  graphs[2].exec = nullptr;
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemCurrent) == some_bytes);
  CHECK(sum_of_graphs(cudaGraphMemAttrReservedMemCurrent) == 2 * some_bytes);
  CHECK(cudaDeviceGraphMemTrim(0) == cudaSuccess);
  CHECK(sum_of_graphs(cudaGraphMemAttrReservedMemCurrent) == 0);
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemHigh) == 2 * some_bytes);
  forget_sums();
  CHECK(sum_of_graphs(cudaGraphMemAttrUsedMemHigh) == 0);

  std::uint64_t value = 1;
  CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value) ==
        cudaErrorInvalidValue);
  CHECK(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &value) ==
        cudaErrorInvalidDevice);
  CHECK(cudaDeviceGraphMemTrim(99) == cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST_CASE("a launch fails when the device has no room for what the graph allocates") {
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t allocates = nullptr;
  int* const memory = add_allocation(built.graph, allocates);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  device_memory& all = device_memory::instance();
  all.limit(all.given_out(0) + some_bytes - 1);
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaErrorMemoryAllocation);
  all.limit(all.given_out(0) + some_bytes);
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  all.limit(0);
  CHECK(cudaFree(memory) == cudaSuccess);
  cudaGetLastError();
}
