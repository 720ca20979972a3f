// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The graphs that a program holds.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/queue/graphs.h"

namespace cudalab::emulator {

/// The program holds it from now on. Under device_queue's lock.
/// @param caller code address of the call that made it
cudaGraph_t adopt_graph(std::unique_ptr<CUgraph_st> graph, const void* caller);

/// The program may change it: it holds the graph, or the graph is lent to it. Under device_queue's
/// lock, as the next two.
bool is_live_graph(cudaGraph_t graph);
/// Null: there is no such node in a graph that is live.
CUgraphNode_st* find_live_node(cudaGraphNode_t node);
/// Numbers of nodes of one graph, and no node twice. Nothing: they are not.
std::optional<std::vector<std::size_t>>
nodes_in_graph(const CUgraph_st& graph, const cudaGraphNode_t* nodes, std::size_t count);
/// All edges are plain ones: who comes after waits for all of the other. @param edges null: they
/// are
bool are_plain(const cudaGraphEdgeData* edges, std::size_t count);

/// Adds a node that comes after `count` nodes of the graph.
/// @param child of type Graph only: copied
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, cudaGraphNodeType type, operation work,
                     cudaGraph_t child = nullptr);
/// A node that frees the memory. @param caller code address of the call
cudaError_t add_free_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                          std::size_t count, const std::shared_ptr<graph_memory>& memory,
                          const void* caller);
/// Whether a node of the graph may free the memory; notes that it does. Under device_queue's lock.
cudaError_t note_free_node(const CUgraph_st& graph, graph_memory& memory);
/// Gives a node of this type another operation.
cudaError_t change_node(cudaGraphNode_t node, cudaGraphNodeType type, operation work);
/// The same for what was made of the node in an executable graph.
cudaError_t change_exec_node(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                             operation work);
/// The same two for a node that records an event, or waits for it.
cudaError_t change_node_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event);
cudaError_t change_exec_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                              cudaEvent_t event);
/// The same for a node that is a graph: each of its nodes does what that of `child` does.
cudaError_t change_exec_child(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child);

} // namespace cudalab::emulator
