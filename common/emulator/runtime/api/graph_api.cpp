// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: graphs.
#include "emulator/runtime/api/graph_api.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/host_memory_api.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/virtual_time.h"

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

/// Fills in nodes of a graph as CUDA does: null asks for their number; what is left of the room is
/// filled with null.
cudaError_t give_nodes(const std::vector<cudaGraphNode_t>& all, cudaGraphNode_t* nodes,
                       std::size_t* count, const void* caller) {
  if (nodes == nullptr) {
    *count = all.size();
    return cudaSuccess;
  }
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(*count, sizeof *nodes, &bytes))
    bytes = SIZE_MAX;
  the_program_observer().stores_for_host(nodes, bytes, caller);
  for (std::size_t i = 0; i < *count; ++i)
    nodes[i] = i < all.size() ? all[i] : nullptr;
  *count = std::min(*count, all.size());
  return cudaSuccess;
}

/// The program's graph that has the node, and its number there.
struct node_place {
  CUgraph_st* graph = nullptr; ///< null: there is no such node
  std::size_t number = 0;
  CUgraphNode_st& node() const { return *graph->nodes[number]; }
};

node_place find_in(CUgraph_st& graph, cudaGraphNode_t node) {
  const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                  [&](const auto& each) { return each.get() == node; });
  if (found == graph.nodes.end())
    return {};
  return {&graph, static_cast<std::size_t>(found - graph.nodes.begin())};
}

node_place find_node(cudaGraphNode_t node) {
  for (const auto& [handle, graph] : graphs())
    if (const node_place found = find_in(*graph, node); found.graph != nullptr)
      return found;
  for (CUgraph_st* const graph : lent_graphs())
    if (const node_place found = find_in(*graph, node); found.graph != nullptr)
      return found;
  return {};
}

/// It is the program's own: it may be made executable, and destroyed.
bool is_held(cudaGraph_t graph) {
  return graphs().count(graph) != 0;
}

bool is_live(cudaGraph_t graph) {
  return is_live_graph(graph);
}

bool is_captured(const CUgraphNode_st& node);
/// A capture goes into it, or into a graph in it.
bool is_captured(const CUgraph_st& graph) {
  return graph.captures != 0 || std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                            [](const auto& node) { return is_captured(*node); });
}
bool is_captured(const CUgraphNode_st& node) {
  return (node.child != nullptr && is_captured(*node.child)) ||
         std::any_of(node.bodies.begin(), node.bodies.end(),
                     [](const auto& body) { return is_captured(*body); });
}

/// Changes edges from each node of `from` to that of `to`. All, or none.
template <class Change>
cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         std::size_t count, bool add, const Change& change) {
  const auto lock = locked_queue();
  if (!is_live(graph) || (count != 0 && (from == nullptr || to == nullptr)))
    return cudaErrorInvalidValue;
  if (!add && graph->has_memory_nodes()) // as CUDA has it
    return cudaErrorNotSupported;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (std::size_t i = 0; i < count; ++i) {
    const node_place one = find_in(*graph, from[i]), other = find_in(*graph, to[i]);
    if (one.graph == nullptr || other.graph == nullptr || one.number == other.number)
      return cudaErrorInvalidValue;
    const auto& after = other.node().after;
    const bool there = std::find(after.begin(), after.end(), one.number) != after.end();
    if (there == add ||
        std::find(edges.begin(), edges.end(), std::pair(one.number, other.number)) != edges.end())
      return cudaErrorInvalidValue;
    edges.emplace_back(one.number, other.number);
  }
  for (const auto& [one, other] : edges)
    change(graph->nodes[other]->after, one);
  return cudaSuccess;
}

} // namespace

