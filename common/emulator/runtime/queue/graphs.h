// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Graphs of operations. Under device_queue's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"

/// An operation of a graph, or another graph.
struct CUgraphNode_st {
  cudalab::emulator::operation work;
  std::vector<std::size_t> after; ///< numbers of nodes
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::unique_ptr<CUgraph_st> child; ///< of a node that is a graph
  std::uint64_t id = 0;              ///< of all nodes that are made; 0: of an executable graph
  std::uint64_t copy_of = 0;         ///< id of the node that it was copied from; 0: of none
  bool captured = false;             ///< its operation is of the stream that was recorded
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

  /// @return the node's number
  std::size_t add(cudalab::emulator::operation work, std::vector<std::size_t> after);
  /// Adds all of another graph, after these nodes, with the nodes of its graphs in place of these.
  /// A node comes after those that it must come after. @return the nodes that nothing comes after
  std::vector<std::size_t> add_all(const CUgraph_st& other, const std::vector<std::size_t>& after);
  /// The same nodes in the same order, each with the id of the other's.
  std::unique_ptr<CUgraph_st> clone() const;
  /// Takes it out, and out of what comes after it.
  void remove(std::size_t node);
  /// Nodes that nothing comes after.
  std::vector<std::size_t> ends() const;
  /// All nodes, each behind those that it must come after; fewer when some wait for each other.
  std::vector<std::size_t> in_order() const;
};

struct CUgraphExec_st {
  CUgraph_st graph;
  cudalab::emulator::operation_handle last; ///< end of the last launch: two never overlap
};

namespace cudalab::emulator {

/// What the program holds and has not destroyed, graphs or executable graphs: the code address of
/// the call that made each.
using held_graphs = std::map<const void*, const void*>;
inline held_graphs& graphs_held() {
  static auto& all = *new held_graphs;
  return all;
}
inline held_graphs& executable_graphs_held() {
  static auto& all = *new held_graphs;
  return all;
}

/// What kind of node does this.
cudaGraphNodeType node_type(const operation& work);

/// Submits all nodes, as one thing in the stream: nodes that do not depend on each other are
/// concurrent.
void submit_graph(CUgraphExec_st& exec, CUstream_st& stream);

} // namespace cudalab::emulator
