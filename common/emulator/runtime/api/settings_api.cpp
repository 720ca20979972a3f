// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: settings of the device, most of them hints; choosing a device; peers.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "emulator/include/cudalab/device_api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/api/device_heap.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// Indexed by cudaLimit, in bytes; as on a GPU where a program may rely on it.
std::atomic<std::size_t> limits[] = {1024, 1 << 20, 8 << 20, 0, 0, 64, 0};
std::atomic<cudaFuncCache> cache = cudaFuncCachePreferNone;
std::atomic<cudaSharedMemConfig> banks = cudaSharedMemBankSizeFourByte;
std::atomic<unsigned> device_flags = cudaDeviceMapHost;

template <class Kept, class Value>
cudaError_t tell(const Kept& kept, Value* value, const void* caller) {
  if (value == nullptr)
    return finish(cudaErrorInvalidValue);
  give(value, kept, caller);
  return finish(cudaSuccess);
}

bool has_limit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && static_cast<std::size_t>(limit) < std::size(limits) &&
         limit != cudaLimitDevRuntimeSyncDepth && limit != cudaLimitDevRuntimePendingLaunchCount;
}

bool valid_flags(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  return (flags & ~cudaDeviceMask) == 0 && (schedule & (schedule - 1)) == 0;
}

/// The address that cudaDeviceGetPCIBusId tells: domain, bus, device, function. The bus is the
/// device's number.
constexpr char bus_id[] = "0000:00:00.0";
constexpr std::size_t bus_in_id = 6;

} // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (!has_limit(limit))
    return finish(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  if (limit == cudaLimitMallocHeapSize)
    set_device_heap_limit(value);
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (!has_limit(limit))
    return finish(cudaErrorUnsupportedLimit);
  return tell(limits[limit], value, CALLER);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
    return finish(cudaErrorInvalidValue);
  cache = config;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return tell(cache, config, CALLER);
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return finish(cudaSuccess); // banks of 4 bytes since compute capability 5.0, whatever one asks
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return tell(banks, config, CALLER);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  if (!valid_flags(flags))
    return finish(cudaErrorInvalidValue);
  device_flags = flags | cudaDeviceMapHost;
  return finish(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return tell(device_flags, flags, CALLER);
}

cudaError_t cudaInitDevice(int device, unsigned wanted, unsigned flags) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  if ((flags & ~cudaInitDeviceFlagsAreValid) != 0)
    return finish(cudaErrorInvalidValue);
  return flags != 0 ? cudaSetDeviceFlags(wanted) : finish(cudaSuccess);
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (count < 0 || (devices == nullptr && count != 0))
    return finish(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (!is_device_number(devices[i]))
      return finish(cudaErrorInvalidDevice);
  return finish(cudaSuccess);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  return wanted == nullptr ? finish(cudaErrorInvalidValue) : tell(0, device, CALLER);
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
  if (text == nullptr || size < static_cast<int>(sizeof bus_id))
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  std::memcpy(text, bus_id, sizeof bus_id);
  text[bus_in_id] = static_cast<char>('0' + device);
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  unsigned domain = 0, bus = 0, number = 0, function = 0;
  if (device == nullptr || text == nullptr)
    return finish(cudaErrorInvalidValue);
  // The domain and the function may be left out.
  if (std::sscanf(text, "%x:%x:%x.%x", &domain, &bus, &number, &function) < 3) {
    domain = function = 0;
    if (std::sscanf(text, "%x:%x.%x", &bus, &number, &function) < 2)
      return finish(cudaErrorInvalidValue);
  }
  if (domain != 0 || bus >= static_cast<unsigned>(device_count()) || number != 0 || function != 0)
    return finish(cudaErrorInvalidDevice);
  *device = static_cast<int>(bus);
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!is_device_number(device) || !is_device_number(peer))
    return finish(cudaErrorInvalidDevice);
  return tell(device != peer ? 1 : 0, can, CALLER);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags != 0)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(peer) || peer == current_device())
    return finish(cudaErrorInvalidDevice);
  if (call_fails("cudaDeviceEnablePeerAccess", __builtin_return_address(0)))
    return finish(cudaErrorPeerAccessUnsupported);
  return finish(set_peer_access(current_device(), peer, true) ? cudaSuccess
                                                              : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (!is_device_number(peer) || peer == current_device())
    return finish(cudaErrorInvalidDevice);
  return finish(set_peer_access(current_device(), peer, false) ? cudaSuccess
                                                               : cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
  if (value == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(from) || !is_device_number(to) || from == to)
    return finish(cudaErrorInvalidDevice);
  switch (attribute) {
  case cudaDevP2PAttrPerformanceRank:
  case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
    return tell(0, value, CALLER);
  case cudaDevP2PAttrAccessSupported:
  case cudaDevP2PAttrNativeAtomicSupported:
  case cudaDevP2PAttrCudaArrayAccessSupported:
    return tell(1, value, CALLER);
  }
  return finish(cudaErrorInvalidValue);
}
