// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: nodes of graphs. What a node does is what the call of the same kind would
/// submit to a stream.
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/include/cudalab/launch_api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/errors.h"
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

node_work kernel_work(const cudaKernelNodeParams* p, const char* file, int line) {
  if (p == nullptr)
    return {};
  if (p->extra != nullptr)
    return {cudaErrorNotSupported, {}};
  return work_of([&] {
    return cudaLaunchKernel(static_cast<const void*>(p->func), p->gridDim, p->blockDim,
                            p->kernelParams, p->sharedMemBytes, nullptr, file, line);
  });
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

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters, const char* file,
                                         int line) {
  return set(node, cudaGraphNodeTypeKernel, kernel_work(parameters, file, line));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
  return set(node, cudaGraphNodeTypeMemcpy, copy_work(parameters, CALLER));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return set(node, cudaGraphNodeTypeMemcpy, copy_work(to, from, bytes, kind, CALLER));
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
  return set(exec, node, cudaGraphNodeTypeKernel, kernel_work(parameters, file, line));
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

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return set(exec, node, cudaGraphNodeTypeMemset, fill_work(parameters, CALLER));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return set(exec, node, cudaGraphNodeTypeHost, host_work(parameters));
}
