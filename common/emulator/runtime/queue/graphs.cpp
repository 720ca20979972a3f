// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/graphs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "emulator/runtime/queue/empty_waits.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
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

CUgraph_st::~CUgraph_st() {
  // What is made executable belongs to nobody else, and may end in any OS thread.
  if (is_lent_)
    cudalab::emulator::lent_graphs().erase(this);
  cudalab::emulator::drop_all(user_objects, nullptr);
}

void CUgraphNode_st::do_as(const CUgraphNode_st& other) {
  work = other.work;
  captured = other.captured;
  event = other.event;
  attributes = other.attributes;
}

void CUgraph_st::lend() {
  is_lent_ = true;
  cudalab::emulator::lent_graphs().insert(this);
}

void CUgraph_st::end_lending() {
  is_lent_ = false;
  cudalab::emulator::lent_graphs().erase(this);
}

CUgraphExec_st::~CUgraphExec_st() {
  for (const unsigned each : timelines)
    cudalab::emulator::device_queue::instance().order().close_timeline(each);
  cudalab::emulator::drop_all(user_objects, last);
  blocks.clear();
  cudalab::emulator::count_blocks();
}

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
    ends_of[number] = {add({}, std::move(before))};
    CUgraphNode_st& added = *nodes.back();
    added.do_as(node);
    added.type = node.type;
    added.copy_of = node.id;
    added.enabled = node.enabled;
    added.memory = node.memory;
    added.condition = node.condition;
    added.decides = node.decides;
    for (const auto& body : node.bodies) {
      added.bodies.push_back(std::make_shared<CUgraph_st>());
      added.bodies.back()->add_all(*body, {});
    }
  }
  std::vector<std::size_t> result;
  for (const std::size_t each : other.ends())
    join_nodes(result, ends_of[each]);
  return other.nodes.empty() ? after : result;
}