namespace cudalab::emulator {

bool is_live_graph(cudaGraph_t graph) {
  return is_held(graph) || lent_graphs().count(graph) != 0;
}

CUgraphNode_st* find_live_node(cudaGraphNode_t node) {
  const node_place found = find_node(node);
  return found.graph == nullptr ? nullptr : &found.node();
}

std::optional<std::vector<std::size_t>>
nodes_in_graph(const CUgraph_st& graph, const cudaGraphNode_t* nodes, std::size_t count) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const auto& each) {
      return nodes != nullptr && each.get() == nodes[i];
    });
    const auto number = static_cast<std::size_t>(found - graph.nodes.begin());
    if (found == graph.nodes.end() ||
        std::find(numbers.begin(), numbers.end(), number) != numbers.end())
      return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

bool are_plain(const cudaGraphEdgeData* edges, std::size_t count) {
  const auto is_plain = [](const cudaGraphEdgeData& one) {
    return one.from_port == 0 && one.to_port == 0 && one.type == 0;
  };
  return edges == nullptr || std::all_of(edges, edges + count, is_plain);
}

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, cudaGraphNodeType type, operation work, cudaGraph_t child) {
  const auto lock = locked_queue();
  const bool childless = type != cudaGraphNodeTypeGraph;
  if (node == nullptr || !is_live(graph) || (!childless && (!is_live(child) || child == graph)))
    return cudaErrorInvalidValue;
  const bool single = type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeConditional;
  if ((!childless && child->is_single()) || (graph->in_node && single))
    return cudaErrorNotSupported;
  auto before = nodes_in_graph(*graph, after, count);
  if (!before)
    return cudaErrorInvalidValue;
  CUgraphNode_st& added = *graph->nodes[graph->add(std::move(work), std::move(*before))];
  added.type = type;
  if (!childless) {
    added.child = child->clone();
    added.child->in_node = true;
  }
  *node = &added;
  return cudaSuccess;
}

cudaError_t note_free_node(const CUgraph_st& graph, graph_memory& memory) {
  const bool there = std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& each) {
    return each->type == cudaGraphNodeTypeMemFree && each->memory.get() == &memory;
  });
  const bool own = memory.owner == &graph;
  if (there || memory.freed_by_owner || (own && memory.freed_by_other)) {
    because(there ? "another node of the graph frees this memory"
                  : "a node of another graph frees this memory");
    return cudaErrorInvalidValue;
  }
  (own ? memory.freed_by_owner : memory.freed_by_other) = true;
  return cudaSuccess;
}

cudaError_t add_free_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                          std::size_t count, const std::shared_ptr<graph_memory>& memory,
                          const void* caller) {
  const auto lock = locked_queue();
  auto before = is_live(graph) ? nodes_in_graph(*graph, after, count) : std::nullopt;
  if (node == nullptr || !before)
    return cudaErrorInvalidValue;
  if (graph->in_node)
    return cudaErrorNotSupported;
  if (const cudaError_t error = note_free_node(*graph, *memory); error != cudaSuccess)
    return error;
  operation work = freeing_operation(memory, "cudaGraphAddMemFreeNode", caller);
  CUgraphNode_st& added = *graph->nodes[graph->add(std::move(work), std::move(*before))];
  added.type = cudaGraphNodeTypeMemFree;
  added.memory = memory;
  *node = &added;
  return cudaSuccess;
}

