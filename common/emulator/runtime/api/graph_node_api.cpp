// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: nodes of graphs. What a node does is what the call of the same kind would
/// submit to a stream.
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "emulator/include/cudalab/api.h"
#include "emulator/include/cudalab/launch_api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/node_parameters.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// What a node is to do, or why it cannot.
struct node_work {
  cudaError_t error = cudaErrorInvalidValue;
  operation work;
};

template <class Call>
node_work work_of(const Call& call) {
  node_work result;
  const operation_for_node scope(result.work);
  result.error = call();
  return result;
}

node_work kernel_work(const cudaKernelNodeParams* p, const char* file, int line,
                      bool cooperative = false) {
  if (p == nullptr)
    return {};
  if (p->extra != nullptr)
    return {cudaErrorNotSupported, {}};
  return work_of([&] {
    const auto submit = [&](auto call) {
      return call(static_cast<const void*>(p->func), p->gridDim, p->blockDim, p->kernelParams,
                  p->sharedMemBytes, nullptr, file, line);
    };
    return cooperative ? submit([](auto... all) { return cudaLaunchCooperativeKernel(all...); })
                       : submit([](auto... all) { return cudaLaunchKernel(all...); });
  });
}

/// Other parameters leave a kernel's attributes as they are.
bool is_cooperative(cudaGraphNode_t node) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  return found != nullptr && found->type == cudaGraphNodeTypeKernel &&
         found->work.given != nullptr && found->work.given->cooperative;
}

node_work copy_work(const cudaMemcpy3DParms* p, const void* caller) {
  if (p == nullptr)
    return {};
  return work_of([&] { return copy_box({"cudaMemcpy3DAsync", caller, nullptr, true}, p); });
}

node_work copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                    const void* caller) {
  return work_of([&] {
    return copy({"cudaMemcpyAsync", caller, nullptr, true}, {to, from, {bytes}, {}, {}, kind});
  });
}

/// @param other memory that is no symbol's
node_work symbol_work(way_of_symbol direction, const symbol_in& symbol, const void* other,
                      std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                      const void* caller) {
  const char* const name = direction == way_of_symbol::to_symbol ? "cudaMemcpyToSymbolAsync"
                                                                 : "cudaMemcpyFromSymbolAsync";
  return work_of([&] {
    return copy_symbol({name, caller, nullptr, true}, direction, symbol, other, bytes, offset,
                       kind);
  });
}

node_work fill_work(const cudaMemsetParams* p, const void* caller) {
  if (p == nullptr || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
      p->width > SIZE_MAX / p->elementSize)
    return {};
  return work_of([&] {
    return fill({"cudaMemset2DAsync", caller, nullptr, true},
                {p->dst,
                 static_cast<int>(p->value),
                 {p->width * p->elementSize, p->height},
                 {p->pitch},
                 p->elementSize});
  });
}

node_work host_work(const cudaHostNodeParams* p) {
  if (p == nullptr)
    return {};
  return work_of([&] { return cudaLaunchHostFunc(nullptr, p->fn, p->userData); });
}

node_work kernel_work(const cudaKernelNodeParamsV2& p, const char* file, int line,
                      bool cooperative) {
  const cudaKernelNodeParams same = {p.func,           p.gridDim,      p.blockDim,
                                     p.sharedMemBytes, p.kernelParams, p.extra};
  return kernel_work(&same, file, line, cooperative);
}

node_work copy_work(const cudaMemcpyNodeParams& p, const void* caller) {
  return p.flags == 0 ? copy_work(&p.copyParams, caller) : node_work{};
}

