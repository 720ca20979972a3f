// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: kernel second (line 36) is in a graph in the default stream
// Says: kernel first (line 34) is in a graph in the default stream, and nothing orders them
// Says: {second}
// Says: the nodes of lines 34 and 36 are of one graph, and neither comes after the other
// Says: cudaGraphAddDependencies
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 64;

__global__ void first(int* a) {
  a[threadIdx.x] = 1; // @first
}
__global__ void second(int* a) {
  a[threadIdx.x] = 2; // @second
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, n * sizeof(int));
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  void* arguments[] = {&a};
  cudaKernelNodeParams run = {};
  run.gridDim = dim3(1);
  run.blockDim = dim3(n);
  run.kernelParams = arguments;
  cudaGraphNode_t one = nullptr, other = nullptr;
  run.func = (void*)first;
  cudaGraphAddKernelNode(&one, graph, nullptr, 0, &run);
  run.func = (void*)second;
  cudaGraphAddKernelNode(&other, graph, nullptr, 0, &run); // wrong: not after `one`
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(a);
}