namespace {

/// The same nodes, for launches to come; those of a launch that runs stay as they are.
std::shared_ptr<CUgraph_st> copy_of_body(const CUgraph_st& body) {
  auto made = std::make_shared<CUgraph_st>();
  made->add_all(body, {});
  for (std::size_t i = 0; i < body.nodes.size(); ++i) {
    made->nodes[i]->copy_of = body.nodes[i]->copy_of;
    for (std::size_t j = 0; j < body.nodes[i]->bodies.size(); ++j)
      made->nodes[i]->bodies[j] = copy_of_body(*body.nodes[i]->bodies[j]);
  }
  return made;
}

/// What was made of a node: in the graph, or in a body in it, which is then ready to be changed.
CUgraphNode_st* find_made_of(CUgraph_st& graph, std::uint64_t id) {
  for (const auto& each : graph.nodes) {
    if (each->copy_of == id)
      return each.get();
    for (auto& body : each->bodies) {
      if (find_made_of(*body, id) == nullptr)
        continue;
      body = copy_of_body(*body);
      return find_made_of(*body, id);
    }
  }
  return nullptr;
}

/// What was made of a node, and another node to take the work from.
using node_pairs = std::vector<std::pair<CUgraphNode_st*, const CUgraphNode_st*>>;

/// Pairs the nodes of a graph with those of one that has the same nodes and edges.
/// @return false: it has not
bool pair_nodes(CUgraph_st& made, const CUgraph_st& own, const CUgraph_st& other, node_pairs& all) {
  if (own.nodes.size() != other.nodes.size())
    return false;
  for (std::size_t i = 0; i < own.nodes.size(); ++i) {
    const CUgraphNode_st &node = *own.nodes[i], &replacement = *other.nodes[i];
    if (node.type != replacement.type || node.after != replacement.after)
      return false;
    if (node.child != nullptr) {
      if (!pair_nodes(made, *node.child, *replacement.child, all))
        return false;
      continue;
    }
    CUgraphNode_st* const found = find_made_of(made, node.id);
    if (found == nullptr)
      return false;
    all.emplace_back(found, &replacement);
  }
  return true;
}

/// Null: there is no such node of this type.
CUgraphNode_st* find_of_type(cudaGraphNode_t node, cudaGraphNodeType type) {
  const node_place found = find_node(node);
  return found.graph != nullptr && found.node().type == type ? &found.node() : nullptr;
}

/// What was made of the node; null, as above.
CUgraphNode_st* find_made_of_type(cudaGraphExec_t exec, cudaGraphNode_t node,
                                  cudaGraphNodeType type) {
  const CUgraphNode_st* const found = find_of_type(node, type);
  return execs().count(exec) != 0 && found != nullptr ? find_made_of(exec->graph, found->id)
                                                      : nullptr;
}

cudaError_t change_work(CUgraphNode_st* node, operation work) {
  if (node == nullptr)
    return cudaErrorInvalidValue;
  node->work = std::move(work);
  node->captured = false;
  return cudaSuccess;
}

cudaError_t change_event(CUgraphNode_st* node, cudaEvent_t event) {
  if (node == nullptr || !is_event(event))
    return cudaErrorInvalidValue;
  node->event = event;
  return cudaSuccess;
}

/// What was made of the node, where it is one that can be switched off; else null.
CUgraphNode_st* find_switched(cudaGraphExec_t exec, cudaGraphNode_t node) {
  const node_place found = find_node(node);
  if (execs().count(exec) == 0 || found.graph == nullptr)
    return nullptr;
  const cudaGraphNodeType type = found.node().type;
  return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
                 type == cudaGraphNodeTypeMemset
             ? find_made_of(exec->graph, found.node().id)
             : nullptr;
}

} // namespace

cudaError_t change_node(cudaGraphNode_t node, cudaGraphNodeType type, operation work) {
  const auto lock = locked_queue();
  return change_work(find_of_type(node, type), std::move(work));
}

cudaError_t change_exec_node(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                             operation work) {
  const auto lock = locked_queue();
  return change_work(find_made_of_type(exec, node, type), std::move(work));
}

cudaError_t change_node_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event) {
  const auto lock = locked_queue();
  return change_event(find_of_type(node, type), event);
}

cudaError_t change_exec_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                              cudaEvent_t event) {
  const auto lock = locked_queue();
  return change_event(find_made_of_type(exec, node, type), event);
}

cudaError_t change_exec_child(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (execs().count(exec) == 0 || !is_live(child) || found.graph == nullptr ||
      found.node().child == nullptr)
    return cudaErrorInvalidValue;
  node_pairs all;
  if (child->is_single() || !pair_nodes(exec->graph, *found.node().child, *child, all))
    return cudaErrorGraphExecUpdateFailure;
  for (const auto& [made, from] : all)
    made->do_as(*from);
  return cudaSuccess;
}

