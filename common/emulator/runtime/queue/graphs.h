// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Graphs of operations. Under device_queue's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/graph_condition.h"
#include "emulator/runtime/queue/graph_memory.h"
#include "emulator/runtime/queue/user_objects.h"

namespace cudalab::emulator {

/// Of a node that is a kernel. (That it is cooperative is what its operation says.)
struct kernel_node_attributes {
  int priority = 0;
  cudaAccessPolicyWindow window = {};
  int carveout = cudaSharedmemCarveoutDefault;
};

} // namespace cudalab::emulator

/// An operation of a graph, or another graph.
struct CUgraphNode_st {
  cudalab::emulator::operation work;
  std::vector<std::size_t> after; ///< numbers of nodes
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::unique_ptr<CUgraph_st> child; ///< of a node that is a graph
  std::uint64_t id = 0;              ///< of all nodes that are made; 0: of an executable graph
  std::uint64_t copy_of = 0;         ///< id of the node that it was copied from; 0: of none
  bool captured = false;             ///< its operation is of the stream that was recorded
  bool enabled = true;               ///< of an executable graph: it does something
  std::shared_ptr<cudalab::emulator::graph_memory> memory; ///< that it allocates, or frees
  cudaEvent_t event = nullptr;                             ///< that it records, or waits for
  cudalab::emulator::kernel_node_attributes attributes;

  // Of a conditional node.
  std::shared_ptr<cudalab::emulator::graph_condition> condition;
  cudaGraphConditionalNodeType decides = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<CUgraph_st>> bodies;
  std::vector<cudaGraph_t> body_handles; ///< the same, for the program

  /// From now on it does what the other one does. @pre they are of one type
  void do_as(const CUgraphNode_st& other);
};

struct CUgraph_st {
  CUgraph_st() = default;
  ~CUgraph_st();
  CUgraph_st(const CUgraph_st&) = delete;
  CUgraph_st& operator=(const CUgraph_st&) = delete;

  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  /// Handles that were made for it.
  std::vector<std::shared_ptr<cudalab::emulator::graph_condition>> conditions;
  const CUgraph_st* outer = nullptr; ///< of a conditional node's body: the graph that has the node
  bool in_node = false;              ///< it is a node of another graph
  unsigned captures = 0;             ///< how many go into it
  cudalab::emulator::user_references user_objects; ///< that it has
  std::weak_ptr<CUgraph_st> executable;            ///< what was last made of it
  void lend();                                     ///< to the program, see lent_graphs()
  void end_lending();                              ///< it is destroyed, or the program's own

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
  /// A node of this type is in it, or in a graph in it.
  bool has(cudaGraphNodeType type) const;
  bool has_memory_nodes() const {
    return has(cudaGraphNodeTypeMemAlloc) || has(cudaGraphNodeTypeMemFree);
  }
  /// There may be one executable graph of it, and it cannot be copied.
  bool is_single() const { return has_memory_nodes() || has(cudaGraphNodeTypeConditional); }
  /// Whether one node comes after another, by way of others too.
  bool comes_after(std::size_t later, std::size_t earlier) const;
  /// All nodes, each behind those that it must come after; fewer when some wait for each other.
  std::vector<std::size_t> in_order() const;

private:
  bool is_lent_ = false;
};

struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> whole = std::make_shared<CUgraph_st>();
  CUgraph_st& graph = *whole;
  cudalab::emulator::operation_handle last;        ///< end of the last launch: two never overlap
  unsigned long long flags = 0;                    ///< of cudaGraphInstantiateFlags
  cudalab::emulator::user_references user_objects; ///< those of the graph and of graphs in it
  /// What the launch before has left.
  bool frees_on_launch() const { return (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0; }
  cudalab::emulator::graph_blocks blocks; ///< of the last launch
  std::vector<unsigned> timelines;        ///< of what is in conditional nodes, for each launch

  CUgraphExec_st() = default;
  ~CUgraphExec_st(); ///< under device_queue's lock
  CUgraphExec_st(const CUgraphExec_st&) = delete;
  CUgraphExec_st& operator=(const CUgraphExec_st&) = delete;
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

/// Graphs that the program may change and not destroy: bodies of conditional nodes, and what a
/// capture makes.
inline std::set<CUgraph_st*>& lent_graphs() {
  static auto& all = *new std::set<CUgraph_st*>;
  return all;
}

/// What kind of node does this.
cudaGraphNodeType node_type(const operation& work);

/// Whether the memory of its nodes lets the graph be launched. @return cudaErrorInvalidValue: some
/// of it is still there from an earlier launch, or what it frees is not there
cudaError_t check_graph_memory(const CUgraphExec_st& exec);
/// Whether the events of its nodes let the graph be launched.
cudaError_t check_graph_events(const CUgraphExec_st& exec);
/// Adds the references of a graph, and of graphs in it.
void add_user_objects(const CUgraph_st& graph, user_references& to);
/// Submits all nodes, as one thing in the stream: nodes that do not depend on each other are
/// concurrent.
/// @param caller code address of the call
void submit_graph(CUgraphExec_st& exec, CUstream_st& stream, const void* caller);

} // namespace cudalab::emulator
