// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: nodes of a captured graph tell what they do, and one argument of a kernel is exchanged for launches to come.
#include "check.h"

constexpr int n = 64;

__device__ int factor[1];

__global__ void scale(int* to, const int* from, int by) {
  to[threadIdx.x] = from[threadIdx.x] * by * factor[0];
}

__global__ void raise(int* a, char by) {
  a[threadIdx.x] += by;
}

void count_call(void* data) {
  ++*static_cast<int*>(data);
}

int main() {
  int *a = nullptr, *b = nullptr, *c = nullptr;
  static int output[n];
  for (int** const each : {&a, &b, &c})
    OK(cudaMalloc(each, sizeof output));
  OK(cudaMemset(c, 0, sizeof output));
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));
  int calls = 0;
  OK(cudaDeviceSynchronize());
  cudaGraph_t graph = nullptr;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(a, 0, sizeof output, stream));
  raise<<<1, n, 0, stream>>>(a, 2);
  scale<<<1, n, 0, stream>>>(b, a, 10);
  OK(cudaMemcpyAsync(c, b, sizeof output, cudaMemcpyDeviceToDevice, stream));
  OK(cudaLaunchHostFunc(stream, count_call, &calls));
  OK(cudaStreamEndCapture(stream, &graph));

  cudaGraphNode_t nodes[5] = {}, scales = nullptr, copies = nullptr;
  size_t count = 5;
  OK(cudaGraphGetNodes(graph, nodes, &count));
  CHECK(count == 5);
  int seen = 0;
  for (cudaGraphNode_t each : nodes) {
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(each, &type));
    if (type == cudaGraphNodeTypeKernel) {
      cudaKernelNodeParams p = {};
      OK(cudaGraphKernelNodeGetParams(each, &p));
      CHECK(p.gridDim.x == 1 && p.blockDim.x == n);
      if (p.func == (void*)scale) {
        scales = each;
        CHECK(*static_cast<int*>(p.kernelParams[2]) == 10);
      } else {
        CHECK(p.func == (void*)raise);
        CHECK(*static_cast<char*>(p.kernelParams[1]) == 2);
      }
    } else if (type == cudaGraphNodeTypeMemcpy) {
      cudaMemcpy3DParms p = {};
      OK(cudaGraphMemcpyNodeGetParams(each, &p));
      CHECK(p.srcPtr.ptr == b && p.dstPtr.ptr == c && p.extent.width == sizeof output);
      copies = each;
    } else if (type == cudaGraphNodeTypeMemset) {
      cudaMemsetParams p = {};
      OK(cudaGraphMemsetNodeGetParams(each, &p));
      CHECK(p.dst == a && p.value == 0);
    } else {
      cudaHostNodeParams p = {};
      OK(cudaGraphHostNodeGetParams(each, &p));
      CHECK(p.fn == count_call && p.userData == &calls);
    }
    ++seen;
  }
  CHECK(seen == 5 && scales != nullptr && copies != nullptr);

  // a node before: the variable gets its number
  const int number = 3;
  cudaGraphNode_t sets = nullptr;
  OK(cudaGraphAddMemcpyNodeToSymbol(&sets, graph, nullptr, 0, factor, &number, sizeof number, 0,
                                    cudaMemcpyHostToDevice));
#if CUDART_VERSION >= 13000
  OK(cudaGraphAddDependencies(graph, &sets, &scales, nullptr, 1));
#else
  OK(cudaGraphAddDependencies(graph, &sets, &scales, 1));
#endif

  cudaKernelNodeAttrValue value = {};
  OK(cudaGraphKernelNodeGetAttribute(scales, cudaKernelNodeAttributePriority, &value));
  OK(cudaGraphKernelNodeSetAttribute(scales, cudaKernelNodeAttributePriority, &value));

  cudaGraphInstantiateParams how = {};
  how.flags = cudaGraphInstantiateFlagUseNodePriority;
  cudaGraphExec_t ready = nullptr;
  OK(cudaGraphInstantiateWithParams(&ready, graph, &how));
  CHECK(how.result_out == cudaGraphInstantiateSuccess);
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(ready, &flags));
  CHECK(flags == cudaGraphInstantiateFlagUseNodePriority);
  OK(cudaGraphLaunch(ready, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(output, c, sizeof output, cudaMemcpyDeviceToHost));
  CHECK(output[0] == 60 && output[n - 1] == 60 && calls == 1);

  // only one argument becomes another one
  cudaKernelNodeParams p = {};
  OK(cudaGraphKernelNodeGetParams(scales, &p));
  int by = 100;
  void* arguments[] = {p.kernelParams[0], p.kernelParams[1], &by};
  p.kernelParams = arguments;
  OK(cudaGraphExecKernelNodeSetParams(ready, scales, &p));
  OK(cudaGraphLaunch(ready, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(output, c, sizeof output, cudaMemcpyDeviceToHost));
  CHECK(output[0] == 600 && output[n - 1] == 600 && calls == 2);

  size_t offset = 0, bytes = 0;
  OK(cudaFuncGetParamInfo((const void*)scale, 2, &offset, &bytes));
  CHECK(offset == 16 && bytes == 4);
  CHECK(cudaFuncGetParamInfo((const void*)scale, 3, &offset, &bytes) == cudaErrorInvalidValue);
  cudaHostNodeParams none = {};
  CHECK(cudaGraphHostNodeGetParams(scales, &none) == cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaGraphExecDestroy(ready));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  for (int* const each : {a, b, c})
    OK(cudaFree(each));
  return 0;
}