cudaGraph_t adopt_graph(std::unique_ptr<CUgraph_st> graph, const void* caller) {
  const cudaGraph_t handle = graph.get();
  graphs_held()[handle] = caller;
  graphs()[handle] = std::move(graph);
  return handle;
}

} // namespace cudalab::emulator

namespace {

/// What bodies of conditional nodes may hold, as CUDA has it.
bool is_good_body(const CUgraph_st& body) {
  return std::all_of(body.nodes.begin(), body.nodes.end(), [](const auto& node) {
    const bool allowed =
        node->type == cudaGraphNodeTypeKernel || node->type == cudaGraphNodeTypeEmpty ||
        node->type == cudaGraphNodeTypeMemcpy || node->type == cudaGraphNodeTypeMemset ||
        node->type == cudaGraphNodeTypeConditional;
    return allowed && !node->work.pageable &&
           std::all_of(node->bodies.begin(), node->bodies.end(),
                       [](const auto& inner) { return is_good_body(*inner); });
  });
}

/// Whether its nodes can be done as it says. @param made of a graph, without graphs as nodes
/// @param wrong the node that cannot; of the graph
cudaError_t check_nodes(const CUgraph_st& made, std::uint64_t& wrong) {
  for (std::size_t i = 0; i < made.nodes.size(); ++i) {
    const CUgraphNode_st& node = *made.nodes[i];
    wrong = node.copy_of;
    for (const auto& body : node.bodies)
      if (!is_good_body(*body)) {
        because(
            "the body of a conditional node may have kernels, copies and fills of memory of the "
            "device or pinned memory, empty nodes and conditional nodes");
        return cudaErrorNotSupported;
      }
    if (node.type != cudaGraphNodeTypeMemFree || !node.memory->freed_by_owner)
      continue;
    for (std::size_t j = 0; j < made.nodes.size(); ++j)
      if (made.nodes[j]->type == cudaGraphNodeTypeMemAlloc &&
          made.nodes[j]->memory == node.memory && !made.comes_after(i, j)) {
        because("the node that frees memory does not come after the one that allocates it");
        return cudaErrorInvalidValue;
      }
  }
  return cudaSuccess;
}

/// All conditional nodes have bodies in which nodes do not wait for each other.
bool has_good_order(const CUgraph_st& graph) {
  return graph.in_order().size() == graph.nodes.size() &&
         std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
           return std::all_of(node->bodies.begin(), node->bodies.end(),
                              [](const auto& body) { return has_good_order(*body); });
         });
}

/// A node that waits for itself by way of others, in the graph or in one in it. Null: there is
/// none.
CUgraphNode_st* find_in_circle(const CUgraph_st& graph) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.comes_after(i, i))
      return graph.nodes[i].get();
    for (const auto& body : graph.nodes[i]->bodies)
      if (CUgraphNode_st* const found = find_in_circle(*body))
        return found;
  }
  return nullptr;
}

CUgraphNode_st* find_by_id(const CUgraph_st& graph, std::uint64_t id) {
  for (const auto& each : graph.nodes) {
    if (each->id == id)
      return each.get();
    if (each->child != nullptr)
      if (CUgraphNode_st* const found = find_by_id(*each->child, id))
        return found;
  }
  return nullptr;
}

