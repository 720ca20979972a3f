// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: the cudaStreamWaitEvent in line 33 does not cover line 32: the event that it waits for was recorded in line 31
// Says: Record it behind line 32
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 64;

__global__ void make(float* data) {
  data[threadIdx.x] = 1;
}

int main() {
  float *data = nullptr, *host = nullptr;
  cudaMalloc(&data, n * sizeof(float));
  cudaMallocHost(&host, n * sizeof(float));
  cudaStream_t out = nullptr, work = nullptr, side = nullptr;
  cudaStreamCreate(&out);
  cudaStreamCreate(&work);
  cudaStreamCreate(&side);
  cudaEvent_t emptied = nullptr;
  cudaEventCreate(&emptied);
  make<<<1, n, 0, out>>>(data);
  // A mark that stands behind the copy would do; one in another stream says nothing of it.
  cudaEventRecord(emptied, side);
  cudaStreamWaitEvent(work, emptied, 0);
  // The mark stands before the copy out that is to be waited for.
  cudaEventRecord(emptied, out);
  cudaMemcpyAsync(host, data, n * sizeof(float), cudaMemcpyDeviceToHost, out);
  cudaStreamWaitEvent(work, emptied, 0);
  make<<<1, n, 0, work>>>(data);
  cudaDeviceSynchronize();
  cudaEventDestroy(emptied);
  cudaStreamDestroy(out);
  cudaStreamDestroy(work);
  cudaStreamDestroy(side);
  cudaFreeHost(host);
  cudaFree(data);
}
