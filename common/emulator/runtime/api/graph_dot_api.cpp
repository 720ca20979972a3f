// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: a graph as a text for Graphviz.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/node_parameters.h"

using namespace cudalab::emulator;

namespace {

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
  case cudaGraphNodeTypeKernel:
    return "KERNEL";
  case cudaGraphNodeTypeMemcpy:
    return "MEMCPY";
  case cudaGraphNodeTypeMemset:
    return "MEMSET";
  case cudaGraphNodeTypeHost:
    return "HOST";
  case cudaGraphNodeTypeGraph:
    return "GRAPH";
  case cudaGraphNodeTypeWaitEvent:
    return "EVENT_WAIT";
  case cudaGraphNodeTypeEventRecord:
    return "EVENT_RECORD";
  case cudaGraphNodeTypeMemAlloc:
    return "MEM_ALLOC";
  case cudaGraphNodeTypeMemFree:
    return "MEM_FREE";
  case cudaGraphNodeTypeConditional:
    return "CONDITIONAL";
  default:
    return "EMPTY";
  }
}

const char* name_of(cudaMemcpyKind kind) {
  static constexpr const char* all[] = {"HtoH", "HtoD", "DtoH", "DtoD", "default"};
  return all[kind];
}

class dot_writer {
public:
  explicit dot_writer(unsigned flags) : flags_(flags) {}

  std::string write(const CUgraph_st& graph) {
    add(graph);
    return "digraph dot {\n" + text_ + "}\n";
  }

private:
  bool shows(unsigned flag) const { return (flags_ & (flag | cudaGraphDebugDotFlagsVerbose)) != 0; }

  /// What CUDA's text has without flags: kernels' names, directions of copies.
  std::string what(const CUgraphNode_st& node) const {
    const node_parameters* const all = node.work.given.get();
    std::string line = name_of(node.type);
    if (node.type == cudaGraphNodeTypeKernel)
      line += fmt::format("\\n{}", node.work.name);
    if (all == nullptr)
      return line;
    if (const auto* const copy = std::get_if<cudaMemcpy3DParms>(&all->given))
      line += fmt::format("\\n{}", name_of(copy->kind));
    return line;
  }

  std::string parameters(const CUgraphNode_st& node) const {
    if (node.event != nullptr && shows(cudaGraphDebugDotFlagsEventNodeParams))
      return fmt::format("\\nevent {}", fmt::ptr(node.event));
    if (node.type == cudaGraphNodeTypeConditional &&
        shows(cudaGraphDebugDotFlagsConditionalNodeParams))
      return fmt::format("\\n{} bodies", node.bodies.size());
    return node.work.given == nullptr
               ? ""
               : std::visit([&](const auto& given) { return in_words(given); },
                            node.work.given->given);
  }

  std::string in_words(const cudaKernelNodeParams& p) const {
    if (!shows(cudaGraphDebugDotFlagsKernelNodeParams))
      return "";
    return fmt::format("\\n<<<({}, {}, {}), ({}, {}, {}), {}>>>", p.gridDim.x, p.gridDim.y,
                       p.gridDim.z, p.blockDim.x, p.blockDim.y, p.blockDim.z, p.sharedMemBytes);
  }
  std::string in_words(const cudaMemcpy3DParms& p) const {
    if (!shows(cudaGraphDebugDotFlagsMemcpyNodeParams))
      return "";
    return fmt::format("\\n{} -> {}\\n{} x {} x {}",
                       p.srcArray != nullptr ? fmt::ptr(p.srcArray) : fmt::ptr(p.srcPtr.ptr),
                       p.dstArray != nullptr ? fmt::ptr(p.dstArray) : fmt::ptr(p.dstPtr.ptr),
                       p.extent.width, p.extent.height, p.extent.depth);
  }
  std::string in_words(const cudaMemsetParams& p) const {
    if (!shows(cudaGraphDebugDotFlagsMemsetNodeParams))
      return "";
    return fmt::format("\\n{} = {:#x}\\n{} x {} of {} B", fmt::ptr(p.dst), p.value, p.width,
                       p.height, p.elementSize);
  }
  std::string in_words(const cudaHostNodeParams& p) const {
    if (!shows(cudaGraphDebugDotFlagsHostNodeParams))
      return "";
    return fmt::format("\\n{}({})", fmt::ptr(reinterpret_cast<const void*>(p.fn)),
                       fmt::ptr(p.userData));
  }

  void add(const CUgraph_st& graph) {
    const unsigned number = ++graphs_;
    text_ += fmt::format("subgraph cluster_{0} {{\nlabel=\"graph_{0}\" graph[style=\"dashed\"];\n",
                         number);
    const auto place = [&](std::size_t node) {
      return fmt::format("\"graph_{}_node_{}\"", number, node);
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const CUgraphNode_st& node = *graph.nodes[i];
      std::string label = fmt::format("{}\\n{}{}", i, what(node), parameters(node));
      if (node.type == cudaGraphNodeTypeKernel && shows(cudaGraphDebugDotFlagsKernelNodeAttributes))
        label += fmt::format("\\npriority {}", node.attributes.priority);
      if (shows(cudaGraphDebugDotFlagsHandles))
        label += fmt::format("\\n{}", fmt::ptr(&node));
      text_ +=
          fmt::format("{}[style=\"solid\" shape=\"rectangle\" label=\"{}\"];\n", place(i), label);
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
      for (const std::size_t before : graph.nodes[i]->after)
        text_ += fmt::format("{} -> {};\n", place(before), place(i));
    for (const auto& node : graph.nodes) {
      if (node->child != nullptr)
        add(*node->child);
      for (const auto& body : node->bodies)
        add(*body);
    }
    text_ += "}\n";
  }

  const unsigned flags_;
  unsigned graphs_ = 0;
  std::string text_;
};

} // namespace

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
  std::string text;
  {
    const auto lock = locked_queue();
    if (path == nullptr || !is_live_graph(graph))
      return finish(cudaErrorInvalidValue);
    text = dot_writer(flags).write(*graph);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), std::fclose);
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  return finish(written ? cudaSuccess : cudaErrorOperatingSystem);
}
