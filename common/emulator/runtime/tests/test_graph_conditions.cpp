// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::scoped_event;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;
using kernel_test::start;
using lines = std::vector<int>;

namespace {

cudaGraphNodeParams parameters_of(cudaGraphNodeType type) {
  cudaGraphNodeParams made{};
  made.type = type;
  return made;
}

cudaGraphConditionalHandle add_handle(cudaGraph_t graph, unsigned at_launch = 0,
                                      unsigned flags = 0) {
  cudaGraphConditionalHandle made = 0;
  REQUIRE(cudaGraphConditionalHandleCreate(&made, graph, at_launch, flags) == cudaSuccess);
  return made;
}

struct conditional {
  cudaGraphNode_t node = nullptr;
  std::vector<cudaGraph_t> bodies;
};

conditional add_conditional(cudaGraph_t graph, cudaGraphConditionalHandle handle,
                            cudaGraphConditionalNodeType type, unsigned size,
                            const std::vector<cudaGraphNode_t>& after = {}) {
  cudaGraphNodeParams asked = parameters_of(cudaGraphNodeTypeConditional);
  asked.conditional = {handle, type, size, nullptr};
  conditional made;
  REQUIRE(cudaGraphAddNode(&made.node, graph, after.data(), nullptr, after.size(), &asked) ==
          cudaSuccess);
  made.bodies.assign(asked.conditional.phGraph_out, asked.conditional.phGraph_out + size);
  return made;
}

/// What the function gives to the stream becomes nodes of the graph, after the others.
template <class Function>
void capture_into(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                  const Function& function) {
  const scoped_stream stream;
  REQUIRE(cudaStreamBeginCaptureToGraph(stream, graph, after.data(), nullptr, after.size(),
                                        cudaStreamCaptureModeGlobal) == cudaSuccess);
  function(stream.stream);
  CHECK(cudaStreamEndCapture(stream, nullptr) == cudaSuccess);
}

/// A kernel of one thread.
template <class Body>
void do_in(cudaStream_t stream, const Body& body) {
  start(launch_configuration(1, 1, 0, stream), body);
}

/// The last node of a graph.
cudaGraphNode_t last_of(cudaGraph_t graph) {
  std::size_t count = 0;
  REQUIRE(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
  std::vector<cudaGraphNode_t> nodes(count);
  REQUIRE(cudaGraphGetNodes(graph, nodes.data(), &count) == cudaSuccess);
  return nodes.back();
}

void launch_and_wait(cudaGraphExec_t exec) {
  CHECK(cudaGraphLaunch(exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

} // namespace

TEST_CASE("an if node does its body, or its other one") {
  scoped_graph built;
  device_array<int> cells(4, 0);
  int* const cell = cells.data();
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  const auto handle = add_handle(built.graph);
  capture_into(built.graph, {}, [=](cudaStream_t stream) {
    do_in(stream, [=] { cudaGraphSetConditional(handle, static_cast<unsigned>(cell[0])); });
  });
  const conditional chosen =
      add_conditional(built.graph, handle, cudaGraphCondTypeIf, 2, {last_of(built.graph)});
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CHECK(cudaGraphNodeGetType(chosen.node, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeConditional);
  for (int i = 0; i < 2; ++i)
    capture_into(chosen.bodies[static_cast<std::size_t>(i)], {},
                 [=](cudaStream_t stream) { do_in(stream, [=] { ++cell[1 + i]; }); });
  capture_into(built.graph, {chosen.node},
               [=](cudaStream_t stream) { do_in(stream, [=] { ++cell[3]; }); });
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  launch_and_wait(built.exec);
  CHECK(cells.copy() == lines{0, 0, 1, 1});
  cell[0] = 5;
  launch_and_wait(built.exec);
  CHECK(cells.copy() == lines{5, 1, 1, 2});
}

TEST_CASE("a while node does its body as long as a kernel says, also one in another") {
  scoped_graph built;
  device_array<int> cells(4, 0);
  int* const cell = cells.data();
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  const auto outer = add_handle(built.graph, 1, cudaGraphCondAssignDefault);
  const auto inner = add_handle(built.graph);
  const conditional rounds = add_conditional(built.graph, outer, cudaGraphCondTypeWhile, 1);
  capture_into(rounds.bodies[0], {}, [=](cudaStream_t stream) {
    do_in(stream, [=] {
      cell[1] = 0;
      cudaGraphSetConditional(inner, 1);
    });
  });
  const conditional steps = add_conditional(rounds.bodies[0], inner, cudaGraphCondTypeWhile, 1,
                                            {last_of(rounds.bodies[0])});
  capture_into(steps.bodies[0], {}, [=](cudaStream_t stream) {
    do_in(stream, [=] { ++cell[2]; });
    do_in(stream, [=] { cudaGraphSetConditional(inner, ++cell[1] < 3); });
  });
  capture_into(rounds.bodies[0], {steps.node}, [=](cudaStream_t stream) {
    do_in(stream, [=] { cudaGraphSetConditional(outer, ++cell[0] % 4 != 0); });
  });
  capture_into(built.graph, {rounds.node}, [=](cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(cell + 3, cell + 2, 4, cudaMemcpyDeviceToDevice, stream) == cudaSuccess);
  });
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  launch_and_wait(built.exec);
  CHECK(cells.copy() == lines{4, 3, 12, 12});
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  CHECK(cells.copy() == lines{12, 3, 36, 36});
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a switch node does the body of its number, if there is one") {
  scoped_graph built;
  device_array<int> cells(4, 0);
  int* const cell = cells.data();
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  const auto handle = add_handle(built.graph);
  capture_into(built.graph, {}, [=](cudaStream_t stream) {
    do_in(stream, [=] { cudaGraphSetConditional(handle, static_cast<unsigned>(cell[0])); });
  });
  const conditional chosen =
      add_conditional(built.graph, handle, cudaGraphCondTypeSwitch, 3, {last_of(built.graph)});
  for (int i = 0; i < 3; ++i)
    capture_into(chosen.bodies[static_cast<std::size_t>(i)], {},
                 [=](cudaStream_t stream) { do_in(stream, [=] { ++cell[1 + i]; }); });
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  for (const int value : {2, 0, 3, 2}) {
    cell[0] = value;
    launch_and_wait(built.exec);
  }
  CHECK(cells.copy() == lines{2, 1, 0, 2});
}

TEST_CASE("nodes of a body are ordered by their edges, and all come before what follows the node") {
  scoped_graph built;
  const scoped_stream stream(cudaStreamNonBlocking), aside(cudaStreamNonBlocking);
  std::vector<operation_number> left, right;
  operation_number before = 0, after = 0, apart = 0;
  const auto note = [](auto function) {
    return operation{.name = "note", .perform = [function](operation_number n) { function(n); }};
  };
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  const auto handle = add_handle(built.graph, 1, cudaGraphCondAssignDefault);
  capture_into(built.graph, {}, [&](cudaStream_t into) {
    submit(into, note([&](operation_number n) { before = n; }));
  });
  const conditional rounds =
      add_conditional(built.graph, handle, cudaGraphCondTypeWhile, 1, {last_of(built.graph)});
  device_array<int> cells(1, 0);
  int* const cell = cells.data();
  const scoped_event fork, join;
  capture_into(rounds.bodies[0], {}, [&](cudaStream_t into) {
    const scoped_stream other(cudaStreamNonBlocking);
    cudaEventRecord(fork, into);
    cudaStreamWaitEvent(other, fork);
    submit(into, note([&](operation_number n) { left.push_back(n); }));
    submit(other, note([&](operation_number n) { right.push_back(n); }));
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(into, join);
    do_in(into, [=] { cudaGraphSetConditional(handle, ++*cell < 2); });
  });
  capture_into(built.graph, {rounds.node}, [&](cudaStream_t into) {
    submit(into, note([&](operation_number n) { after = n; }));
  });
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  kernel_test::gate closed;
  closed.close_stream(aside); // nothing is forgotten before it opens
  submit(aside, note([&](operation_number n) { apart = n; }));
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(left.size() == 2);
  REQUIRE(right.size() == 2);
  CHECK(!happens_before(left[0], right[0]));
  CHECK(!happens_before(right[0], left[0]));
  CHECK(happens_before(before, left[0]));
  CHECK(happens_before(left[0], right[1])); // the next round
  CHECK(happens_before(right[0], left[1]));
  for (const operation_number each : {left[0], right[0], left[1], right[1]})
    CHECK(happens_before(each, after));
  closed.open();
  wait_until_idle();
  CHECK(!happens_before(left[1], apart));
  cudaDeviceSynchronize();
}

TEST_CASE("a launch that runs keeps its bodies, and later ones have what was changed") {
  scoped_graph built;
  device_array<int> cells(2, 0);
  int* const cell = cells.data();
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  const auto handle = add_handle(built.graph, 1, cudaGraphCondAssignDefault);
  const conditional chosen = add_conditional(built.graph, handle, cudaGraphCondTypeIf, 1);
  cudaGraphNodeParams fill = parameters_of(cudaGraphNodeTypeMemset);
  fill.memset = {cell, 0, 1, 4, 1, 1};
  cudaGraphNode_t fills = nullptr;
  REQUIRE(cudaGraphAddNode(&fills, chosen.bodies[0], nullptr, 0, &fill) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  {
    const scoped_stream stream;
    kernel_test::gate closed;
    closed.close_stream(stream);
    CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
    fill.memset.dst = cell + 1;
    CHECK(cudaGraphExecNodeSetParams(built.exec, fills, &fill) == cudaSuccess);
    closed.open();
    CHECK(cells.copy() == lines{1, 0});
  }
  launch_and_wait(built.exec);
  CHECK(cells.copy() == lines{1, 1});
}

TEST_CASE("what is wrong with a conditional node is refused") {
  scoped_graph built, other, clone;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&other.graph, 0) == cudaSuccess);
  cudaGraphConditionalHandle handle = 0;
  CHECK(cudaGraphConditionalHandleCreate(&handle, built.graph, 0, 2) == cudaErrorInvalidValue);
  CHECK(cudaGraphConditionalHandleCreate(&handle, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphConditionalHandleCreate(nullptr, built.graph) == cudaErrorInvalidValue);
  handle = add_handle(built.graph);
  const auto foreign = add_handle(other.graph);
  cudaGraphNode_t node = nullptr;
  const auto refused = [&](cudaGraphConditionalHandle by, cudaGraphConditionalNodeType type,
                           unsigned size) {
    cudaGraphNodeParams asked = parameters_of(cudaGraphNodeTypeConditional);
    asked.conditional = {by, type, size, nullptr};
    return cudaGraphAddNode(&node, built.graph, nullptr, nullptr, 0, &asked) ==
           cudaErrorInvalidValue;
  };
  CHECK(refused(foreign, cudaGraphCondTypeIf, 1));
  CHECK(refused(12345, cudaGraphCondTypeIf, 1));
  CHECK(refused(handle, cudaGraphCondTypeIf, 3));
  CHECK(refused(handle, cudaGraphCondTypeWhile, 2));
  CHECK(refused(handle, cudaGraphCondTypeSwitch, 0));
  const conditional made = add_conditional(built.graph, handle, cudaGraphCondTypeIf, 1);
  CHECK(refused(handle, cudaGraphCondTypeIf, 1)); // it has a node
  CHECK(cudaGraphDestroy(made.bodies[0]) == cudaErrorInvalidValue);
  CHECK(cudaGraphInstantiate(&other.exec, made.bodies[0]) == cudaErrorInvalidValue);
  CHECK(cudaGraphClone(&clone.graph, built.graph) == cudaErrorNotSupported);
  CHECK(cudaGraphAddChildGraphNode(&node, other.graph, nullptr, 0, built.graph) ==
        cudaErrorNotSupported);

  // A body may not have what the host does.
  cudaGraphNodeParams call = parameters_of(cudaGraphNodeTypeHost);
  call.host.fn = [](void*) {};
  REQUIRE(cudaGraphAddNode(&node, made.bodies[0], nullptr, nullptr, 0, &call) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&built.exec, built.graph) == cudaErrorNotSupported);
  CHECK(cudaGraphDestroyNode(node) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&other.exec, built.graph) == cudaErrorInvalidValue); // there is one

  cudaGraphNodeParams event = parameters_of(cudaGraphNodeTypeExtSemaphoreWait);
  CHECK(cudaGraphAddNode(&node, other.graph, nullptr, nullptr, 0, &event) == cudaErrorNotSupported);
  cudaGraphEdgeData programmatic = {};
  programmatic.type = 1;
  CHECK(cudaGraphAddNode(&node, built.graph, &made.node, &programmatic, 1, &event) ==
        cudaErrorNotSupported);
  CHECK(cudaGraphAddNode(&node, other.graph, nullptr, nullptr, 0, nullptr) ==
        cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a kernel that sets what is no condition ends") {
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  device_array<unsigned> cells(1, 3);
  const auto wrong = reinterpret_cast<cudaGraphConditionalHandle>(cells.data());
  kernel_test::run(launch_configuration(1, 1), [=] { cudaGraphSetConditional(wrong, 4); });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  forget_errors_when_idle();
  CHECK(cells.copy() == std::vector<unsigned>{3});
}

TEST_CASE("nodes of all kinds are added by one call") {
  scoped_graph built, child;
  device_array<int> cells(3, 0);
  int* const cell = cells.data();
  int calls = 0;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&child.graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr, before = nullptr;
  cudaGraphNodeParams each = parameters_of(cudaGraphNodeTypeMemset);
  each.memset = {cell, 0, 6, 4, 1, 1};
  CHECK(cudaGraphAddNode(&before, built.graph, nullptr, 0, &each) == cudaSuccess);
  each = parameters_of(cudaGraphNodeTypeMemcpy);
  each.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(cell, 4, 4, 1);
  each.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(cell + 1, 4, 4, 1);
  each.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
  each.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaGraphAddNode(&node, built.graph, &before, nullptr, 1, &each) == cudaSuccess);
  before = node;
  each = parameters_of(cudaGraphNodeTypeHost);
  each.host = {[](void* count) { ++*static_cast<int*>(count); }, &calls};
  CHECK(cudaGraphAddNode(&node, child.graph, nullptr, nullptr, 0, &each) == cudaSuccess);
  each = parameters_of(cudaGraphNodeTypeGraph);
  each.graph = {child.graph, cudaGraphChildGraphOwnershipMove};
  CHECK(cudaGraphAddNode(&node, built.graph, &before, nullptr, 1, &each) == cudaErrorNotSupported);
  each.graph.ownership = cudaGraphChildGraphOwnershipClone;
  CHECK(cudaGraphAddNode(&node, built.graph, &before, nullptr, 1, &each) == cudaSuccess);
  before = node;
  each = parameters_of(cudaGraphNodeTypeEmpty);
  CHECK(cudaGraphAddNode(&node, built.graph, &before, nullptr, 1, &each) == cudaSuccess);
  each = parameters_of(cudaGraphNodeTypeMemAlloc);
  each.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  each.alloc.poolProps.location = {cudaMemLocationTypeDevice, 0};
  each.alloc.bytesize = 64;
  CHECK(cudaGraphAddNode(&before, built.graph, &node, nullptr, 1, &each) == cudaSuccess);
  void* const memory = each.alloc.dptr;
  REQUIRE(memory != nullptr);
  each = parameters_of(cudaGraphNodeTypeMemFree);
  each.free.dptr = memory;
  CHECK(cudaGraphAddNode(&node, built.graph, &before, nullptr, 1, &each) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  launch_and_wait(built.exec);
  CHECK(cells.copy() == lines{6, 6, 0});
  CHECK(calls == 1);
  cudaGetLastError();
}

TEST_CASE("a capture tells its graph and its last nodes, which the program may change") {
  scoped_graph recorded;
  device_array<int> cells(2, 0);
  int* const cell = cells.data();
  const scoped_stream stream;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
  CHECK(cudaStreamGetCaptureInfo(stream, &status) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusNone);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* last = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  std::size_t count = 7;
  CHECK(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, &edges, &count) ==
        cudaSuccess);
  CHECK((status == cudaStreamCaptureStatusActive && id != 0 && count == 0));
  REQUIRE(graph != nullptr);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  do_in(stream, [=] { cell[0] = 1; });
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &last, nullptr, &count) ==
        cudaSuccess);
  REQUIRE(count == 1);
  cudaMemsetParams fill{};
  fill.dst = cell;
  fill.value = 4;
  fill.elementSize = 4;
  fill.width = fill.height = 1;
  cudaGraphNode_t added = nullptr;
  CHECK(cudaGraphAddMemsetNode(&added, graph, last, count, &fill) == cudaSuccess);
  CHECK(cudaGraphDestroyNode(added) == cudaErrorInvalidValue); // not now
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &added, 1, 9) == cudaErrorInvalidValue);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &added, nullptr, 1,
                                            cudaStreamSetCaptureDependencies) == cudaSuccess);
  CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &last, &count) == cudaSuccess);
  REQUIRE(count == 1);
  CHECK(last[0] == added);
  do_in(stream, [=] { cell[1] = cell[0] + 1; });
  REQUIRE(cudaStreamEndCapture(stream, &recorded.graph) == cudaSuccess);
  CHECK(recorded.graph == graph);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, &added, 1) == cudaErrorIllegalState);
  REQUIRE(cudaGraphInstantiate(&recorded.exec, recorded.graph) == cudaSuccess);
  launch_and_wait(recorded.exec);
  CHECK(cells.copy() == lines{4, 5});
  CHECK(cudaStreamBeginCaptureToGraph(stream, recorded.graph, &added, nullptr, 1,
                                      cudaStreamCaptureModeGlobal) == cudaSuccess);
  cudaGraphExec_t none = nullptr;
  CHECK(cudaGraphInstantiate(&none, recorded.graph) == cudaErrorInvalidValue);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(graph == recorded.graph);
  cudaGetLastError();
}