node_work fill_work(const cudaMemsetParamsV2& p, const void* caller) {
  const cudaMemsetParams same = {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
  return fill_work(&same, caller);
}

node_work host_work(const cudaHostNodeParamsV2& p) {
  const cudaHostNodeParams same = {p.fn, p.userData};
  return host_work(&same);
}

/// Of the kinds that do something which is not of graphs alone.
node_work work_of_kind(const cudaGraphNodeParams* p, const char* file, int line, const void* caller,
                       bool cooperative = false) {
  if (p == nullptr)
    return {};
  switch (p->type) {
  case cudaGraphNodeTypeKernel:
    return kernel_work(p->kernel, file, line, cooperative);
  case cudaGraphNodeTypeMemcpy:
    return copy_work(p->memcpy, caller);
  case cudaGraphNodeTypeMemset:
    return fill_work(p->memset, caller);
  case cudaGraphNodeTypeHost:
    return host_work(p->host);
  default:
    return {cudaErrorNotSupported, {}};
  }
}

/// Where a node goes.
struct node_address {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
  const void* caller;
};

bool is_good_place(const cudaMemPoolProps& p) {
  return p.allocType == cudaMemAllocationTypePinned &&
         p.location.type == cudaMemLocationTypeDevice && is_device_number(p.location.id);
}

/// @param parameters cudaMemAllocNodeParams, or its second version
template <class Parameters>
cudaError_t add_alloc_node(const node_address& where, Parameters& parameters) {
  if (parameters.bytesize == 0 || !is_good_place(parameters.poolProps) ||
      (parameters.accessDescs == nullptr && parameters.accessDescCount != 0))
    return cudaErrorInvalidValue;
  if (parameters.poolProps.handleTypes != cudaMemHandleTypeNone) // for another process
    return cudaErrorNotSupported;
  if (call_fails("cudaGraphAddMemAllocNode", where.caller))
    return cudaErrorMemoryAllocation;
  const std::shared_ptr<graph_memory> memory =
      graph_memory::make(parameters.bytesize, parameters.poolProps.location.id, where.caller, true);
  if (memory == nullptr)
    return cudaErrorMemoryAllocation;
  memory->properties = parameters.poolProps;
  memory->access.assign(parameters.accessDescs,
                        parameters.accessDescs + parameters.accessDescCount);
  memory->owner = where.graph;
  if (const cudaError_t error =
          add_node(where.node, where.graph, where.after, where.count, cudaGraphNodeTypeMemAlloc,
                   allocating_operation(memory, "cudaGraphAddMemAllocNode", where.caller));
      error != cudaSuccess)
    return error;
  const auto lock = locked_queue();
  (*where.node)->memory = memory;
  parameters.dptr = memory->begin;
  return cudaSuccess;
}

cudaError_t add_free_node(const node_address& where, void* pointer) {
  const std::shared_ptr<graph_memory> memory = graph_memory_at(pointer);
  if (memory == nullptr) {
    because("the pointer is not what a node of a graph has allocated");
    return cudaErrorInvalidValue;
  }
  return add_free_node(where.node, where.graph, where.after, where.count, memory, where.caller);
}

bool is_good_size(const cudaConditionalNodeParams& p) {
  switch (p.type) {
  case cudaGraphCondTypeIf:
    return p.size == 1 || p.size == 2;
  case cudaGraphCondTypeWhile:
    return p.size == 1;
  case cudaGraphCondTypeSwitch:
    return p.size != 0;
  }
  return false;
}

/// The condition of a handle that was made for this graph, or one around it. Null: there is none.
/// Under device_queue's lock.
std::shared_ptr<graph_condition> find_condition(const CUgraph_st* graph,
                                                cudaGraphConditionalHandle handle) {
  for (; graph != nullptr; graph = graph->outer)
    for (const auto& each : graph->conditions)
      if (each->handle() == handle)
        return each;
  return nullptr;
}

cudaError_t add_conditional_node(const node_address& where, cudaConditionalNodeParams& p) {
  std::shared_ptr<graph_condition> condition;
  {
    const auto lock = locked_queue();
    if (is_live_graph(where.graph))
      condition = find_condition(where.graph, p.handle);
  }
  if (condition == nullptr || condition->has_node || !is_good_size(p)) {
    because(condition == nullptr ? "the handle was not made for this graph, or one around it"
            : !is_good_size(p)   ? "a node of this kind has not so many bodies"
                                 : "the handle belongs to another node already");
    return cudaErrorInvalidValue;
  }
  operation work{.name = "conditional node",
                 .called_at = where.caller,
                 .uses = {{condition->place(), sizeof(unsigned), false}},
                 .effect = memory_effect::decides};
  if (const cudaError_t error = add_node(where.node, where.graph, where.after, where.count,
                                         cudaGraphNodeTypeConditional, std::move(work));
      error != cudaSuccess)
    return error;
  const auto lock = locked_queue();
  CUgraphNode_st& made = **where.node;
  condition->has_node = true;
  made.condition = condition;
  made.decides = p.type;
  for (unsigned i = 0; i < p.size; ++i) {
    made.bodies.push_back(std::make_shared<CUgraph_st>());
    made.bodies.back()->outer = where.graph;
    made.bodies.back()->lend();
    made.body_handles.push_back(made.bodies.back().get());
  }
  p.phGraph_out = made.body_handles.data();
  return cudaSuccess;
}

cudaError_t add_child(const node_address& where, const cudaChildGraphNodeParams& p) {
  if (p.ownership != cudaGraphChildGraphOwnershipClone)
    return cudaErrorNotSupported;
  return add_node(where.node, where.graph, where.after, where.count, cudaGraphNodeTypeGraph, {},
                  p.graph);
}

/// @param type EventRecord or WaitEvent
cudaError_t add_event_node(const node_address& where, cudaGraphNodeType type, cudaEvent_t event) {
  {
    const auto lock = locked_queue();
    if (!is_event(event))
      return cudaErrorInvalidValue;
  }
  const char* const name =
      type == cudaGraphNodeTypeEventRecord ? "cudaEventRecord" : "cudaStreamWaitEvent";
  const cudaError_t error = add_node(where.node, where.graph, where.after, where.count, type,
                                     {.name = name, .called_at = where.caller});
  if (error != cudaSuccess)
    return error;
  const auto lock = locked_queue();
  (*where.node)->event = event;
  return cudaSuccess;
}

cudaError_t add_any_node(const node_address& where, cudaGraphNodeParams* p, const char* file,
                         int line) {
  if (p == nullptr)
    return cudaErrorInvalidValue;
  switch (p->type) {
  case cudaGraphNodeTypeEmpty:
    return add_node(where.node, where.graph, where.after, where.count, cudaGraphNodeTypeEmpty, {});
  case cudaGraphNodeTypeGraph:
    return add_child(where, p->graph);
  case cudaGraphNodeTypeMemAlloc:
    return add_alloc_node(where, p->alloc);
  case cudaGraphNodeTypeMemFree:
    return add_free_node(where, p->free.dptr);
  case cudaGraphNodeTypeEventRecord:
    return add_event_node(where, p->type, p->eventRecord.event);
  case cudaGraphNodeTypeWaitEvent:
    return add_event_node(where, p->type, p->eventWait.event);
  case cudaGraphNodeTypeConditional:
    return add_conditional_node(where, p->conditional);
  default:
    break;
  }
  node_work made = work_of_kind(p, file, line, where.caller);
  if (made.error != cudaSuccess)
    return made.error;
  return add_node(where.node, where.graph, where.after, where.count, p->type, std::move(made.work));
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                std::size_t count, cudaGraphNodeType type, node_work made) {
  if (made.error != cudaSuccess)
    return finish(made.error);
  return finish(add_node(node, graph, after, count, type, std::move(made.work)));
}

cudaError_t set(cudaGraphNode_t node, cudaGraphNodeType type, node_work made) {
  if (made.error != cudaSuccess)
    return finish(made.error);
  return finish(change_node(node, type, std::move(made.work)));
}

cudaError_t set(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                node_work made) {
  if (made.error != cudaSuccess)
    return finish(made.error);
  return finish(change_exec_node(exec, node, type, std::move(made.work)));
}

} // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaKernelNodeParams* parameters, const char* file,
                                   int line) {
  return add(node, graph, after, count, cudaGraphNodeTypeKernel,
             kernel_work(parameters, file, line));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_work(parameters, CALLER));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy,
             copy_work(to, from, bytes, kind, CALLER));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, std::size_t count,
                                           symbol_in symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::to_symbol, symbol, from, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, std::size_t count,
                                             void* to, symbol_in symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::from_symbol, symbol, to, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, std::size_t count,
                                        cudaEvent_t event) {
  return finish(
      add_event_node({node, graph, after, count, CALLER}, cudaGraphNodeTypeEventRecord, event));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, std::size_t count,
                                      cudaEvent_t event) {
  return finish(
      add_event_node({node, graph, after, count, CALLER}, cudaGraphNodeTypeWaitEvent, event));
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return finish(change_node_event(node, cudaGraphNodeTypeEventRecord, event));
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return finish(change_node_event(node, cudaGraphNodeTypeWaitEvent, event));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return finish(change_exec_event(exec, node, cudaGraphNodeTypeEventRecord, event));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return finish(change_exec_event(exec, node, cudaGraphNodeTypeWaitEvent, event));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemset, fill_work(parameters, CALLER));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add(node, graph, after, count, cudaGraphNodeTypeHost, host_work(parameters));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, std::size_t count) {
  return finish(add_node(node, graph, after, count, cudaGraphNodeTypeEmpty, {}));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, std::size_t count,
                                       cudaGraph_t child) {
  return finish(add_node(node, graph, after, count, cudaGraphNodeTypeGraph, {}, child));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* edges, std::size_t count,
                             cudaGraphNodeParams* parameters, const char* file, int line) {
  if (!are_plain(edges, count))
    return finish(cudaErrorNotSupported);
  return finish(add_any_node({node, graph, after, count, CALLER}, parameters, file, line));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             std::size_t count, cudaGraphNodeParams* parameters, const char* file,
                             int line) {
  return finish(add_any_node({node, graph, after, count, CALLER}, parameters, file, line));
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  if (parameters == nullptr)
    return finish(cudaErrorInvalidValue);
  return finish(add_alloc_node({node, graph, after, count, CALLER}, *parameters));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, std::size_t count, void* memory) {
  return finish(add_free_node({node, graph, after, count, CALLER}, memory));
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned int at_launch, unsigned int flags) {
  const auto lock = locked_queue();
  if (handle == nullptr || !is_live_graph(graph) || (flags & ~1u) != 0)
    return finish(cudaErrorInvalidValue);
  const std::shared_ptr<graph_condition> made =
      graph_condition::make(at_launch, flags == cudaGraphCondAssignDefault);
  if (made == nullptr)
    return finish(cudaErrorMemoryAllocation);
  graph->conditions.push_back(made);
  *handle = made->handle();
  return finish(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters, const char* file,
                                         int line) {
  return set(node, cudaGraphNodeTypeKernel,
             kernel_work(parameters, file, line, is_cooperative(node)));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return set(node, cudaGraphNodeTypeMemcpy, copy_work(parameters, CALLER));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set(node, cudaGraphNodeTypeMemcpy, copy_work(to, from, bytes, kind, CALLER));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, symbol_in symbol,
                                                 const void* from, std::size_t bytes,
                                                 std::size_t offset, cudaMemcpyKind kind) {
  return set(node, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::to_symbol, symbol, from, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, symbol_in symbol,
                                                   std::size_t bytes, std::size_t offset,
                                                   cudaMemcpyKind kind) {
  return set(node, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::from_symbol, symbol, to, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return set(node, cudaGraphNodeTypeMemset, fill_work(parameters, CALLER));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return set(node, cudaGraphNodeTypeHost, host_work(parameters));
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters,
                                             const char* file, int line) {
  return set(exec, node, cudaGraphNodeTypeKernel,
             kernel_work(parameters, file, line, is_cooperative(node)));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  return set(exec, node, cudaGraphNodeTypeMemcpy, copy_work(parameters, CALLER));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return set(exec, node, cudaGraphNodeTypeMemcpy, copy_work(to, from, bytes, kind, CALLER));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     symbol_in symbol, const void* from,
                                                     std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind) {
  return set(exec, node, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::to_symbol, symbol, from, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* to, symbol_in symbol,
                                                       std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind) {
  return set(exec, node, cudaGraphNodeTypeMemcpy,
             symbol_work(way_of_symbol::from_symbol, symbol, to, bytes, offset, kind, CALLER));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set(exec, node, cudaGraphNodeTypeMemset, fill_work(parameters, CALLER));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set(exec, node, cudaGraphNodeTypeHost, host_work(parameters));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return finish(change_exec_child(exec, node, child));
}

namespace {

/// Of a node that records an event, or waits for it.
cudaEvent_t event_of(const cudaGraphNodeParams& p) {
  return p.type == cudaGraphNodeTypeEventRecord ? p.eventRecord.event : p.eventWait.event;
}

bool is_of_event(const cudaGraphNodeParams* p) {
  return p != nullptr &&
         (p->type == cudaGraphNodeTypeEventRecord || p->type == cudaGraphNodeTypeWaitEvent);
}

} // namespace

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters,
                                   const char* file, int line) {
  if (is_of_event(parameters))
    return finish(change_node_event(node, parameters->type, event_of(*parameters)));
  node_work made = work_of_kind(parameters, file, line, CALLER, is_cooperative(node));
  return set(node, parameters == nullptr ? cudaGraphNodeTypeEmpty : parameters->type,
             std::move(made));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* parameters, const char* file,
                                       int line) {
  if (parameters != nullptr && parameters->type == cudaGraphNodeTypeGraph)
    return finish(change_exec_child(exec, node, parameters->graph.graph));
  if (is_of_event(parameters))
    return finish(change_exec_event(exec, node, parameters->type, event_of(*parameters)));
  node_work made = work_of_kind(parameters, file, line, CALLER, is_cooperative(node));
  return set(exec, node, parameters == nullptr ? cudaGraphNodeTypeEmpty : parameters->type,
             std::move(made));
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
  auto lock = locked_queue();
  CUgraphNode_st* const found = find_live_node(node);
  if (found == nullptr || found->type != cudaGraphNodeTypeKernel || value == nullptr)
    return finish(cudaErrorInvalidValue);
  switch (attribute) {
  case cudaLaunchAttributePriority:
    found->attributes.priority = std::clamp(value->priority, greatest_priority, least_priority);
    return finish(cudaSuccess);
  case cudaLaunchAttributeAccessPolicyWindow:
    found->attributes.window = value->accessPolicyWindow;
    return finish(cudaSuccess);
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    found->attributes.carveout = static_cast<int>(value->sharedMemCarveout);
    return finish(cudaSuccess);
  case cudaLaunchAttributeCooperative:
    break;
  default:
    return finish(cudaErrorInvalidValue);
  }
  const std::shared_ptr<const node_parameters> given = found->work.given;
  const operation before = found->work;
  lock.unlock();
  if (given == nullptr || given->cooperative == (value->cooperative != 0))
    return finish(cudaSuccess);
  return set(node, cudaGraphNodeTypeKernel,
             kernel_work(&std::get<cudaKernelNodeParams>(given->given), before.file, before.line,
                         value->cooperative != 0));
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  cudaKernelNodeAttrValue value = {};
  if (const cudaError_t error =
          cudaGraphKernelNodeGetAttribute(from, cudaLaunchAttributeCooperative, &value);
      error != cudaSuccess)
    return error;
  if (const cudaError_t error =
          cudaGraphKernelNodeSetAttribute(to, cudaLaunchAttributeCooperative, &value);
      error != cudaSuccess)
    return error;
  const auto lock = locked_queue();
  find_live_node(to)->attributes = find_live_node(from)->attributes;
  return finish(cudaSuccess);
}
