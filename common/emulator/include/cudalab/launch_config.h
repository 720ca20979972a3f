// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What cudaLaunchKernelEx is told: the launch's sizes and attributes, with CUDA's numbers.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "api.h"

#define CUDALAB_NO_ATTRIBUTE                                                                       \
  __attribute__((unavailable("the emulated device does not support this launch attribute: blocks " \
                             "are not grouped into clusters, and kernels of a stream do not "      \
                             "overlap")))
typedef enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1, ///< without effect here
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension CUDALAB_NO_ATTRIBUTE = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference CUDALAB_NO_ATTRIBUTE = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization CUDALAB_NO_ATTRIBUTE = 6,
  cudaLaunchAttributeProgrammaticEvent CUDALAB_NO_ATTRIBUTE = 7,
  cudaLaunchAttributePriority = 8,                      ///< without effect here
  cudaLaunchAttributePreferredSharedMemoryCarveout = 14 ///< without effect here
} cudaLaunchAttributeID;
#undef CUDALAB_NO_ATTRIBUTE

typedef union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  int priority;
  unsigned int sharedMemCarveout;
} cudaLaunchAttributeValue;

typedef struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  char pad[8 - sizeof(cudaLaunchAttributeID)];
  cudaLaunchAttributeValue val;
} cudaLaunchAttribute;

typedef struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
} cudaLaunchConfig_t;

// Of a node of a graph that is a kernel.
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference                                   \
  cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout                                       \
  cudaLaunchAttributePreferredSharedMemoryCarveout

/// The priority counts where cudaGraphInstantiateFlagUseNodePriority was given.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value);
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value);
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from);
