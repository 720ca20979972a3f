// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: kernels decide which nodes of their graph run, and how often.
#include "check.h"

#include <cuda_runtime.h>

/// One step towards 1, as L. Collatz has it.
__global__ void step(unsigned* number, unsigned* steps, cudaGraphConditionalHandle goes_on) {
  *number = *number % 2 == 0 ? *number / 2 : 3 * *number + 1;
  ++*steps;
  cudaGraphSetConditional(goes_on, *number != 1);
}
__global__ void choose(const unsigned* number, cudaGraphConditionalHandle which) {
  cudaGraphSetConditional(which, *number);
}
__global__ void store(unsigned* where, unsigned value) {
  *where = value;
}

int main() {
  unsigned* values = nullptr; // the number, its steps, a result
  OK(cudaMalloc(&values, 3 * sizeof(unsigned)));
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));

  // As long as the number is not 1; it is not at first.
  cudaGraphConditionalHandle goes_on;
  OK(cudaGraphConditionalHandleCreate(&goes_on, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
  loop.conditional.handle = goes_on;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t loops = nullptr;
  OK(cudaGraphAddNode(&loops, graph, nullptr, nullptr, 0, &loop));
  OK(cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                   cudaStreamCaptureModeGlobal));
  step<<<1, 1, 0, stream>>>(values, values + 1, goes_on);
  OK(cudaStreamEndCapture(stream, nullptr));

  // Then one of three, by the number of steps.
  cudaGraphConditionalHandle which;
  OK(cudaGraphConditionalHandleCreate(&which, graph));
  cudaGraphNode_t chooses = nullptr, switches = nullptr;
  const unsigned* steps = values + 1;
  void* choice[] = {&steps, &which};
  cudaGraphNodeParams run = {cudaGraphNodeTypeKernel};
  run.kernel.func = (void*)choose;
  run.kernel.gridDim = dim3(1);
  run.kernel.blockDim = dim3(1);
  run.kernel.kernelParams = choice;
  OK(cudaGraphAddNode(&chooses, graph, &loops, nullptr, 1, &run));
  cudaGraphNodeParams cases = {cudaGraphNodeTypeConditional};
  cases.conditional.handle = which;
  cases.conditional.type = cudaGraphCondTypeSwitch;
  cases.conditional.size = 3;
  OK(cudaGraphAddNode(&switches, graph, &chooses, nullptr, 1, &cases));
  for (unsigned i = 0; i < 3; ++i) {
    unsigned* result = values + 2;
    unsigned value = 100 + i;
    void* arguments[] = {&result, &value};
    cudaGraphNode_t node = nullptr;
    run.kernel.func = (void*)store;
    run.kernel.kernelParams = arguments;
    OK(cudaGraphAddNode(&node, cases.conditional.phGraph_out[i], nullptr, nullptr, 0, &run));
  }

  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  const unsigned starts[] = {2, 4, 27}, steps_of[] = {1, 2, 111}, results[] = {101, 102, 7};
  for (int i = 0; i < 3; ++i) {
    unsigned all[3] = {starts[i], 0, 7};
    OK(cudaMemcpy(values, all, sizeof all, cudaMemcpyHostToDevice));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(all, values, sizeof all, cudaMemcpyDeviceToHost));
    CHECK(all[0] == 1);
    CHECK(all[1] == steps_of[i]);
    CHECK(all[2] == results[i]);
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(values));
  return 0;
}
