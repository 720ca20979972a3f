// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: addresses and memory asked for by themselves. What is mapped and may be used is
/// an allocation like others, without a gap to its neighbours.
#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "emulator/include/cudalab/driver_mapping_api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/physical_memory.h"
#include "emulator/runtime/memory/repeated_pages.h"

using namespace cudalab::emulator;

namespace {

constexpr std::size_t granularity = std::size_t{2} << 20; // as on GPUs

/// What cuMemCreate makes.
struct piece_of_memory {
  std::shared_ptr<physical_memory> pages;
  CUmemAllocationProp properties = {};
  unsigned handles = 0;  ///< the program still has; 0: it has released the memory
  bool may_hold = false; ///< something: it has been used, here or in another process
};

/// ... and where it is. Only what is accessible is an allocation of the device's.
struct mapping {
  CUmemGenericAllocationHandle handle = 0;
  std::shared_ptr<piece_of_memory> memory;
  const void* mapped_at = nullptr; ///< code address of the call
  bool accessible = false;
};

struct mapping_registry {
  std::mutex mutex;
  std::map<CUmemGenericAllocationHandle, std::shared_ptr<piece_of_memory>> memory;
  std::map<std::byte*, mapping> mappings;
  CUmemGenericAllocationHandle last = 0;

  CUmemGenericAllocationHandle enter(std::shared_ptr<piece_of_memory> made) {
    made->handles = 1;
    memory.emplace(++last, std::move(made));
    return last;
  }
  /// That the program still has; null: it has none.
  piece_of_memory* find(CUmemGenericAllocationHandle handle) const {
    const auto found = memory.find(handle);
    return found == memory.end() || found->second->handles == 0 ? nullptr : found->second.get();
  }
  /// Nobody has it any more, or can.
  void forget_if_unused(CUmemGenericAllocationHandle handle) {
    const auto found = memory.find(handle);
    const bool used = std::any_of(mappings.begin(), mappings.end(),
                                  [=](const auto& each) { return each.second.handle == handle; });
    if (found != memory.end() && found->second->handles == 0 && !used)
      memory.erase(found);
  }
};

mapping_registry& mapped_memory() {
  static auto& all = *new mapping_registry;
  return all;
}

std::byte* place_at(CUdeviceptr address) {
  return reinterpret_cast<std::byte*>(address);
}

bool is_whole(std::uint64_t bytes) {
  return bytes != 0 && bytes % granularity == 0;
}

CUresult check_properties(const CUmemAllocationProp* wanted) {
  if (wanted == nullptr || wanted->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (wanted->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!is_device_number(wanted->location.id))
    return CUDA_ERROR_INVALID_DEVICE;
  return (wanted->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0
             ? CUDA_ERROR_NOT_SUPPORTED
             : CUDA_SUCCESS;
}

/// Mappings in a range, if the range holds each of them as a whole. @return false: it cuts one
bool find_mappings(std::byte* begin, std::size_t bytes, std::vector<std::byte*>& found) {
  for (const auto& [place, one] : mapped_memory().mappings) {
    std::byte* const end = place + one.memory->pages->bytes();
    if (end <= begin || place >= begin + bytes)
      continue;
    if (place < begin || end > begin + bytes)
      return false;
    found.push_back(place);
  }
  return true;
}

/// What the memory holds is not known from the outside: other addresses and processes write it,
/// too.
void take_for_filled(piece_of_memory& memory) {
  memory.may_hold = true;
  memory_listener* const listener = device_memory::instance().listener();
  if (listener == nullptr)
    return;
  for (const auto& [place, one] : mapped_memory().mappings)
    if (one.memory.get() == &memory && one.accessible)
      listener->written(place, memory.pages->bytes());
}

CUresult make_accessible(std::byte* place, mapping& one, bool shared) {
  const std::size_t bytes = one.memory->pages->bytes();
  if (!set_accessible(place, bytes, true))
    return CUDA_ERROR_OUT_OF_MEMORY;
  device_memory::instance().map(place, bytes, one.mapped_at,
                                {one.memory->properties.location.id, shared});
  one.accessible = true;
  const auto& all = mapped_memory().mappings;
  const bool elsewhere = std::any_of(all.begin(), all.end(), [&](const auto& each) {
    return &each.second != &one && each.second.memory == one.memory && each.second.accessible;
  });
  if (one.memory->may_hold || elsewhere)
    take_for_filled(*one.memory);
  return CUDA_SUCCESS;
}

/// It is no longer an allocation. What may still use it, since nothing orders that, is found.
CUresult end_access(std::byte* place, mapping& one) {
  const driver_call& call = *driver_call::current();
  one.accessible = false;
  one.memory->may_hold = true;
  const cudaError_t error = free_unordered({.name = "cuMemUnmap",
                                            .perform = [](operation_number) {},
                                            .called_at = call.caller,
                                            .uses = {{place, one.memory->pages->bytes(), true}},
                                            .effect = memory_effect::frees},
                                           call.caller);
  device_memory::instance().free(place, call.caller);
  return as_result(error);
}

} // namespace

CUresult cuMemAddressReserve(CUdeviceptr* begin, size_t bytes, size_t alignment, CUdeviceptr,
                             unsigned long long flags) {
  BEGIN_DRIVER_CALL("cuMemAddressReserve", check_initialised);
  const bool is_power = (alignment & (alignment - 1)) == 0;
  if (begin == nullptr || flags != 0 || !is_whole(bytes) || !is_power)
    return CUDA_ERROR_INVALID_VALUE;
  std::byte* const place = device_memory::instance().reserve_addresses(
      bytes, std::max<std::size_t>(alignment, granularity));
  if (place == nullptr)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *begin = reinterpret_cast<CUdeviceptr>(place);
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr begin, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemAddressFree", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  std::vector<std::byte*> found;
  if (!find_mappings(place_at(begin), bytes, found) || !found.empty() ||
      !device_memory::instance().end_reservation(place_at(begin), bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags which) {
  BEGIN_DRIVER_CALL("cuMemGetAllocationGranularity", check_initialised);
  if (bytes == nullptr || which < CU_MEM_ALLOC_GRANULARITY_MINIMUM ||
      which > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult failed = check_properties(properties); failed != CUDA_SUCCESS)
    return failed;
  *bytes = granularity;
  return CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
  BEGIN_DRIVER_CALL("cuMemCreate", check_initialised);
  if (handle == nullptr || flags != 0 || !is_whole(bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult failed = check_properties(properties); failed != CUDA_SUCCESS)
    return failed;
  const int device = properties->location.id;
  const device_memory& memory = device_memory::instance();
  if (bytes > memory.capacity() - std::min(memory.capacity(), memory.given_out(device)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  auto made = std::make_shared<piece_of_memory>();
  made->pages = physical_memory::make(bytes, std::to_string(device));
  if (made->pages == nullptr)
    return CUDA_ERROR_OUT_OF_MEMORY;
  made->properties = *properties;
  const std::lock_guard lock(mapped_memory().mutex);
  *handle = mapped_memory().enter(std::move(made));
  return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  BEGIN_DRIVER_CALL("cuMemRelease", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  piece_of_memory* const found = mapped_memory().find(handle);
  if (found == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  --found->handles;
  mapped_memory().forget_if_unused(handle);
  return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
  BEGIN_DRIVER_CALL("cuMemRetainAllocationHandle", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  const auto& all = mapped_memory().mappings;
  auto* const place = static_cast<std::byte*>(address);
  const auto after = all.upper_bound(place);
  if (handle == nullptr || after == all.begin() ||
      place >= std::prev(after)->first + std::prev(after)->second.memory->pages->bytes())
    return CUDA_ERROR_INVALID_VALUE;
  const mapping& found = std::prev(after)->second;
  ++found.memory->handles;
  *handle = found.handle;
  return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr begin, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
  BEGIN_DRIVER_CALL("cuMemMap", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  const piece_of_memory* const memory = mapped_memory().find(handle);
  std::vector<std::byte*> there;
  if (memory == nullptr || flags != 0 || !is_whole(bytes) || offset % granularity != 0 ||
      begin % granularity != 0 || !device_memory::instance().is_reserved(place_at(begin), bytes) ||
      !find_mappings(place_at(begin), bytes, there) || !there.empty())
    return CUDA_ERROR_INVALID_VALUE;
  if (offset != 0 || bytes != memory->pages->bytes()) // a part of it: no GPU does that either
    return offset + bytes > memory->pages->bytes() ? CUDA_ERROR_INVALID_VALUE
                                                   : CUDA_ERROR_NOT_SUPPORTED;
  if (!memory->pages->map_at(place_at(begin), false))
    return CUDA_ERROR_OUT_OF_MEMORY;
  mapped_memory().mappings[place_at(begin)] = {handle, mapped_memory().memory.at(handle),
                                               call.caller, false};
  return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr begin, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemUnmap", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  std::vector<std::byte*> found;
  if (!is_whole(bytes) || !device_memory::instance().is_reserved(place_at(begin), bytes) ||
      !find_mappings(place_at(begin), bytes, found))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = CUDA_SUCCESS;
  for (std::byte* const place : found) {
    mapping& one = mapped_memory().mappings.at(place);
    if (one.accessible)
      if (const CUresult failed = end_access(place, one); failed != CUDA_SUCCESS)
        result = failed;
    give_own_pages(place, one.memory->pages->bytes());
    const CUmemGenericAllocationHandle handle = one.handle;
    mapped_memory().mappings.erase(place);
    mapped_memory().forget_if_unused(handle);
  }
  return result;
}

namespace {

/// Whether the mappings, in the order of their places, fill the range.
bool fill_range(const std::vector<std::byte*>& places, std::byte* begin, std::size_t bytes) {
  const std::byte* end = begin;
  for (const std::byte* const place : places) {
    if (place != end)
      return false;
    end += mapped_memory().mappings.at(const_cast<std::byte*>(place)).memory->pages->bytes();
  }
  return end == begin + bytes;
}

CUresult check_access(const CUmemAccessDesc* wanted, std::size_t count) {
  if (wanted == nullptr || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t i = 0; i < count; ++i) {
    if (wanted[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE)
      return CUDA_ERROR_INVALID_VALUE;
    if (!is_device_number(wanted[i].location.id))
      return CUDA_ERROR_INVALID_DEVICE;
    if (wanted[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (wanted[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
        wanted[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult cuMemSetAccess(CUdeviceptr begin, size_t bytes, const CUmemAccessDesc* wanted,
                        size_t count) {
  BEGIN_DRIVER_CALL("cuMemSetAccess", check_initialised);
  if (const CUresult failed = check_access(wanted, count); failed != CUDA_SUCCESS)
    return failed;
  const std::lock_guard lock(mapped_memory().mutex);
  std::vector<std::byte*> found;
  if (!is_whole(bytes) || !find_mappings(place_at(begin), bytes, found) ||
      !fill_range(found, place_at(begin), bytes))
    return CUDA_ERROR_INVALID_VALUE;
  const auto is_allowed = [](const CUmemAccessDesc& each) {
    return each.flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  };
  const bool accessible = std::any_of(wanted, wanted + count, is_allowed);
  for (std::byte* const place : found) {
    mapping& one = mapped_memory().mappings.at(place);
    const int own = one.memory->properties.location.id;
    const bool shared = std::any_of(wanted, wanted + count, [&](const CUmemAccessDesc& each) {
      return is_allowed(each) && each.location.id != own;
    });
    CUresult result = CUDA_SUCCESS;
    if (accessible && !one.accessible)
      result = make_accessible(place, one, shared);
    else if (!accessible && one.accessible)
      result = end_access(place, one);
    if (!accessible && !set_accessible(place, one.memory->pages->bytes(), false))
      result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS)
      return result;
  }
  return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr address) {
  BEGIN_DRIVER_CALL("cuMemGetAccess", check_initialised);
  if (flags == nullptr || location == nullptr || location->type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(location->id))
    return CUDA_ERROR_INVALID_DEVICE;
  const auto found = device_memory::instance().find(place_at(address));
  *flags = found && (found->device == location->id || peer_access(location->id, found->device))
               ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
               : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle) {
  BEGIN_DRIVER_CALL("cuMemGetAllocationPropertiesFromHandle", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  const piece_of_memory* const found = mapped_memory().find(handle);
  if (properties == nullptr || found == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  *properties = found->properties;
  return CUDA_SUCCESS;
}

CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags) {
  BEGIN_DRIVER_CALL("cuMemExportToShareableHandle", check_initialised);
  const std::lock_guard lock(mapped_memory().mutex);
  piece_of_memory* const found = mapped_memory().find(handle);
  if (shareable == nullptr || flags != 0 || found == nullptr ||
      (found->properties.requestedHandleTypes & type) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  const int file = fcntl(found->pages->file(), F_DUPFD_CLOEXEC, 0);
  if (file < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  take_for_filled(*found); // others may write it from now on
  *static_cast<int*>(shareable) = file;
  return CUDA_SUCCESS;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type) {
  BEGIN_DRIVER_CALL("cuMemImportFromShareableHandle", check_initialised);
  if (handle == nullptr || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  auto found = std::make_shared<piece_of_memory>();
  found->pages =
      physical_memory::of_descriptor(static_cast<int>(reinterpret_cast<std::intptr_t>(shareable)));
  int device = -1;
  if (found->pages != nullptr) {
    const std::string& label = found->pages->label();
    std::from_chars(label.data(), label.data() + label.size(), device);
  }
  if (found->pages == nullptr || !is_whole(found->pages->bytes()))
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  found->properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  found->properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  found->properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  found->may_hold = true;
  const std::lock_guard lock(mapped_memory().mutex);
  *handle = mapped_memory().enter(std::move(found));
  return CUDA_SUCCESS;
}
