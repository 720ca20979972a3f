// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Graphs of operations. Under device_queue's lock.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"

/// An operation of a graph.
struct CUgraphNode_st {
  cudalab::emulator::operation work;
  std::vector<std::size_t> after; ///< numbers of nodes, all smaller than its own
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

  /// @return the node's number
  std::size_t add(cudalab::emulator::operation work, std::vector<std::size_t> after);
  /// Adds all of another graph, after these nodes. @return the nodes that nothing comes after
  std::vector<std::size_t> add_all(const CUgraph_st& other, const std::vector<std::size_t>& after);
  /// Nodes that nothing comes after.
  std::vector<std::size_t> ends() const;
};

struct CUgraphExec_st {
  CUgraph_st graph;
  cudalab::emulator::operation_handle last; ///< end of the last launch: two never overlap
};

namespace cudalab::emulator {

/// Submits all nodes, as one thing in the stream: nodes that do not depend on each other are
/// concurrent.
void submit_graph(CUgraphExec_st& exec, CUstream_st& stream);

} // namespace cudalab::emulator
