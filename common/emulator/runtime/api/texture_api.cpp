// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: texture and surface objects.
#include "emulator/include/cudalab/texture_api.h"

#include <cstdint>

#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/arrays.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

namespace {

bool one_of(int value, int last) {
  return value >= 0 && value <= last;
}

/// @return an error, or cudaSuccess
cudaError_t check(const elements& source, const cudaResourceDesc& resource,
                  const cudaTextureDesc& how) {
  for (const cudaTextureAddressMode each : how.addressMode)
    if (!one_of(each, cudaAddressModeBorder))
      return cudaErrorInvalidValue;
  if (!one_of(how.filterMode, cudaFilterModeLinear) ||
      !one_of(how.readMode, cudaReadModeNormalizedFloat))
    return cudaErrorInvalidValue;
  if (how.sRGB != 0 || how.maxAnisotropy > 1)
    return cudaErrorNotSupported;
  const bool integers = source.format.f != cudaChannelFormatKindFloat;
  const bool normalized = how.readMode == cudaReadModeNormalizedFloat;
  if (normalized && integers && source.format.x == 32)
    return cudaErrorInvalidNormSetting;
  const bool mipmapped = resource.resType == cudaResourceTypeMipmappedArray;
  const bool joins = how.filterMode == cudaFilterModeLinear ||
                     (mipmapped && how.mipmapFilterMode == cudaFilterModeLinear);
  if (joins && integers && !normalized)
    return cudaErrorInvalidFilterSetting;
  if (mipmapped && !one_of(how.mipmapFilterMode, cudaFilterModeLinear))
    return cudaErrorInvalidValue;
  if (mipmapped && how.normalizedCoords == 0)
    return cudaErrorNotSupported;
  const cudaDeviceProp& device = device_description();
  if (!source.is_array &&
      reinterpret_cast<std::uintptr_t>(source.begin) % device.textureAlignment != 0)
    return cudaErrorInvalidValue;
  if (resource.resType == cudaResourceTypePitch2D &&
      source.pitch % device.texturePitchAlignment != 0)
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t add(unsigned long long* handle, const texture_object& made) {
  *handle = add_object(made);
  return finish(*handle == 0 ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t remove(unsigned long long handle) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(remove_object(handle) ? cudaSuccess : cudaErrorInvalidValue);
}

} // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (texture == nullptr || resource == nullptr || description == nullptr)
    return finish(cudaErrorInvalidValue);
  if (view != nullptr)
    return finish(cudaErrorNotSupported);
  const auto source = elements_of(*resource);
  if (!source)
    return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check(*source, *resource, *description); error != cudaSuccess)
    return finish(error);
  return add(texture, {*source, levels_of(*resource), *resource, *description});
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return remove(texture);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
  const texture_object* const found = find_object(texture);
  if (resource == nullptr || found == nullptr)
    return finish(cudaErrorInvalidValue);
  *resource = found->resource;
  return finish(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
  const texture_object* const found = find_object(texture);
  if (description == nullptr || found == nullptr)
    return finish(cudaErrorInvalidValue);
  *description = found->description;
  return finish(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t) {
  return finish(cudaErrorInvalidValue); // no texture was given one
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* elements,
                                                 const cudaChannelFormatDesc* format, int device) {
  constexpr std::size_t most = std::size_t{1} << 28; // as on GPUs
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  if (elements == nullptr || format == nullptr || channels_of(*format) == 0)
    return finish(cudaErrorInvalidValue);
  *elements = most;
  return finish(cudaSuccess);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (surface == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
    return finish(cudaErrorInvalidValue);
  const auto source = elements_of(*resource);
  // Levels of mipmapped arrays need no flag, as NVIDIA's sample bindlessTexture has it.
  const cudaArray* const array = find_array(resource->res.array.array);
  if (!source || (!array->is_level && (source->array_flags & cudaArraySurfaceLoadStore) == 0))
    return finish(cudaErrorInvalidValue);
  return add(surface, {*source, {}, *resource, {}});
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return remove(surface);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
  const texture_object* const found = find_object(surface);
  if (resource == nullptr || found == nullptr)
    return finish(cudaErrorInvalidValue);
  *resource = found->resource;
  return finish(cudaSuccess);
}
