// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::gate;
using kernel_test::scoped_event;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;
using kernel_test::start;
using lines = std::vector<int>;

namespace {

cudaError_t begin(cudaStream_t stream) {
  return cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
}

} // namespace

TEST_CASE("what is captured is not done until the graph is launched, and then each time") {
  const scoped_stream stream;
  device_array<int> cells(2, 0);
  int* const cell = cells.data();
  int step = 5;
  scoped_graph recorded;
  REQUIRE(begin(stream) == cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusActive);
  launch(
      launch_configuration(1, 1, 0, stream), "add", [](auto& to, auto& by) { *to += by; }, cell,
      step);
  step = 100; // arguments were copied
  CHECK(cudaMemcpyAsync(cell + 1, cell, 4, cudaMemcpyDeviceToDevice, stream) == cudaSuccess);
  CHECK(cudaStreamEndCapture(stream, &recorded.graph) == cudaSuccess);
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess);
  CHECK(status == cudaStreamCaptureStatusNone);
  CHECK(recorded.nodes() == 2);
  CHECK(cells.copy() == lines{0, 0});
  REQUIRE(cudaGraphInstantiate(&recorded.exec, recorded.graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(recorded.graph) == cudaSuccess); // the executable graph is a copy
  recorded.graph = nullptr;
  CHECK(cudaGraphLaunch(recorded.exec, stream) == cudaSuccess);
  CHECK(cudaGraphLaunch(recorded.exec, nullptr) == cudaSuccess);
  CHECK(cells.copy() == lines{10, 10});
}

TEST_CASE("other streams join a capture by events, and must be joined again") {
  kernel_test::log log;
  const scoped_stream a, b;
  const scoped_event fork, join;
  scoped_graph recorded;
  REQUIRE(begin(a) == cudaSuccess);
  log.write(a, 1);
  CHECK(cudaEventRecord(fork, a) == cudaSuccess);
  CHECK(cudaEventQuery(fork) == cudaErrorCapturedEvent);
  CHECK(cudaStreamWaitEvent(b, fork) == cudaSuccess);
  log.write(b, 2);
  CHECK(cudaStreamEndCapture(b, &recorded.graph) == cudaErrorStreamCaptureUnmatched);
  CHECK(cudaEventRecord(join, b) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(a, join) == cudaSuccess);
  log.write(a, 3);
  CHECK(cudaStreamEndCapture(a, &recorded.graph) == cudaSuccess);
  CHECK(recorded.nodes() == 3);
  REQUIRE(cudaGraphInstantiate(&recorded.exec, recorded.graph, nullptr, nullptr, 0) == cudaSuccess);
  CHECK(log.lines().empty());
  CHECK(cudaGraphLaunch(recorded.exec, a) == cudaSuccess);
  CHECK(cudaStreamSynchronize(a) == cudaSuccess);
  CHECK(log.lines() == lines{1, 2, 3});

  REQUIRE(begin(a) == cudaSuccess);
  CHECK(cudaEventRecord(fork, a) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(b, fork) == cudaSuccess);
  log.write(b, 4);
  cudaGraph_t none = nullptr;
  CHECK(cudaStreamEndCapture(a, &none) == cudaErrorStreamCaptureUnjoined);
  CHECK(none == nullptr);
  log.write(b, 5); // no capture any more
  cudaDeviceSynchronize();
  CHECK(log.lines() == lines{1, 2, 3, 5});
  cudaGetLastError();
}

TEST_CASE("branches of a graph are concurrent, its ends come before what follows") {
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  const scoped_event fork, join;
  operation_number left = 0, right = 0, after = 0;
  const auto note = [](operation_number& where) {
    return operation{.name = "note", .perform = [&where](operation_number n) { where = n; }};
  };
  scoped_graph recorded;
  REQUIRE(begin(a) == cudaSuccess);
  cudaEventRecord(fork, a);
  cudaStreamWaitEvent(b, fork);
  submit(a, note(left));
  submit(b, note(right));
  cudaEventRecord(join, b);
  cudaStreamWaitEvent(a, join);
  REQUIRE(cudaStreamEndCapture(a, &recorded.graph) == cudaSuccess);
  cudaGraphInstantiate(&recorded.exec, recorded.graph);
  gate closed;
  closed.close_stream(b); // nothing is forgotten before it opens
  cudaGraphLaunch(recorded.exec, a);
  submit(a, note(after));
  cudaStreamSynchronize(a);
  CHECK(!happens_before(left, right));
  CHECK(!happens_before(right, left));
  CHECK(happens_before(left, after));
  CHECK(happens_before(right, after));
}

