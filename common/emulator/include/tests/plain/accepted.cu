// accepted
#include <cmath>
#include <memory>

using namespace std;

__constant__ float factors[4];

struct __align__(16) quad {
  float x, y, z, w;
};

__device__ __forceinline__ float twice(float x) {
  return 2 * x;
}
__device__ __noinline__ float thrice(float x) {
  return 3 * x;
}

__global__ void __launch_bounds__(256, 2) kernel(float* __restrict__ a, const float* b, int n) {
  const int i = min(blockIdx.x * blockDim.x + threadIdx.x, n);
  a[i] = max(twice(b[i]), 1.0f) + min(1.0, 2.0) + fmaf(a[i], __ldg(b), factors[0]) + thrice(1.0f);
  a[i] += __fmaf_rn(1.0f, 2.0f, 3.0f) + rsqrtf(4.0f) + __expf(1.0f) + abs(b[i]) + sqrt(b[i]);
  __syncthreads();
  __syncwarp();
  __threadfence();
  const float4 v = make_float4(1, 2, 3, 4);
  const int2 w{1, 2};
  printf("%d %f %d %d\n", i, v.w, w.x, warpSize);
}

// A program's own function by the name of one that is no longer in CUDA.
__device__ float4 __shfl_down(const float4 value, const unsigned lanes, const unsigned width = 32) {
  return make_float4(__shfl_down_sync(~0u, value.x, lanes, width), value.y, value.z, value.w);
}
__global__ void shifts(float4* a) {
  a[0] = __shfl_down(a[0], 16);
}

int main() {
  float* a = nullptr;
  void* v = nullptr;
  cudaMalloc(&a, 4);
  cudaMalloc((void**)&a, 4);
  cudaMalloc(&v, 4);
  const dim3 grid(2, 3), block = 256;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaMemcpyAsync(a, v, 4, cudaMemcpyDeviceToDevice, stream);
  const auto shared = std::make_shared<int>(3); // libstdc++ writes __noinline__ in an attribute
  return grid.z + block.y + *shared;
}
