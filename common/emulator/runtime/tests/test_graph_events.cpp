// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Nodes of graphs that record events and wait for them, and things that graphs keep alive.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::gate;
using kernel_test::scoped_event;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;

namespace {

/// A kernel that writes down which operation it was.
void note(cudaStream_t stream, operation_number& where) {
  submit(stream, {.name = "note", .perform = [&where](operation_number n) { where = n; }});
}

/// What its node does.
cudaGraph_t graph_that_notes(operation_number& where) {
  const scoped_stream stream;
  cudaGraph_t made = nullptr;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  note(stream, where);
  REQUIRE(cudaStreamEndCapture(stream, &made) == cudaSuccess);
  return made;
}

} // namespace

TEST_CASE("a node records its event in each launch, and another waits for it") {
  const scoped_stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking), c(cudaStreamNonBlocking),
      d(cudaStreamNonBlocking);
  const scoped_event event, other;
  operation_number before = 0, waits = 0, free = 0;
  scoped_graph first, second;
  first.graph = graph_that_notes(before);
  second.graph = graph_that_notes(waits);
  cudaGraphNode_t node = nullptr, record = nullptr, wait = nullptr;
  std::size_t one = 1;
  REQUIRE(cudaGraphGetNodes(first.graph, &node, &one) == cudaSuccess);
  REQUIRE(cudaGraphAddEventRecordNode(&record, first.graph, &node, 1, event) == cudaSuccess);
  REQUIRE(cudaGraphGetNodes(second.graph, &node, &one) == cudaSuccess);
  REQUIRE(cudaGraphAddEventWaitNode(&wait, second.graph, nullptr, 0, event) == cudaSuccess);
  REQUIRE(cudaGraphAddDependencies(second.graph, &wait, &node, 1) == cudaSuccess);
  cudaGraphNodeType type{};
  CHECK(cudaGraphNodeGetType(record, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeEventRecord);
  CHECK(cudaGraphNodeGetType(wait, &type) == cudaSuccess);
  CHECK(type == cudaGraphNodeTypeWaitEvent);
  REQUIRE(cudaGraphInstantiate(&first.exec, first.graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&second.exec, second.graph) == cudaSuccess);

  CHECK(cudaEventQuery(event) == cudaSuccess); // never recorded
  {
    gate closed;
    closed.close_stream(a);
    CHECK(cudaGraphLaunch(first.exec, a) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaErrorNotReady);
    CHECK(cudaGraphLaunch(second.exec, b) == cudaSuccess);
    note(c, free);
    CHECK(cudaStreamSynchronize(c) == cudaSuccess);
    CHECK(waits == 0);
    gate other_closed;
    other_closed.close_stream(d); // nothing is forgotten before it opens
    closed.open();
    CHECK(cudaEventSynchronize(event) == cudaSuccess);
    CHECK(cudaStreamSynchronize(b) == cudaSuccess);
    CHECK(happens_before(before, waits));
    CHECK(!happens_before(free, waits));
  }

  // the executable graph waits for another event, which nobody has recorded
  CHECK(cudaGraphExecEventWaitNodeSetEvent(second.exec, wait, other) == cudaSuccess);
  gate closed;
  closed.close_stream(a);
  CHECK(cudaGraphLaunch(first.exec, a) == cudaSuccess);
  waits = 0;
  CHECK(cudaGraphLaunch(second.exec, b) == cudaSuccess);
  CHECK(cudaStreamSynchronize(b) == cudaSuccess);
  CHECK(waits != 0); // though the first graph has not begun
  cudaGetLastError();
}

