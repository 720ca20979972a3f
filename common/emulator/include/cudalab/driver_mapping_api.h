// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: addresses and memory asked for by themselves, and put together by cuMemMap. As
/// on a GPU all of a handle's memory is mapped at once, sizes are multiples of 2 MB, and what is
/// mapped is there for no kernel before cuMemSetAccess.
#pragma once // IWYU pragma: private, include <cuda.h>

#include "driver_errors.h"
#include "driver_types.h"

/// @param alignment a power of two, or 0 @param wished, flags 0 (another address is a hint)
CUresult cuMemAddressReserve(CUdeviceptr* begin, size_t bytes, size_t alignment, CUdeviceptr wished,
                             unsigned long long flags);
/// Of a whole reservation, in which nothing is mapped.
CUresult cuMemAddressFree(CUdeviceptr begin, size_t bytes);
/// Memory of a device. It can be given to other processes as a file descriptor.
CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags);
/// Memory that is mapped stays until it is no more.
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address);
CUresult cuMemMap(CUdeviceptr begin, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
/// All that is mapped there, each piece as a whole. It does not wait for kernels.
CUresult cuMemUnmap(CUdeviceptr begin, size_t bytes);
/// Of all that is mapped there: to be read and written, or not at all. (To be only read:
/// CUDA_ERROR_NOT_SUPPORTED.) Peer access is not asked for then.
CUresult cuMemSetAccess(CUdeviceptr begin, size_t bytes, const CUmemAccessDesc* wanted,
                        size_t count);
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr address);
CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags which);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle);
/// A file descriptor of the program's own: `shareable` points to an int.
CUresult cuMemExportToShareableHandle(void* shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
/// @param shareable the descriptor itself, as a pointer
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shareable,
                                        CUmemAllocationHandleType type);
