// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/graphs.h"

#include <algorithm>
#include <set>

#include "emulator/runtime/queue/streams.h"

using cudalab::emulator::operation;

namespace {

std::uint64_t next_node_id() {
  static std::uint64_t last = 0;
  return ++last;
}

void join_nodes(std::vector<std::size_t>& some, const std::vector<std::size_t>& more) {
  for (const std::size_t each : more)
    if (std::find(some.begin(), some.end(), each) == some.end())
      some.push_back(each);
}

} // namespace

std::size_t CUgraph_st::add(operation work, std::vector<std::size_t> after) {
  auto made = std::make_unique<CUgraphNode_st>();
  made->type = cudalab::emulator::node_type(work);
  made->work = std::move(work);
  made->after = std::move(after);
  made->id = next_node_id();
  nodes.push_back(std::move(made));
  return nodes.size() - 1;
}

std::vector<std::size_t> CUgraph_st::add_all(const CUgraph_st& other,
                                             const std::vector<std::size_t>& after) {
  std::vector<std::vector<std::size_t>> ends_of(other.nodes.size());
  for (const std::size_t number : other.in_order()) {
    const CUgraphNode_st& node = *other.nodes[number];
    std::vector<std::size_t> before;
    for (const std::size_t each : node.after)
      join_nodes(before, ends_of[each]);
    if (node.after.empty())
      before = after;
    if (node.child != nullptr) {
      ends_of[number] = add_all(*node.child, before);
      continue;
    }
    ends_of[number] = {add(node.work, std::move(before))};
    CUgraphNode_st& added = *nodes.back();
    added.type = node.type;
    added.copy_of = node.id;
    added.captured = node.captured;
  }
  std::vector<std::size_t> result;
  for (const std::size_t each : other.ends())
    join_nodes(result, ends_of[each]);
  return other.nodes.empty() ? after : result;
}

std::unique_ptr<CUgraph_st> CUgraph_st::clone() const {
  auto made = std::make_unique<CUgraph_st>();
  for (const auto& node : nodes) {
    CUgraphNode_st& added = *made->nodes[made->add(node->work, node->after)];
    added.type = node->type;
    added.copy_of = node->id;
    added.captured = node->captured;
    if (node->child != nullptr)
      added.child = node->child->clone();
  }
  return made;
}

void CUgraph_st::remove(std::size_t node) {
  nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(node));
  for (const auto& each : nodes) {
    std::erase(each->after, node);
    for (std::size_t& number : each->after)
      number -= number > node;
  }
}

std::vector<std::size_t> CUgraph_st::in_order() const {
  std::vector<std::vector<std::size_t>> followers(nodes.size());
  std::vector<std::size_t> awaited(nodes.size());
  std::set<std::size_t> ready; // the first that was added goes first
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    awaited[i] = nodes[i]->after.size();
    for (const std::size_t before : nodes[i]->after)
      followers[before].push_back(i);
    if (awaited[i] == 0)
      ready.insert(i);
  }
  std::vector<std::size_t> result;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    result.push_back(next);
    for (const std::size_t each : followers[next])
      if (--awaited[each] == 0)
        ready.insert(each);
  }
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

cudaGraphNodeType node_type(const operation& work) {
  if (work.on_host)
    return cudaGraphNodeTypeHost;
  if (!work.perform)
    return cudaGraphNodeTypeEmpty;
  if (work.uses.empty())
    return cudaGraphNodeTypeKernel;
  const bool reads = std::any_of(work.uses.begin(), work.uses.end(),
                                 [](const memory_use& each) { return !each.writes; });
  return reads ? cudaGraphNodeTypeMemcpy : cudaGraphNodeTypeMemset;
}

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
    note_several_timelines();
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
    operation work = node->work;
    work.of_graph = true;
    if (!node->captured) {
      work.stream = stream.identity;
      work.stream.in_graph = true;
    }
    all.push_back(queue.add(std::move(work), lines.next(*node), stream.priority,
                            node->after.empty() ? entry : before));
  }
  operation_handles ends;
  for (const std::size_t each : exec.graph.ends())
    ends.push_back(all[each]);
  exec.last = add_to_stream(stream, {.name = "cudaGraphLaunch"}, ends);
}

} // namespace cudalab::emulator
