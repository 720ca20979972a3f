// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: what is to be known of the memory of graphs.
#include <cstdint>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  if (parameters == nullptr || found == nullptr || found->type != cudaGraphNodeTypeMemAlloc)
    return finish(cudaErrorInvalidValue);
  const graph_memory& memory = *found->memory;
  *parameters = {memory.properties, memory.access.data(), memory.access.size(), memory.bytes,
                 memory.begin};
  return finish(cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* address) {
  const auto lock = locked_queue();
  const CUgraphNode_st* const found = find_live_node(node);
  if (address == nullptr || found == nullptr || found->type != cudaGraphNodeTypeMemFree)
    return finish(cudaErrorInvalidValue);
  *static_cast<void**>(address) = found->memory->begin;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  const auto lock = locked_queue();
  const graph_memory_sums& sums = graph_memory_of(device);
  const std::uint64_t all[] = {sums.used, sums.used_most, sums.reserved, sums.reserved_most};
  if (value == nullptr || attribute < cudaGraphMemAttrUsedMemCurrent ||
      attribute > cudaGraphMemAttrReservedMemHigh)
    return finish(cudaErrorInvalidValue);
  *static_cast<std::uint64_t*>(value) = all[attribute];
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  const auto lock = locked_queue();
  graph_memory_sums& sums = graph_memory_of(device);
  const bool is_mark =
      attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
  if (value == nullptr || !is_mark || *static_cast<const std::uint64_t*>(value) != 0)
    return finish(cudaErrorInvalidValue);
  if (attribute == cudaGraphMemAttrUsedMemHigh)
    sums.used_most = sums.used;
  else
    sums.reserved_most = sums.reserved;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  const auto lock = locked_queue();
  trim_blocks(device);
  return finish(cudaSuccess);
}