std::unique_ptr<CUgraph_st> CUgraph_st::clone() const {
  auto made = std::make_unique<CUgraph_st>();
  for (const auto& node : nodes) {
    CUgraphNode_st& added = *made->nodes[made->add({}, node->after)];
    added.do_as(*node);
    added.type = node->type;
    added.copy_of = node->id;
    if (node->child != nullptr) {
      added.child = node->child->clone();
      added.child->in_node = true;
    }
  }
  cudalab::emulator::add_references(user_objects, made->user_objects);
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

bool CUgraph_st::has(cudaGraphNodeType type) const {
  return std::any_of(nodes.begin(), nodes.end(), [type](const auto& node) {
    return node->type == type || (node->child != nullptr && node->child->has(type)) ||
           std::any_of(node->bodies.begin(), node->bodies.end(),
                       [type](const auto& body) { return body->has(type); });
  });
}

bool CUgraph_st::comes_after(std::size_t later, std::size_t earlier) const {
  std::vector<bool> seen(nodes.size(), false);
  std::vector<std::size_t> todo = {later};
  while (!todo.empty()) {
    const std::size_t next = todo.back();
    todo.pop_back();
    for (const std::size_t each : nodes[next]->after) {
      if (each == earlier)
        return true;
      if (!seen[each])
        todo.push_back(each);
      seen[each] = true;
    }
  }
  return false;
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

/// On which timeline each node is: that of a node before it, if no other node has gone on there.
struct timelines {
  std::vector<unsigned> of; ///< each node: 0, 1, ...
  unsigned count = 1;       ///< 0 is there for a graph without nodes, too

  explicit timelines(const CUgraph_st& graph) {
    std::vector<bool> continued(graph.nodes.size(), false);
    bool first_used = false;
    for (const auto& node : graph.nodes) {
      const auto before = std::find_if(node->after.begin(), node->after.end(),
                                       [&](std::size_t each) { return !continued[each]; });
      if (before != node->after.end()) {
        continued[*before] = true;
        of.push_back(of[*before]);
      } else if (node->after.empty() && !std::exchange(first_used, true)) {
        of.push_back(0);
      } else {
        of.push_back(count++);
      }
    }
  }
};

/// A timeline on which the device itself adds operations.
struct inner_timeline {
  unsigned number = 0;
  std::uint64_t next = 0;
};

/// Those of an executable graph, launch after launch: two launches never overlap.
class timelines_at_hand {
public:
  explicit timelines_at_hand(std::vector<unsigned>& all) : all_(all) {}
  unsigned next() {
    if (used_ == all_.size())
      all_.push_back(device_queue::instance().order().open_timeline());
    return all_[used_++];
  }

private:
  std::vector<unsigned>& all_;
  std::size_t used_ = 0;
};

class conditional_run;

/// The launch that operations belong to.
struct launched_graph {
  int priority = 0;
  stream_identity stream;

  operation work_of(const CUgraphNode_st& node) const {
    operation work = node.enabled ? node.work : operation{.name = node.work.name};
    work.of_graph = true;
    if (!node.captured) {
      work.stream = stream;
      work.stream.in_graph = true;
    }
    return work;
  }
};

/// A body of a conditional node, for one launch.
struct body_run {
  std::shared_ptr<const CUgraph_st> graph;
  timelines lines;
  std::vector<inner_timeline> places; ///< of `lines`
  std::map<std::size_t, std::shared_ptr<conditional_run>>
      nodes; ///< that are conditional themselves
};

/// A conditional node, for one launch: the device decides and adds what comes next. It is two
/// operations: one that decides, and an end, which waits for what is added in between.
class conditional_run : public std::enable_shared_from_this<conditional_run> {
public:
  conditional_run(const CUgraphNode_st& node, const launched_graph& launch,
                  timelines_at_hand& at_hand)
      : condition_(node.condition), decides_(node.decides), launch_(launch),
        node_(launch.work_of(node)) {
    again_ = open(at_hand);
    for (const auto& body : node.bodies) {
      body_run made{body, timelines(*body), {}, {}};
      for (unsigned i = 0; i < made.lines.count; ++i)
        made.places.push_back(open(at_hand));
      for (std::size_t i = 0; i < body->nodes.size(); ++i)
        if (body->nodes[i]->condition != nullptr) {
          made.nodes[i] = std::make_shared<conditional_run>(*body->nodes[i], launch, at_hand);
          const std::vector<unsigned>& inner = made.nodes[i]->timelines_inside();
          inside_.insert(inside_.end(), inner.begin(), inner.end());
        }
      bodies_.push_back(std::move(made));
    }
  }

  /// Those of all that may be added: its end comes after all of them.
  const std::vector<unsigned>& timelines_inside() const { return inside_; }

  /// The operation that decides first, or next.
  operation deciding() {
    operation work = node_;
    work.perform = [run = shared_from_this()](operation_number) { run->decide(); };
    return work;
  }
  /// Both have been added. decide() is called later.
  void begins(const operation_handle& deciding, const operation_handle& end) {
    deciding_ = deciding;
    end_ = end;
  }

private:
  inner_timeline open(timelines_at_hand& at_hand) {
    inside_.push_back(at_hand.next());
    return {inside_.back(), device_queue::instance().order().reserve(inside_.back())};
  }

  operation_handle add(operation work, inner_timeline& where, const operation_handles& before,
                       const std::vector<unsigned>& whole = {}) {
    return device_queue::instance().add_inside(std::move(work), where.number, where.next++,
                                               launch_.priority, before, whole);
  }

  body_run* chosen() {
    const unsigned value = condition_->value();
    std::size_t number = value;
    if (decides_ != cudaGraphCondTypeSwitch)
      number = value != 0 ? 0 : decides_ == cudaGraphCondTypeIf ? 1 : bodies_.size();
    return number < bodies_.size() ? &bodies_[number] : nullptr;
  }

  void decide() {
    const auto lock = locked_queue();
    body_run* const body = chosen();
    if (body != nullptr) {
      operation_handles ends = add_all(*body);
      if (decides_ == cudaGraphCondTypeWhile)
        ends = {deciding_ = add(deciding(), again_, ends)};
      for (const operation_handle& each : ends)
        device_queue::let_wait(end_, each);
      if (decides_ == cudaGraphCondTypeWhile)
        return;
    }
    deciding_ = end_ = nullptr;
  }

  /// @return the operations that nothing of the body comes after
  operation_handles add_all(body_run& body) {
    operation_handles all;
    for (std::size_t i = 0; i < body.graph->nodes.size(); ++i) {
      const CUgraphNode_st& node = *body.graph->nodes[i];
      operation_handles before;
      for (const std::size_t each : node.after)
        before.push_back(all[each]);
      if (before.empty())
        before = {deciding_};
      inner_timeline& where = body.places[body.lines.of[i]];
      const auto inner = body.nodes.find(i);
      const auto inside = [&](operation work) {
        work.stream.body = body.graph.get();
        return work;
      };
      if (inner == body.nodes.end()) {
        all.push_back(add(inside(launch_.work_of(node)), where, before));
        continue;
      }
      const operation_handle first = add(inside(inner->second->deciding()), where, before);
      all.push_back(add({.name = node.work.name, .of_graph = true}, where, {first},
                        inner->second->timelines_inside()));
      inner->second->begins(first, all.back());
    }
    operation_handles ends;
    for (const std::size_t each : body.graph->ends())
      ends.push_back(all[each]);
    if (ends.empty())
      ends = {deciding_};
    return ends;
  }

  const std::shared_ptr<graph_condition> condition_;
  const cudaGraphConditionalNodeType decides_;
  const launched_graph launch_;
  const operation node_;
  std::vector<unsigned> inside_;
  inner_timeline again_;
  std::vector<body_run> bodies_;
  operation_handle deciding_, end_;
};

void add_conditions(const CUgraph_st& graph, std::vector<std::shared_ptr<graph_condition>>& all) {
  for (const auto& node : graph.nodes) {
    if (node->condition != nullptr)
      all.push_back(node->condition);
    for (const auto& body : node->bodies)
      add_conditions(*body, all);
  }
}

/// Conditions get their values before any node begins.
operation_handles begin_conditions(const CUgraph_st& graph, CUstream_st& stream,
                                   const operation_handles& entry, const void* caller) {
  std::vector<std::shared_ptr<graph_condition>> all;
  add_conditions(graph, all);
  if (all.empty())
    return entry;
  operation work{.name = "cudaGraphLaunch",
                 .perform =
                     [all](operation_number) {
                       for (const auto& each : all)
                         each->begin_launch();
                     },
                 .called_at = caller,
                 .of_graph = true,
                 .stream = stream.identity};
  for (const auto& each : all)
    if (each->has_default())
      work.uses.push_back({each->place(), sizeof(unsigned), true});
  return {device_queue::instance().add(std::move(work), stream.timeline, stream.priority, entry)};
}

/// What an earlier launch has left, where that is wanted.
void free_what_is_left(CUgraphExec_st& exec, CUstream_st& stream, const void* caller) {
  for (const auto& node : exec.graph.nodes)
    if (node->type == cudaGraphNodeTypeMemAlloc && node->memory->outstanding()) {
      graph_memory& memory = *node->memory;
      operation work = freeing_operation(node->memory, "cudaGraphLaunch", caller);
      work.done_before = memory.allocated;
      memory.note_freed(caller);
      memory.note_free_submitted(add_to_stream(stream, std::move(work)));
    }
}

/// The books of memory that a node has allocated or freed.
void note_memory_of(CUgraphExec_st& exec, const CUgraphNode_st& node,
                    const operation_handle& made) {
  graph_memory& memory = *node.memory;
  if (node.type == cudaGraphNodeTypeMemAlloc) {
    exec.blocks.push_back(take_block(memory.bytes, memory.device, made));
    memory.block = exec.blocks.back().get();
    memory.note_launched(made);
    return;
  }
  memory.note_freed(nullptr);
  memory.note_free_submitted(made);
}

/// The node's event marks the end of what comes before the node.
operation_handle submit_record(const CUgraphNode_st& node, CUstream_st& stream, operation work,
                               unsigned line, const operation_handles& before) {
  const auto mark = std::make_shared<event_mark>();
  mark->called_at = node.work.called_at;
  mark->stream = stream.identity;
  work.perform = [mark](operation_number) { mark->when = std::chrono::steady_clock::now(); };
  work.even_after_errors = true;
  mark->at = device_queue::instance().add(std::move(work), line, stream.priority, before);
  node.event->recorded = mark;
  node.event->recording = nullptr;
  note_record(stream, *node.event, node.work.called_at);
  return mark->at;
}

} // namespace

cudaError_t check_graph_memory(const CUgraphExec_st& exec) {
  std::set<const graph_memory*> own;
  for (const auto& node : exec.graph.nodes) {
    if (node->type == cudaGraphNodeTypeMemAlloc) {
      own.insert(node->memory.get());
      if (node->memory->outstanding() && !exec.frees_on_launch()) {
        because("memory that a node of the graph allocates is still there from an earlier launch");
        return cudaErrorInvalidValue;
      }
    } else if (node->type == cudaGraphNodeTypeMemFree && own.count(node->memory.get()) == 0 &&
               !node->memory->outstanding()) {
      because("memory that a node of the graph frees is not there: no graph that allocates it was "
              "launched before, or it is freed already");
      return cudaErrorInvalidValue;
    }
  }
  return cudaSuccess;
}

cudaError_t check_graph_events(const CUgraphExec_st& exec) {
  for (const auto& node : exec.graph.nodes)
    if (node->event != nullptr && !is_event(node->event)) {
      because("the event of a node of the graph has been destroyed");
      return cudaErrorInvalidResourceHandle;
    }
  return cudaSuccess;
}

void add_user_objects(const CUgraph_st& graph, user_references& to) {
  add_references(graph.user_objects, to);
  for (const auto& node : graph.nodes) {
    if (node->child != nullptr)
      add_user_objects(*node->child, to);
    for (const auto& body : node->bodies)
      add_user_objects(*body, to);
  }
}

void submit_graph(CUgraphExec_st& exec, CUstream_st& stream, const void* caller) {
  device_queue& queue = device_queue::instance();
  free_what_is_left(exec, stream, caller);
  operation_handles entry = predecessors(stream);
  entry.push_back(exec.last);
  entry = begin_conditions(exec.graph, stream, entry, caller);
  const timelines lines(exec.graph);
  std::vector<unsigned> opened = {stream.timeline};
  while (opened.size() < lines.count)
    opened.push_back(queue.order().open_timeline());
  if (lines.count > 1)
    note_several_timelines();
  const launched_graph launch{stream.priority, stream.identity};
  timelines_at_hand at_hand(exec.timelines);
  graph_blocks blocks_before = std::exchange(exec.blocks, {}); // until others are taken
  operation_handles all;
  for (std::size_t i = 0; i < exec.graph.nodes.size(); ++i) {
    const CUgraphNode_st& node = *exec.graph.nodes[i];
    const unsigned line = opened[lines.of[i]];
    operation_handles before;
    for (const std::size_t each : node.after)
      before.push_back(all[each]);
    if (before.empty())
      before = entry;
    operation work = launch.work_of(node);
    if (node.condition != nullptr) {
      note_several_timelines();
      const auto run = std::make_shared<conditional_run>(node, launch, at_hand);
      const std::vector<unsigned>& inside = run->timelines_inside();
      const operation_handle first = queue.add(run->deciding(), line, stream.priority, before);
      all.push_back(queue.add({.name = node.work.name, .of_graph = true}, line, stream.priority,
                              {first}, inside));
      run->begins(first, all.back());
      continue;
    }
    if (node.type == cudaGraphNodeTypeEventRecord) {
      all.push_back(submit_record(node, stream, std::move(work), line, before));
      continue;
    }
    if (node.type == cudaGraphNodeTypeWaitEvent && node.event->recorded != nullptr)
      before.push_back(node.event->recorded->at);
    if (node.type == cudaGraphNodeTypeMemAlloc) // the addresses must be empty by then
      before.push_back(node.memory->freed);
    else if (node.type == cudaGraphNodeTypeMemFree)
      work.done_before = node.memory->allocated;
    const bool own_priority = node.type == cudaGraphNodeTypeKernel &&
                              (exec.flags & cudaGraphInstantiateFlagUseNodePriority) != 0;
    all.push_back(queue.add(std::move(work), line,
                            own_priority ? node.attributes.priority : stream.priority, before));
    if (node.memory != nullptr)
      note_memory_of(exec, node, all.back());
  }
  blocks_before.clear();
  if (!exec.blocks.empty())
    count_blocks();
  for (std::size_t i = 1; i < opened.size(); ++i)
    queue.order().close_timeline(opened[i]);
  operation_handles ends;
  for (const std::size_t each : exec.graph.ends())
    ends.push_back(all[each]);
  exec.last = add_to_stream(stream, {.name = "cudaGraphLaunch"}, ends);
}

} // namespace cudalab::emulator
