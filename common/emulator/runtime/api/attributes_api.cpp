// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/include/cudalab/device_api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// Kilohertz. The device has no clock of its own: clock64() counts nanoseconds.
constexpr int clock_rate = 1000000;

#define IS(name, amount)                                                                           \
  case cudaDevAttr##name:                                                                          \
    value = static_cast<int>(amount);                                                              \
    return true;

/// False: there is no such attribute.
bool read_attribute(const cudaDeviceProp& p, cudaDeviceAttr attribute, int& value) {
  switch (attribute) {
    IS(MaxThreadsPerBlock, p.maxThreadsPerBlock)
    IS(MaxBlockDimX, p.maxThreadsDim[0])
    IS(MaxBlockDimY, p.maxThreadsDim[1])
    IS(MaxBlockDimZ, p.maxThreadsDim[2])
    IS(MaxGridDimX, p.maxGridSize[0])
    IS(MaxGridDimY, p.maxGridSize[1])
    IS(MaxGridDimZ, p.maxGridSize[2])
    IS(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)
    IS(TotalConstantMemory, p.totalConstMem)
    IS(WarpSize, p.warpSize)
    IS(MaxPitch, p.memPitch)
    IS(MaxRegistersPerBlock, p.regsPerBlock)
    IS(ClockRate, clock_rate)
    IS(TextureAlignment, p.textureAlignment)
    IS(GpuOverlap, p.asyncEngineCount > 0)
    IS(MultiProcessorCount, p.multiProcessorCount)
    IS(KernelExecTimeout, 1)
    IS(Integrated, p.integrated)
    IS(CanMapHostMemory, p.canMapHostMemory)
    IS(ComputeMode, cudaComputeModeDefault)
    IS(SurfaceAlignment, p.surfaceAlignment)
    IS(ConcurrentKernels, p.concurrentKernels)
    IS(EccEnabled, p.ECCEnabled)
    IS(PciBusId, p.pciBusID)
    IS(PciDeviceId, p.pciDeviceID)
    IS(TccDriver, p.tccDriver)
    IS(MemoryClockRate, clock_rate)
    IS(GlobalMemoryBusWidth, p.memoryBusWidth)
    IS(L2CacheSize, p.l2CacheSize)
    IS(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)
    IS(AsyncEngineCount, p.asyncEngineCount)
    IS(UnifiedAddressing, p.unifiedAddressing)
    IS(PciDomainId, p.pciDomainID)
    IS(TexturePitchAlignment, p.texturePitchAlignment)
    IS(ComputeCapabilityMajor, p.major)
    IS(ComputeCapabilityMinor, p.minor)
    IS(StreamPrioritiesSupported, p.streamPrioritiesSupported)
    IS(GlobalL1CacheSupported, p.globalL1CacheSupported)
    IS(LocalL1CacheSupported, p.localL1CacheSupported)
    IS(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor)
    IS(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)
    IS(ManagedMemory, p.managedMemory)
    IS(IsMultiGpuBoard, p.isMultiGpuBoard)
    IS(MultiGpuBoardGroupID, p.multiGpuBoardGroupID)
    IS(HostNativeAtomicSupported, p.hostNativeAtomicSupported)
    IS(SingleToDoublePrecisionPerfRatio, 2)
    IS(PageableMemoryAccess, p.pageableMemoryAccess)
    IS(ConcurrentManagedAccess, p.concurrentManagedAccess)
    IS(ComputePreemptionSupported, p.computePreemptionSupported)
    IS(CanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem)
    IS(CooperativeLaunch, p.cooperativeLaunch)
    IS(MaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin)
    IS(CanFlushRemoteWrites, 0)
    IS(HostRegisterSupported, p.hostRegisterSupported)
    IS(PageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables)
    IS(DirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost)
    IS(MaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor)
    IS(MaxPersistingL2CacheSize, p.persistingL2CacheMaxSize)
    IS(MaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize)
    IS(ReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock)
    IS(SparseCudaArraySupported, p.sparseCudaArraySupported)
    IS(HostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported)
    IS(TimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported)
    IS(MemoryPoolsSupported, p.memoryPoolsSupported)
    IS(GPUDirectRDMASupported, p.gpuDirectRDMASupported)
    IS(MemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes)
    IS(ClusterLaunch, p.clusterLaunch)
    IS(DeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported)
    IS(IpcEventSupport, p.ipcEventSupported)
    IS(MemSyncDomainCount, 1)
    IS(NumaId, p.deviceNumaId)
    IS(MpsEnabled, p.mpsEnabled)
    IS(HostNumaId, p.hostNumaId)
  // Textures, surfaces and what else this device does not have.
  case cudaDevAttrMaxTexture1DWidth:
  case cudaDevAttrMaxTexture2DWidth:
  case cudaDevAttrMaxTexture2DHeight:
  case cudaDevAttrMaxTexture3DWidth:
  case cudaDevAttrMaxTexture3DHeight:
  case cudaDevAttrMaxTexture3DDepth:
  case cudaDevAttrMaxTexture2DLayeredWidth:
  case cudaDevAttrMaxTexture2DLayeredHeight:
  case cudaDevAttrMaxTexture2DLayeredLayers:
  case cudaDevAttrMaxTexture1DLayeredWidth:
  case cudaDevAttrMaxTexture1DLayeredLayers:
  case cudaDevAttrMaxTexture2DGatherWidth:
  case cudaDevAttrMaxTexture2DGatherHeight:
  case cudaDevAttrMaxTexture3DWidthAlt:
  case cudaDevAttrMaxTexture3DHeightAlt:
  case cudaDevAttrMaxTexture3DDepthAlt:
  case cudaDevAttrMaxTextureCubemapWidth:
  case cudaDevAttrMaxTextureCubemapLayeredWidth:
  case cudaDevAttrMaxTextureCubemapLayeredLayers:
  case cudaDevAttrMaxSurface1DWidth:
  case cudaDevAttrMaxSurface2DWidth:
  case cudaDevAttrMaxSurface2DHeight:
  case cudaDevAttrMaxSurface3DWidth:
  case cudaDevAttrMaxSurface3DHeight:
  case cudaDevAttrMaxSurface3DDepth:
  case cudaDevAttrMaxSurface1DLayeredWidth:
  case cudaDevAttrMaxSurface1DLayeredLayers:
  case cudaDevAttrMaxSurface2DLayeredWidth:
  case cudaDevAttrMaxSurface2DLayeredHeight:
  case cudaDevAttrMaxSurface2DLayeredLayers:
  case cudaDevAttrMaxSurfaceCubemapWidth:
  case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
  case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
  case cudaDevAttrMaxTexture1DLinearWidth:
  case cudaDevAttrMaxTexture2DLinearWidth:
  case cudaDevAttrMaxTexture2DLinearHeight:
  case cudaDevAttrMaxTexture2DLinearPitch:
  case cudaDevAttrMaxTexture2DMipmappedWidth:
  case cudaDevAttrMaxTexture2DMipmappedHeight:
  case cudaDevAttrMaxTexture1DMipmappedWidth:
  case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
  case cudaDevAttrGPUDirectRDMAWritesOrdering:
  case cudaDevAttrNumaConfig:
  case cudaDevAttrD3D12CigSupported:
  case cudaDevAttrVulkanCigSupported:
  case cudaDevAttrGpuPciDeviceId:
  case cudaDevAttrGpuPciSubsystemId:
  case cudaDevAttrHostNumaMemoryPoolsSupported:
  case cudaDevAttrHostNumaMultinodeIpcSupported:
  case cudaDevAttrHostMemoryPoolsSupported:
    IS(OnlyPartialHostNativeAtomicSupported, 0)
  case cudaDevAttrMax:
    break;
  }
  return false;
}

} // namespace

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  if (value == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(number))
    return finish(cudaErrorInvalidDevice);
  int found = 0;
  if (!read_attribute(device_description(), attribute, found))
    return finish(cudaErrorInvalidValue);
  give(value, found, CALLER);
  return finish(cudaSuccess);
}
