// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: graphs.
#include "emulator/runtime/api/graph_api.h"

#include <algorithm>
#include <map>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

namespace {

std::map<cudaGraph_t, std::unique_ptr<CUgraph_st>>& graphs() {
  static auto& all = *new std::map<cudaGraph_t, std::unique_ptr<CUgraph_st>>;
  return all;
}

std::map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>>& execs() {
  static auto& all = *new std::map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>>;
  return all;
}

} // namespace

namespace cudalab::emulator {

cudaGraph_t adopt_graph(std::unique_ptr<CUgraph_st> graph) {
  const cudaGraph_t handle = graph.get();
  graphs()[handle] = std::move(graph);
  return handle;
}

} // namespace cudalab::emulator

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  constexpr unsigned long long known = 0xf; // free on launch, upload, device launch, priorities
  if (exec == nullptr || (flags & ~known) != 0)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const auto lock = locked_queue();
  if (graphs().count(graph) == 0)
    return finish(cudaErrorInvalidValue);
  auto made = std::make_unique<CUgraphExec_st>();
  made->graph.add_all(*graph, {});
  *exec = made.get();
  execs()[*exec] = std::move(made);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 cudaGraphNode_t* error_node, char* log, std::size_t log_bytes) {
  if (error_node != nullptr)
    *error_node = nullptr;
  if (log != nullptr && log_bytes != 0)
    *log = '\0';
  return cudaGraphInstantiateWithFlags(exec, graph, 0);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  const auto lock = locked_queue();
  const bool known = execs().count(exec) != 0 && find_stream(stream) != nullptr;
  return finish(known ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  auto lock = locked_queue();
  device_queue::instance().wait_for_room(lock);
  CUstream_st* const found = find_stream(stream);
  if (execs().count(exec) == 0)
    return finish(cudaErrorInvalidValue);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (found->recording != nullptr) {
    if (found->recording->invalid)
      return finish(cudaErrorStreamCaptureInvalidated);
    if (!exec->graph.nodes.empty())
      found->recorded_after = found->recording->graph->add_all(exec->graph, found->recorded_after);
    return finish(cudaSuccess);
  }
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return finish(error);
  submit_graph(*exec, *found);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  const auto lock = locked_queue();
  return finish(execs().erase(exec) != 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const auto lock = locked_queue();
  return finish(graphs().erase(graph) != 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  const auto lock = locked_queue();
  if (count == nullptr || graphs().count(graph) == 0)
    return finish(cudaErrorInvalidValue);
  if (nodes == nullptr) {
    *count = graph->nodes.size();
    return finish(cudaSuccess);
  }
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(*count, sizeof *nodes, &bytes))
    bytes = SIZE_MAX;
  the_program_observer().stores_for_host(nodes, bytes, __builtin_return_address(0));
  for (std::size_t i = 0; i < *count; ++i)
    nodes[i] = i < graph->nodes.size() ? graph->nodes[i].get() : nullptr;
  *count = std::min(*count, graph->nodes.size());
  return finish(cudaSuccess);
}