TEST_CASE("a graph launched in a capture becomes part of it") {
  kernel_test::log log;
  const scoped_stream stream;
  scoped_graph inner, outer;
  REQUIRE(begin(stream) == cudaSuccess);
  log.write(stream, 1);
  log.write(stream, 2);
  cudaStreamEndCapture(stream, &inner.graph);
  cudaGraphInstantiate(&inner.exec, inner.graph);
  REQUIRE(begin(stream) == cudaSuccess);
  log.write(stream, 0);
  CHECK(cudaGraphLaunch(inner.exec, stream) == cudaSuccess);
  log.write(stream, 3);
  CHECK(cudaStreamEndCapture(stream, &outer.graph) == cudaSuccess);
  CHECK(outer.nodes() == 4);
  cudaGraphInstantiate(&outer.exec, outer.graph);
  cudaGraphLaunch(outer.exec, stream);
  cudaStreamSynchronize(stream);
  CHECK(log.lines() == lines{0, 1, 2, 3});
}

TEST_CASE("what cannot be captured spoils the capture") {
  const scoped_stream stream, other, apart(cudaStreamNonBlocking);
  const scoped_event event, foreign;
  cudaGraph_t graph = nullptr;
  const auto spoilt = [&](cudaError_t got, cudaError_t expected) {
    CHECK(got == expected);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(stream, &status);
    CHECK(status == cudaStreamCaptureStatusInvalidated);
    CHECK(cudaMemsetAsync(nullptr, 0, 0, stream) == cudaSuccess); // nothing to record
    start(launch_configuration(1, 1, 0, stream), [] {});
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(graph == nullptr);
    cudaGetLastError();
  };
  device_array<int> cells(1, 0);
  int host = 0;
  begin(stream);
  spoilt(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  begin(stream);
  spoilt(cudaStreamQuery(stream), cudaErrorStreamCaptureUnsupported);
  begin(stream);
  spoilt(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  begin(stream);
  spoilt(cudaMemcpy(&host, cells.data(), 4, cudaMemcpyDeviceToHost),
         cudaErrorStreamCaptureImplicit);
  begin(stream);
  spoilt(cudaMemset(cells.data(), 0, 4), cudaErrorStreamCaptureImplicit);
  cudaEventRecord(foreign, other);
  begin(stream);
  spoilt(cudaStreamWaitEvent(stream, foreign), cudaErrorStreamCaptureIsolation);
  begin(other);
  cudaEventRecord(event, other);
  begin(stream);
  spoilt(cudaStreamWaitEvent(stream, event), cudaErrorStreamCaptureMerge);
  CHECK(cudaStreamEndCapture(other, &graph) == cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();

  // Who ends the capture is told what has spoilt it, and so is who asks behind the launch.
  const auto reason_of = [](cudaError_t error) { return std::string(cudalab_reason_of(error)); };
  begin(stream);
  start(launch_configuration(1, 1), [] {});
  CHECK(cudaGetLastError() == cudaErrorStreamCaptureImplicit);
  CHECK(reason_of(cudaErrorStreamCaptureImplicit).find("in the default stream") !=
        std::string::npos);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(reason_of(cudaErrorStreamCaptureInvalidated)
            .find("is in the default stream, and not in the one that was recorded") !=
        std::string::npos);
  begin(stream);
  cudaStreamSynchronize(stream);
  cudaStreamEndCapture(stream, &graph);
  CHECK(reason_of(cudaErrorStreamCaptureInvalidated).find("waits or allocates memory") !=
        std::string::npos);
  cudaGetLastError();

  begin(apart); // the legacy stream has nothing to do with this one
  CHECK(cudaMemset(cells.data(), 0, 4) == cudaSuccess);
  CHECK(cudaStreamEndCapture(apart, &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
  cudaDeviceSynchronize();
}

TEST_CASE("a relaxed capture lets the program wait") {
  const scoped_stream stream;
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
  CHECK(begin(stream) == cudaSuccess);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
  CHECK(mode == cudaStreamCaptureModeGlobal);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaThreadExchangeStreamCaptureMode(&mode) == cudaSuccess);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
}

TEST_CASE("captures begin and end where CUDA allows it") {
  const scoped_stream stream;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  CHECK(begin(nullptr) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
  CHECK(begin(stream) == cudaSuccess);
  CHECK(begin(stream) == cudaErrorIllegalState);
  std::thread other([&] {
    cudaGraph_t none = nullptr;
    CHECK(cudaStreamEndCapture(stream, &none) == cudaErrorStreamCaptureWrongThread);
  });
  other.join();
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&exec, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphInstantiate(&exec, graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess); // an empty graph
  CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
  CHECK(cudaGraphLaunch(exec, stream) == cudaErrorInvalidValue);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  cudaGetLastError();
}

namespace {

void note_call(void* data) {
  ++*static_cast<int*>(data);
}

/// A node that counts its runs.
cudaGraphNode_t add_counter(cudaGraph_t graph, int& runs, std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNode_t made = nullptr;
  cudaHostNodeParams call{};
  call.fn = note_call;
  call.userData = &runs;
  CHECK(cudaGraphAddHostNode(&made, graph, after.data(), after.size(), &call) == cudaSuccess);
  return made;
}

} // namespace

TEST_CASE("a graph built node by node does what its nodes say, in the order of its edges") {
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  device_array<int> cells(4, 7);
  int* const cell = cells.data();
  cudaMemsetParams fill{};
  fill.dst = cell;
  fill.value = 0x0102;
  fill.elementSize = 2;
  fill.width = 4;
  fill.height = 1;
  // The copy is added first, and comes after the fill by an edge that is added later.
  cudaGraphNode_t copies = nullptr, fills = nullptr;
  CHECK(cudaGraphAddMemcpyNode1D(&copies, built.graph, nullptr, 0, cell + 2, cell, 8,
                                 cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaGraphAddMemsetNode(&fills, built.graph, nullptr, 0, &fill) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(built.graph, &fills, &copies, 1) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cells.copy() == lines{7, 7, 7, 7});
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  CHECK(cells.copy() == lines{0x01020102, 0x01020102, 0x01020102, 0x01020102});
  fill.value = 3;
  fill.elementSize = 4;
  fill.width = 1;
  CHECK(cudaGraphExecMemsetNodeSetParams(built.exec, fills, &fill) == cudaSuccess);
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaSuccess);
  CHECK(cells.copy() == lines{3, 0x01020102, 3, 0x01020102});
  CHECK(cudaGraphExecMemsetNodeSetParams(built.exec, copies, &fill) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("nodes of a graph can be asked for, taken out, copied, and nested") {
  scoped_graph inner, outer;
  int first = 0, second = 0, third = 0;
  REQUIRE(cudaGraphCreate(&inner.graph, 0) == cudaSuccess);
  const cudaGraphNode_t a = add_counter(inner.graph, first);
  const cudaGraphNode_t b = add_counter(inner.graph, second, {a});
  const cudaGraphNode_t c = add_counter(inner.graph, third, {a, b});
  cudaGraphNode_t found[4] = {};
  std::size_t count = 4;
  CHECK(cudaGraphNodeGetDependencies(c, found, &count) == cudaSuccess);
  CHECK((count == 2 && found[0] == a && found[1] == b && found[2] == nullptr));
  count = 4;
  CHECK(cudaGraphNodeGetDependentNodes(a, found, &count) == cudaSuccess);
  CHECK((count == 2 && found[0] == b && found[1] == c));
  cudaGraphNode_t from[4] = {};
  count = 4;
  CHECK(cudaGraphGetEdges(inner.graph, from, found, &count) == cudaSuccess);
  CHECK((count == 3 && from[2] == b && found[2] == c));
  CHECK(cudaGraphGetRootNodes(inner.graph, nullptr, &count) == cudaSuccess);
  CHECK(count == 1);

  CHECK(cudaGraphDestroyNode(b) == cudaSuccess);
  CHECK(inner.nodes() == 2);
  CHECK(cudaGraphNodeGetDependencies(c, nullptr, &count) == cudaSuccess);
  CHECK(count == 1);
  REQUIRE(cudaGraphCreate(&outer.graph, 0) == cudaSuccess);
  cudaGraphNode_t child = nullptr;
  CHECK(cudaGraphAddChildGraphNode(&child, outer.graph, nullptr, 0, inner.graph) == cudaSuccess);
  add_counter(outer.graph, second, {child});
  CHECK(cudaGraphAddChildGraphNode(&child, outer.graph, &child, 1, outer.graph) ==
        cudaErrorInvalidValue);
  REQUIRE(cudaGraphInstantiate(&outer.exec, outer.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(outer.exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(lines{first, second, third} == lines{1, 1, 1});

  scoped_graph clone;
  CHECK(cudaGraphClone(&clone.graph, inner.graph) == cudaSuccess);
  cudaGraphNode_t in_clone = nullptr;
  CHECK(cudaGraphNodeFindInClone(&in_clone, c, clone.graph) == cudaSuccess);
  CHECK(cudaGraphNodeGetDependencies(in_clone, found, &count) == cudaSuccess);
  CHECK((count == 1 && found[0] != a));
  CHECK(cudaGraphNodeFindInClone(&in_clone, c, outer.graph) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("the graph in a node can be looked into, changed, and exchanged for launches to come") {
  scoped_graph outer, inner, instead;
  int first = 0, second = 0, others = 0;
  for (scoped_graph* const each : {&outer, &inner, &instead})
    REQUIRE(cudaGraphCreate(&each->graph, 0) == cudaSuccess);
  const cudaGraphNode_t a = add_counter(inner.graph, first);
  add_counter(inner.graph, second, {a});
  cudaGraphNode_t child = nullptr, made = nullptr;
  REQUIRE(cudaGraphAddChildGraphNode(&child, outer.graph, nullptr, 0, inner.graph) == cudaSuccess);

  cudaGraph_t inside = nullptr;
  CHECK(cudaGraphChildGraphNodeGetGraph(child, &inside) == cudaSuccess);
  std::size_t count = 3;
  cudaGraphNode_t nodes[3];
  CHECK(cudaGraphGetNodes(inside, nodes, &count) == cudaSuccess);
  CHECK((count == 2 && nodes[0] != a));
  add_counter(inside, second, {nodes[1]});
  CHECK(cudaGraphDestroy(inside) == cudaErrorInvalidValue); // it is the node's
  CHECK(cudaGraphChildGraphNodeGetGraph(a, &inside) == cudaErrorInvalidValue);
  cudaMemAllocNodeParams memory{};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.bytesize = 4;
  CHECK(cudaGraphAddMemAllocNode(&made, inside, nullptr, 0, &memory) == cudaErrorNotSupported);
  REQUIRE(cudaGraphInstantiate(&outer.exec, outer.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(outer.exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(lines{first, second} == lines{1, 2});

  const cudaGraphNode_t b = add_counter(instead.graph, others),
                        c = add_counter(instead.graph, others, {b});
  CHECK(cudaGraphExecChildGraphNodeSetParams(outer.exec, child, instead.graph) ==
        cudaErrorGraphExecUpdateFailure); // a node is missing
  add_counter(instead.graph, first, {c});
  CHECK(cudaGraphExecChildGraphNodeSetParams(outer.exec, child, instead.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(outer.exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(lines{first, second, others} == lines{2, 2, 2});

  cudaGraphNodeParams back{};
  back.type = cudaGraphNodeTypeGraph;
  CHECK(cudaGraphChildGraphNodeGetGraph(child, &back.graph.graph) == cudaSuccess);
  CHECK(cudaGraphExecNodeSetParams(outer.exec, child, &back) == cudaSuccess);
  CHECK(cudaGraphLaunch(outer.exec, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(lines{first, second, others} == lines{3, 4, 2});
  cudaGetLastError();
}

TEST_CASE("a node of an executable graph is switched off and on, also in a graph that is a node") {
  device_array<int> data(2, 1);
  scoped_graph outer, inner;
  REQUIRE(cudaGraphCreate(&outer.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&inner.graph, 0) == cudaSuccess);
  cudaMemsetParams fill{};
  fill.dst = data.data();
  fill.value = 7;
  fill.elementSize = 4;
  fill.width = fill.height = 1;
  int runs = 0;
  cudaGraphNode_t one = nullptr, child = nullptr, nested = nullptr;
  CHECK(cudaGraphAddMemsetNode(&one, outer.graph, nullptr, 0, &fill) == cudaSuccess);
  fill.dst = data.data() + 1;
  CHECK(cudaGraphAddMemsetNode(&nested, inner.graph, nullptr, 0, &fill) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&child, outer.graph, &one, 1, inner.graph) == cudaSuccess);
  const cudaGraphNode_t counter = add_counter(outer.graph, runs, {child});
  REQUIRE(cudaGraphInstantiate(&outer.exec, outer.graph) == cudaSuccess);
  cudaGraph_t inside = nullptr;
  std::size_t count = 1;
  CHECK(cudaGraphChildGraphNodeGetGraph(child, &inside) == cudaSuccess);
  CHECK(cudaGraphGetNodes(inside, &nested, &count) == cudaSuccess);

  unsigned enabled = 0;
  CHECK(cudaGraphNodeGetEnabled(outer.exec, one, &enabled) == cudaSuccess);
  CHECK(enabled == 1);
  CHECK(cudaGraphNodeSetEnabled(outer.exec, one, 0) == cudaSuccess);
  CHECK(cudaGraphNodeGetEnabled(outer.exec, one, &enabled) == cudaSuccess);
  CHECK(enabled == 0);
  const auto after_launch = [&] {
    CHECK(cudaGraphLaunch(outer.exec, nullptr) == cudaSuccess);
    return data.copy();
  };
  CHECK(after_launch() == lines{1, 7});
  CHECK(cudaGraphNodeSetEnabled(outer.exec, one, 1) == cudaSuccess);
  CHECK(cudaGraphNodeSetEnabled(outer.exec, nested, 0) == cudaSuccess);
  CHECK(cudaMemset(data.data(), 0, 2 * sizeof(int)) == cudaSuccess);
  CHECK(after_launch() == lines{7, 0});
  CHECK(runs == 2);
  CHECK(cudaGraphNodeSetEnabled(outer.exec, counter, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeSetEnabled(outer.exec, child, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphNodeGetEnabled(outer.exec, one, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("what is wrong with a node or an edge is refused") {
  scoped_graph one, other;
  int runs = 0;
  REQUIRE(cudaGraphCreate(&one.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&other.graph, 0) == cudaSuccess);
  cudaGraphNode_t nodes[2] = {add_counter(one.graph, runs), add_counter(one.graph, runs)};
  const cudaGraphNode_t foreign = add_counter(other.graph, runs);
  cudaGraphNode_t made = nullptr;
  CHECK(cudaGraphAddEmptyNode(&made, one.graph, &foreign, 1) == cudaErrorInvalidValue);
  const cudaGraphNode_t twice[2] = {nodes[0], nodes[0]};
  CHECK(cudaGraphAddEmptyNode(&made, one.graph, twice, 2) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddEmptyNode(&made, nullptr, nullptr, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddKernelNode(&made, one.graph, nullptr, 0, nullptr) == cudaErrorInvalidValue);
  const cudaKernelNodeParams no_kernel{};
  CHECK(cudaGraphAddKernelNode(&made, one.graph, nullptr, 0, &no_kernel) ==
        cudaErrorInvalidDeviceFunction);
  cudaMemsetParams fill{};
  fill.elementSize = 3;
  CHECK(cudaGraphAddMemsetNode(&made, one.graph, nullptr, 0, &fill) == cudaErrorInvalidValue);
  CHECK(one.nodes() == 2);

  CHECK(cudaGraphAddDependencies(one.graph, &nodes[0], &nodes[1], 1) == cudaSuccess);
  CHECK(cudaGraphAddDependencies(one.graph, &nodes[0], &nodes[1], 1) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddDependencies(one.graph, &nodes[0], &nodes[0], 1) == cudaErrorInvalidValue);
  CHECK(cudaGraphRemoveDependencies(one.graph, &nodes[1], &nodes[0], 1) == cudaErrorInvalidValue);
  CHECK(cudaGraphAddDependencies(one.graph, &nodes[1], &nodes[0], 1) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&one.exec, one.graph) == cudaErrorInvalidValue); // a circle
  CHECK(cudaGraphRemoveDependencies(one.graph, &nodes[1], &nodes[0], nullptr, 1) == cudaSuccess);
  CHECK(cudaGraphInstantiate(&one.exec, one.graph) == cudaSuccess);
  cudaGraphExecUpdateResultInfo result{};
  CHECK(cudaGraphExecUpdate(one.exec, other.graph, &result) == cudaErrorGraphExecUpdateFailure);
  CHECK(result.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
}
