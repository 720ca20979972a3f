// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: what nodes of graphs were given.
#include <variant>

#include "emulator/include/cudalab/launch_config.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/node_parameters.h"

using namespace cudalab::emulator;

namespace {

/// @param to null: an error
template <class Parameters>
cudaError_t tell_parameters(cudaGraphNode_t node, cudaGraphNodeType type, Parameters* to) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  if (to == nullptr || found == nullptr || found->type != type)
    return cudaErrorInvalidValue;
  const node_parameters* const all = found->work.given.get();
  const Parameters* const given = all == nullptr ? nullptr : std::get_if<Parameters>(&all->given);
  if (given == nullptr) {
    because("the node moves no bytes"); // a copy or a fill of none
    return cudaErrorInvalidValue;
  }
  *to = *given;
  return cudaSuccess;
}

cudaError_t tell_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t* event) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  if (event == nullptr || found == nullptr || found->type != type)
    return cudaErrorInvalidValue;
  *event = found->event;
  return cudaSuccess;
}

} // namespace

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  cudaKernelNodeParams given = {};
  if (parameters == nullptr)
    return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = tell_parameters(node, cudaGraphNodeTypeKernel, &given);
      error != cudaSuccess)
    return finish(error);
  if (given.func == nullptr) {
    because("the address of the kernel is not known: it is a template, or has no parameters; add "
            "its node by cudaGraphAddKernelNode");
    return finish(cudaErrorInvalidDeviceFunction);
  }
  *parameters = given;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return finish(tell_parameters(node, cudaGraphNodeTypeMemcpy, parameters));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return finish(tell_parameters(node, cudaGraphNodeTypeMemset, parameters));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return finish(tell_parameters(node, cudaGraphNodeTypeHost, parameters));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return finish(tell_event(node, cudaGraphNodeTypeEventRecord, event));
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return finish(tell_event(node, cudaGraphNodeTypeWaitEvent, event));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  if (found == nullptr || found->type != cudaGraphNodeTypeKernel || value == nullptr)
    return finish(cudaErrorInvalidValue);
  switch (attribute) {
  case cudaLaunchAttributePriority:
    value->priority = found->attributes.priority;
    return finish(cudaSuccess);
  case cudaLaunchAttributeAccessPolicyWindow:
    value->accessPolicyWindow = found->attributes.window;
    return finish(cudaSuccess);
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    value->sharedMemCarveout = static_cast<unsigned>(found->attributes.carveout);
    return finish(cudaSuccess);
  case cudaLaunchAttributeCooperative:
    value->cooperative = found->work.given != nullptr && found->work.given->cooperative;
    return finish(cudaSuccess);
  default:
    return finish(cudaErrorInvalidValue);
  }
}