TEST_CASE("events of nodes are asked for and exchanged, also by the calls for any node") {
  const scoped_event event, other;
  const scoped_stream stream;
  scoped_graph built;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNodeParams any{};
  any.type = cudaGraphNodeTypeEventRecord;
  any.eventRecord.event = event;
  cudaGraphNode_t record = nullptr, wait = nullptr, empty = nullptr;
  REQUIRE(cudaGraphAddNode(&record, built.graph, nullptr, nullptr, 0, &any) == cudaSuccess);
  any.type = cudaGraphNodeTypeWaitEvent;
  any.eventWait.event = event;
  REQUIRE(cudaGraphAddNode(&wait, built.graph, &record, nullptr, 1, &any) == cudaSuccess);
  cudaEvent_t told = nullptr;
  CHECK(cudaGraphEventRecordNodeGetEvent(record, &told) == cudaSuccess);
  CHECK(told == event);
  CHECK(cudaGraphEventRecordNodeSetEvent(record, other) == cudaSuccess);
  CHECK(cudaGraphEventRecordNodeGetEvent(record, &told) == cudaSuccess);
  CHECK(told == other);
  CHECK(cudaGraphEventWaitNodeSetEvent(wait, other) == cudaSuccess);
  CHECK(cudaGraphEventWaitNodeGetEvent(wait, &told) == cudaSuccess);
  CHECK(told == other);
  any.eventWait.event = event;
  CHECK(cudaGraphNodeSetParams(wait, &any) == cudaSuccess);
  CHECK(cudaGraphEventWaitNodeGetEvent(wait, &told) == cudaSuccess);
  CHECK(told == event);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cudaGraphExecEventRecordNodeSetEvent(built.exec, record, event) == cudaSuccess);
  CHECK(cudaGraphExecNodeSetParams(built.exec, wait, &any) == cudaSuccess);
  CHECK(cudaGraphLaunch(built.exec, stream) == cudaSuccess);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  float time = 0;
  CHECK(cudaEventElapsedTime(&time, event, event) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&time, other, event) == cudaErrorInvalidResourceHandle);

  CHECK(cudaGraphAddEmptyNode(&empty, built.graph, nullptr, 0) == cudaSuccess);
  CHECK(cudaGraphAddEventRecordNode(&record, built.graph, nullptr, 0, nullptr) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphAddEventWaitNode(nullptr, built.graph, nullptr, 0, event) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphAddEventWaitNode(&wait, nullptr, nullptr, 0, event) == cudaErrorInvalidValue);
  CHECK(cudaGraphEventRecordNodeGetEvent(empty, &told) == cudaErrorInvalidValue);
  CHECK(cudaGraphEventWaitNodeGetEvent(wait, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphEventWaitNodeSetEvent(wait, nullptr) == cudaErrorInvalidValue);
  CHECK(cudaGraphEventWaitNodeSetEvent(record, event) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecEventWaitNodeSetEvent(built.exec, empty, event) == cudaErrorInvalidValue);
  CHECK(cudaGraphExecEventRecordNodeSetEvent(nullptr, record, event) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("external records and waits are nodes of what is captured, and of nothing else") {
  const scoped_stream stream, aside;
  const scoped_event event;
  scoped_graph made;
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(stream, &made.graph) == cudaSuccess);
  CHECK(made.nodes() == 2);
  cudaGraphNode_t nodes[2] = {};
  std::size_t two = 2;
  REQUIRE(cudaGraphGetNodes(made.graph, nodes, &two) == cudaSuccess);
  cudaEvent_t told = nullptr;
  CHECK(cudaGraphEventRecordNodeGetEvent(nodes[0], &told) == cudaSuccess);
  CHECK(told == event);
  CHECK(cudaGraphEventWaitNodeGetEvent(nodes[1], &told) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&made.exec, made.graph) == cudaSuccess);
  CHECK(cudaGraphLaunch(made.exec, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(aside, event) == cudaSuccess); // it is no captured event
  CHECK(cudaEventSynchronize(event) == cudaSuccess);

  CHECK(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal) == cudaErrorInvalidValue);
  CHECK(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal) == cudaErrorInvalidValue);
  CHECK(cudaEventRecordWithFlags(event, stream, 2) == cudaErrorInvalidValue);
  CHECK(cudaStreamWaitEvent(stream, event, 2) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a graph whose event is gone is not launched") {
  scoped_graph built;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  cudaGraphNode_t node = nullptr;
  REQUIRE(cudaGraphAddEventRecordNode(&node, built.graph, nullptr, 0, event) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&built.exec, built.graph) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaGraphLaunch(built.exec, nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

namespace {

std::atomic<int> destroyed = 0;
std::atomic<cudaError_t> in_destructor = cudaSuccess;

void destroy(void* pointer) {
  in_destructor = cudaStreamSynchronize(nullptr);
  destroyed += *static_cast<int*>(pointer);
}

int destroyed_in_time(int wanted) {
  for (int i = 0; i < 2000 && destroyed != wanted; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return destroyed;
}

} // namespace

TEST_CASE("a user object lives as long as the program or a graph holds it, also a running one") {
  destroyed = 0;
  int weight = 1;
  const scoped_stream stream, aside(cudaStreamNonBlocking);
  cudaUserObject_t object = nullptr;
  REQUIRE(cudaUserObjectCreate(&object, &weight, destroy, 1, cudaUserObjectNoDestructorSync) ==
          cudaSuccess);
  scoped_graph built, clone, outer;
  REQUIRE(cudaGraphCreate(&built.graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphCreate(&outer.graph, 0) == cudaSuccess);
  CHECK(cudaGraphRetainUserObject(built.graph, object, 1, cudaGraphUserObjectMove) == cudaSuccess);
  CHECK(cudaUserObjectRelease(object) == cudaErrorInvalidValue); // it is the graph's now
  CHECK(cudaUserObjectRetain(object, 2) == cudaSuccess);
  CHECK(cudaUserObjectRelease(object, 2) == cudaSuccess);
  CHECK(cudaGraphClone(&clone.graph, built.graph) == cudaSuccess);
  cudaGraphNode_t child = nullptr;
  CHECK(cudaGraphAddChildGraphNode(&child, outer.graph, nullptr, 0, built.graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(std::exchange(built.graph, nullptr)) == cudaSuccess);
  CHECK(cudaGraphDestroy(std::exchange(clone.graph, nullptr)) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&outer.exec, outer.graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(std::exchange(outer.graph, nullptr)) == cudaSuccess);
  gate closed;
  closed.close_device(stream);
  CHECK(cudaGraphLaunch(outer.exec, stream) == cudaSuccess);
  CHECK(cudaGraphExecDestroy(std::exchange(outer.exec, nullptr)) == cudaSuccess);
  CHECK(cudaLaunchHostFunc(
            aside, [](void*) {}, nullptr) == cudaSuccess);
  CHECK(cudaStreamSynchronize(aside) == cudaSuccess);
  CHECK(destroyed == 0); // the launch has not ended
  closed.open();
  CHECK(destroyed_in_time(1) == 1);
  CHECK(in_destructor == cudaErrorNotPermitted);
  cudaGetLastError();
}

TEST_CASE("references that are not there cannot be given back") {
  destroyed = 0;
  int weight = 10;
  cudaUserObject_t object = nullptr;
  const unsigned flag = cudaUserObjectNoDestructorSync;
  CHECK(cudaUserObjectCreate(nullptr, &weight, destroy, 1, flag) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectCreate(&object, &weight, nullptr, 1, flag) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectCreate(&object, &weight, destroy, 0, flag) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectCreate(&object, &weight, destroy, 1, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaUserObjectCreate(&object, &weight, destroy, 3, flag) == cudaSuccess);
  scoped_graph graph;
  REQUIRE(cudaGraphCreate(&graph.graph, 0) == cudaSuccess);
  CHECK(cudaGraphRetainUserObject(graph.graph, object, 2) == cudaSuccess);
  CHECK(cudaGraphRetainUserObject(graph.graph, object, 0) == cudaErrorInvalidValue);
  CHECK(cudaGraphRetainUserObject(graph.graph, object, 1, 2) == cudaErrorInvalidValue);
  CHECK(cudaGraphRetainUserObject(nullptr, object) == cudaErrorInvalidValue);
  CHECK(cudaGraphRetainUserObject(graph.graph, object, 4, cudaGraphUserObjectMove) ==
        cudaErrorInvalidValue);
  CHECK(cudaGraphReleaseUserObject(graph.graph, object, 3) == cudaErrorInvalidValue);
  CHECK(cudaGraphReleaseUserObject(graph.graph, object, 2) == cudaSuccess);
  CHECK(cudaGraphReleaseUserObject(graph.graph, object) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRelease(object, 4) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRetain(object, 0x80000000u) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRelease(object, 3) == cudaSuccess);
  CHECK(destroyed_in_time(10) == 10);
  CHECK(cudaUserObjectRelease(object) == cudaErrorInvalidValue);
  CHECK(cudaUserObjectRetain(nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}
