// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The graphs that a program holds.
#pragma once

#include <memory>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/queue/graphs.h"

namespace cudalab::emulator {

/// The program holds it from now on. Under device_queue's lock.
/// @param caller code address of the call that made it
cudaGraph_t adopt_graph(std::unique_ptr<CUgraph_st> graph, const void* caller);

/// Adds a node that comes after `count` nodes of the graph.
/// @param child of type Graph only: copied
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, cudaGraphNodeType type, operation work,
                     cudaGraph_t child = nullptr);
/// Gives a node of this type another operation.
cudaError_t change_node(cudaGraphNode_t node, cudaGraphNodeType type, operation work);
/// The same for what was made of the node in an executable graph.
cudaError_t change_exec_node(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                             operation work);

} // namespace cudalab::emulator