/// @param told of what is wrong, where that is a node
cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags,
                        cudaGraphInstantiateParams& told, const void* caller) {
  told.result_out = cudaGraphInstantiateError;
  told.errNode_out = nullptr;
  constexpr unsigned long long known = 0xf; // free on launch, upload, device launch, priorities
  constexpr unsigned long long both =
      cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagDeviceLaunch;
  if (exec == nullptr || (flags & ~known) != 0 || (flags & both) == both)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (call_fails("cudaGraphInstantiate", caller))
    return finish(cudaErrorMemoryAllocation);
  const auto lock = locked_queue();
  if (!is_held(graph) || is_captured(*graph))
    return finish(cudaErrorInvalidValue);
  if (!has_good_order(*graph)) {
    told.result_out = cudaGraphInstantiateInvalidStructure;
    told.errNode_out = find_in_circle(*graph);
    return finish(cudaErrorInvalidValue);
  }
  if (graph->is_single() && !graph->executable.expired()) {
    because("a graph with nodes for memory or conditions has one executable graph at a time, and "
            "it has one");
    return finish(cudaErrorInvalidValue);
  }
  virtual_now.host_computes(virtual_cost::instantiation);
  auto made = std::make_unique<CUgraphExec_st>();
  made->graph.add_all(*graph, {});
  std::uint64_t wrong = 0;
  if (const cudaError_t error = check_nodes(made->graph, wrong); error != cudaSuccess) {
    told.result_out = error == cudaErrorNotSupported ? cudaGraphInstantiateNodeOperationNotSupported
                                                     : cudaGraphInstantiateInvalidStructure;
    told.errNode_out = find_by_id(*graph, wrong);
    return finish(error);
  }
  made->flags = flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUpload);
  add_user_objects(*graph, made->user_objects);
  told.result_out = cudaGraphInstantiateSuccess;
  graph->executable = made->whole;
  *exec = made.get();
  executable_graphs_held()[*exec] = caller;
  note_graph_made_ready();
  execs()[*exec] = std::move(made);
  return finish(cudaSuccess);
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags,
                        const void* caller) {
  cudaGraphInstantiateParams told = {};
  return instantiate(exec, graph, flags, told, caller);
}

} // namespace

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters == nullptr)
    return finish(cudaErrorInvalidValue);
  if ((parameters->flags & cudaGraphInstantiateFlagUpload) != 0) {
    const auto lock = locked_queue();
    if (find_stream(parameters->uploadStream) == nullptr) {
      parameters->result_out = cudaGraphInstantiateError;
      parameters->errNode_out = nullptr;
      return finish(cudaErrorInvalidValue);
    }
  }
  return instantiate(exec, graph, parameters->flags, *parameters, __builtin_return_address(0));
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  const auto lock = locked_queue();
  if (flags == nullptr || execs().count(exec) == 0)
    return finish(cudaErrorInvalidValue);
  *flags = exec->flags;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return instantiate(exec, graph, flags, __builtin_return_address(0));
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return instantiate(exec, graph, flags, __builtin_return_address(0));
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 cudaGraphNode_t* error_node, char* log, std::size_t log_bytes) {
  if (error_node != nullptr)
    *error_node = nullptr;
  if (log != nullptr && log_bytes != 0)
    *log = '\0';
  return instantiate(exec, graph, 0, __builtin_return_address(0));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  const auto lock = locked_queue();
  const bool known = execs().count(exec) != 0 && find_stream(stream) != nullptr;
  return finish(known ? cudaSuccess : cudaErrorInvalidValue);
}

