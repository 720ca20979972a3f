// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: attributes of streams.
#include <algorithm>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"

using namespace cudalab::emulator;

namespace {

bool is_property(cudaAccessProperty property) {
  return property >= cudaAccessPropertyNormal && property <= cudaAccessPropertyPersisting;
}

/// What misses cannot persist, as CUDA's reference says.
bool is_window(const cudaAccessPolicyWindow& window) {
  const auto most = static_cast<std::size_t>(device_description().accessPolicyMaxWindowSize);
  return window.num_bytes <= most && window.hitRatio >= 0 && window.hitRatio <= 1 &&
         is_property(window.hitProp) && is_property(window.missProp) &&
         window.missProp != cudaAccessPropertyPersisting;
}

bool set(CUstream_st& stream, cudaStreamAttrID attribute, const cudaStreamAttrValue& value) {
  switch (attribute) {
  case cudaStreamAttributeAccessPolicyWindow:
    if (!is_window(value.accessPolicyWindow))
      return false;
    stream.window = value.accessPolicyWindow;
    return true;
  case cudaStreamAttributeSynchronizationPolicy:
    if (value.syncPolicy < cudaSyncPolicyAuto || value.syncPolicy > cudaSyncPolicyBlockingSync)
      return false;
    stream.policy = value.syncPolicy;
    return true;
  case cudaStreamAttributePriority:
    stream.priority = std::clamp(value.priority, greatest_priority, least_priority);
    return true;
  }
  return false;
}

bool get(const CUstream_st& stream, cudaStreamAttrID attribute, cudaStreamAttrValue& value) {
  switch (attribute) {
  case cudaStreamAttributeAccessPolicyWindow:
    return value.accessPolicyWindow = stream.window, true;
  case cudaStreamAttributeSynchronizationPolicy:
    return value.syncPolicy = stream.policy, true;
  case cudaStreamAttributePriority:
    return value.priority = stream.priority, true;
  }
  return false;
}

} // namespace

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !set(*found, attribute, *value))
    return finish(cudaErrorInvalidValue);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  const auto lock = locked_queue();
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !get(*found, attribute, *value))
    return finish(cudaErrorInvalidValue);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  const auto lock = locked_queue();
  CUstream_st* const target = find_stream(to);
  const CUstream_st* const source = find_stream(from);
  if (target == nullptr || source == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  target->window = source->window;
  target->policy = source->policy;
  target->priority = source->priority;
  return finish(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return finish(cudaSuccess); // nothing persists
}
