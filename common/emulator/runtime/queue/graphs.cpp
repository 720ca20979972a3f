// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/graphs.h"

#include <numeric>

#include "emulator/runtime/queue/streams.h"

using cudalab::emulator::operation;

std::size_t CUgraph_st::add(operation work, std::vector<std::size_t> after) {
  nodes.push_back(
      std::make_unique<CUgraphNode_st>(CUgraphNode_st{std::move(work), std::move(after)}));
  return nodes.size() - 1;
}

std::vector<std::size_t> CUgraph_st::add_all(const CUgraph_st& other,
                                             const std::vector<std::size_t>& after) {
  const std::size_t first = nodes.size();
  for (const auto& node : other.nodes) {
    std::vector<std::size_t> before = node->after.empty() ? after : node->after;
    if (!node->after.empty())
      for (std::size_t& each : before)
        each += first;
    add(node->work, std::move(before));
  }
  std::vector<std::size_t> result = other.ends();
  for (std::size_t& each : result)
    each += first;
  return result;
}

std::vector<std::size_t> CUgraph_st::ends() const {
  std::vector<bool> followed(nodes.size(), false);
  for (const auto& node : nodes)
    for (const std::size_t each : node->after)
      followed[each] = true;
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!followed[i])
      result.push_back(i);
  return result;
}

namespace cudalab::emulator {

namespace {

/// Gives each node a timeline: that of a node before it, if no other node has gone on there.
class timelines {
public:
  explicit timelines(unsigned of_stream) : free_{of_stream} {}
  ~timelines() {
    for (const unsigned each : opened_)
      order().close_timeline(each);
  }
  timelines(const timelines&) = delete;
  timelines& operator=(const timelines&) = delete;

  unsigned next(const CUgraphNode_st& node) {
    for (const std::size_t before : node.after)
      if (!continued_[before]) {
        continued_[before] = true;
        return give(of_[before]);
      }
    if (node.after.empty() && !stream_used_) {
      stream_used_ = true;
      return give(free_);
    }
    opened_.push_back(order().open_timeline());
    return give(opened_.back());
  }

private:
  static operation_order& order() { return device_queue::instance().order(); }
  unsigned give(unsigned timeline) {
    of_.push_back(timeline);
    continued_.push_back(false);
    return timeline;
  }

  unsigned free_; ///< the stream's own
  bool stream_used_ = false;
  std::vector<unsigned> of_; ///< each node
  std::vector<bool> continued_;
  std::vector<unsigned> opened_;
};

} // namespace

void submit_graph(CUgraphExec_st& exec, CUstream_st& stream) {
  device_queue& queue = device_queue::instance();
  operation_handles entry = predecessors(stream);
  entry.push_back(exec.last);
  timelines lines(stream.timeline);
  operation_handles all;
  for (const auto& node : exec.graph.nodes) {
    operation_handles before;
    for (const std::size_t each : node->after)
      before.push_back(all[each]);
    all.push_back(queue.add(node->work, lines.next(*node), stream.priority,
                            node->after.empty() ? entry : before));
  }
  operation_handles ends;
  for (const std::size_t each : exec.graph.ends())
    ends.push_back(all[each]);
  exec.last = add_to_stream(stream, {.name = "cudaGraphLaunch"}, ends);
}

} // namespace cudalab::emulator