namespace {

struct later_store {
  memory_use where;
  const void* asked_at = nullptr;
};

/// Memory of the host that copies of the graph store to.
std::vector<later_store> stores_of(cudaGraphExec_t exec) {
  const auto lock = locked_queue();
  std::vector<later_store> all;
  if (execs().count(exec) != 0) // bodies of conditional nodes have no such copies
    for (const auto& node : exec->graph.nodes)
      for (const memory_use& use : node->work.uses)
        if (node->enabled && use.writes && node->work.effect == memory_effect::transfers &&
            device_memory::instance().slot_of(use.begin) == nullptr)
          all.push_back({use, node->work.called_at});
  return all;
}

/// What was recorded stores now: is it the program's memory still?
void look_at_stores(cudaGraphExec_t exec) {
  for (const later_store& each : stores_of(exec))
    for (std::size_t row = 0; row < each.where.rows; ++row)
      the_program_observer().stores_later(each.where.begin + row * each.where.pitch,
                                          each.where.bytes, each.asked_at);
  look_at_registered_memory();
}

/// Whether the device has room for what the graph allocates, at the most of it that is there at a
/// time. Under device_queue's lock.
bool has_room_for(const CUgraphExec_st& exec) {
  std::map<int, std::size_t> now, most; // of each device
  for (const auto& node : exec.graph.nodes) {
    if (node->type == cudaGraphNodeTypeMemAlloc) {
      std::size_t& sum = now[node->memory->device];
      sum += node->memory->outstanding() ? 0 : node->memory->bytes;
      most[node->memory->device] = std::max(most[node->memory->device], sum);
    } else if (node->type == cudaGraphNodeTypeMemFree && node->memory->freed_by_owner) {
      now[node->memory->device] -= node->memory->bytes;
    }
  }
  const device_memory& memory = device_memory::instance();
  return std::all_of(most.begin(), most.end(), [&](const auto& each) {
    return memory.given_out(each.first) + each.second <= memory.capacity();
  });
}

} // namespace

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  const void* const caller = __builtin_return_address(0);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (call_fails("cudaGraphLaunch", caller))
    return finish(cudaErrorMemoryAllocation);
  look_at_stores(exec);
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
    if (exec->graph.is_single())
      return finish(cudaErrorNotSupported);
    if (!exec->graph.nodes.empty())
      found->recorded_after = found->recording->graph->add_all(exec->graph, found->recorded_after);
    return finish(cudaSuccess);
  }
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return finish(error);
  if (const cudaError_t error = check_graph_events(*exec); error != cudaSuccess)
    return finish(error);
  if (const cudaError_t error = check_graph_memory(*exec); error != cudaSuccess)
    return finish(error);
  if (!has_room_for(*exec)) {
    device_queue::instance().wait_until_idle(lock); // something may be about to be freed
    if (!has_room_for(*exec))
      return finish(cudaErrorMemoryAllocation);
  }
  submit_graph(*exec, *found, caller);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  const auto lock = locked_queue();
  executable_graphs_held().erase(exec);
  return finish(execs().erase(exec) != 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const auto lock = locked_queue();
  if (!is_held(graph) || is_captured(*graph))
    return finish(cudaErrorInvalidValue);
  graphs_held().erase(graph);
  graphs().erase(graph);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  const auto lock = locked_queue();
  if (count == nullptr || !is_live(graph))
    return finish(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const auto& each : graph->nodes)
    all.push_back(each.get());
  return finish(give_nodes(all, nodes, count, __builtin_return_address(0)));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  const auto lock = locked_queue();
  if (count == nullptr || !is_live(graph))
    return finish(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const auto& each : graph->nodes)
    if (each->after.empty())
      all.push_back(each.get());
  return finish(give_nodes(all, nodes, count, __builtin_return_address(0)));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count) {
  const auto lock = locked_queue();
  if (count == nullptr || !is_live(graph) || (from == nullptr) != (to == nullptr))
    return finish(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> ones, others;
  for (const auto& each : graph->nodes)
    for (const std::size_t before : each->after) {
      ones.push_back(graph->nodes[before].get());
      others.push_back(each.get());
    }
  std::size_t room = *count;
  give_nodes(ones, from, &room, __builtin_return_address(0));
  return finish(give_nodes(others, to, count, __builtin_return_address(0)));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before,
                                         std::size_t* count) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (count == nullptr || found.graph == nullptr)
    return finish(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const std::size_t each : found.node().after)
    all.push_back(found.graph->nodes[each].get());
  return finish(give_nodes(all, before, count, __builtin_return_address(0)));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* after,
                                           std::size_t* count) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (count == nullptr || found.graph == nullptr)
    return finish(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> all;
  for (const auto& each : found.graph->nodes)
    if (std::find(each->after.begin(), each->after.end(), found.number) != each->after.end())
      all.push_back(each.get());
  return finish(give_nodes(all, after, count, __builtin_return_address(0)));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (type == nullptr || found.graph == nullptr)
    return finish(cudaErrorInvalidValue);
  *type = found.node().type;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (graph == nullptr || flags != 0)
    return finish(cudaErrorInvalidValue);
  const auto lock = locked_queue();
  *graph = adopt_graph(std::make_unique<CUgraph_st>(), __builtin_return_address(0));
  return finish(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  const auto lock = locked_queue();
  if (clone == nullptr || !is_live(graph))
    return finish(cudaErrorInvalidValue);
  if (graph->is_single())
    return finish(cudaErrorNotSupported);
  *clone = adopt_graph(graph->clone(), __builtin_return_address(0));
  return finish(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  const auto lock = locked_queue();
  const node_place found = find_node(original);
  if (node == nullptr || found.graph == nullptr || !is_live(clone))
    return finish(cudaErrorInvalidValue);
  for (const auto& each : clone->nodes)
    if (each->copy_of == found.node().id) {
      *node = each.get();
      return finish(cudaSuccess);
    }
  return finish(cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (found.graph == nullptr || found.graph->captures != 0 || is_captured(found.node()))
    return finish(cudaErrorInvalidValue);
  if (found.graph->has_memory_nodes())
    return finish(cudaErrorNotSupported);
  found.graph->remove(found.number);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) {
  return finish(change_edges(
      graph, from, to, count, true,
      [](std::vector<std::size_t>& after, std::size_t node) { after.push_back(node); }));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, std::size_t count) {
  return finish(change_edges(
      graph, from, to, count, false,
      [](std::vector<std::size_t>& after, std::size_t node) { std::erase(after, node); }));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     std::size_t count) {
  if (!are_plain(edges, count))
    return finish(cudaErrorNotSupported);
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        std::size_t count) {
  if (!are_plain(edges, count))
    return finish(cudaErrorNotSupported);
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  const auto lock = locked_queue();
  if (result == nullptr || execs().count(exec) == 0 || !is_live(graph))
    return finish(cudaErrorInvalidValue);
  CUgraph_st updated;
  if (graph->is_single() || exec->graph.is_single()) {
    *result = {cudaGraphExecUpdateErrorNotSupported, nullptr, nullptr};
    return finish(cudaErrorGraphExecUpdateFailure);
  }
  updated.add_all(*graph, {});
  *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  if (updated.nodes.size() != exec->graph.nodes.size())
    result->result = cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < updated.nodes.size() && result->result == 0; ++i) {
    if (updated.nodes[i]->after != exec->graph.nodes[i]->after)
      result->result = cudaGraphExecUpdateErrorTopologyChanged;
    else if (updated.nodes[i]->type != exec->graph.nodes[i]->type)
      result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
  }
  if (result->result != cudaGraphExecUpdateSuccess)
    return finish(cudaErrorGraphExecUpdateFailure);
  for (std::size_t i = 0; i < updated.nodes.size(); ++i)
    exec->graph.nodes[i]->do_as(*updated.nodes[i]);
  drop_all(exec->user_objects, exec->last);
  add_user_objects(*graph, exec->user_objects);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphNode_t* error_node, cudaGraphExecUpdateResult* result) {
  if (error_node != nullptr)
    *error_node = nullptr;
  cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr, nullptr};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  if (result != nullptr)
    *result = info.result;
  return error;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
  const auto lock = locked_queue();
  const node_place found = find_node(node);
  if (child == nullptr || found.graph == nullptr || found.node().child == nullptr)
    return finish(cudaErrorInvalidValue);
  found.node().child->lend();
  *child = found.node().child.get();
  return finish(cudaSuccess);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
  const auto lock = locked_queue();
  CUgraphNode_st* const made = find_switched(exec, node);
  if (made == nullptr)
    return finish(cudaErrorInvalidValue);
  made->enabled = enabled != 0;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const made = find_switched(exec, node);
  if (enabled == nullptr || made == nullptr)
    return finish(cudaErrorInvalidValue);
  *enabled = made->enabled;
  return finish(cudaSuccess);
}
