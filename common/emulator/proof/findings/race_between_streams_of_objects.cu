// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Streams are told apart by the objects that made them, also where one line has several.
//
// Finding: race
// Says: kernel use (line 41) is in stream 2 (made in line 38 for `work`), kernel make (line 40) is in stream 1 (made in line 38 for `load`), and nothing orders them
// Finding: race
// Says: kernel make (line 46) is in stream 5 (made in line 44 for `second`), kernel use (line 45) is in stream 3 (made in line 43 for `first`), and nothing orders them
// GPU: racecheck misses: it watches shared memory only
#include <vector>

class stream {
public:
  stream() { cudaStreamCreate(&handle_); }
  ~stream() { cudaStreamDestroy(handle_); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  operator cudaStream_t() const { return handle_; }

private:
  cudaStream_t handle_ = nullptr;
};

__global__ void make(float* data) {
  data[threadIdx.x] = 1;
}

__global__ void use(const float* data, float* out) {
  out[threadIdx.x] = data[threadIdx.x] * 2;
}

int main() {
  float *data, *out;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(data, 0, 64 * sizeof(float));
  const stream load, work;
  cudaDeviceSynchronize();
  make<<<1, 64, 0, load>>>(data);
  use<<<1, 64, 0, work>>>(data, out);
  cudaDeviceSynchronize();
  std::vector<stream> first(2);
  const stream second;
  use<<<1, 64, 0, first[0]>>>(data, out);
  make<<<1, 64, 0, second>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
