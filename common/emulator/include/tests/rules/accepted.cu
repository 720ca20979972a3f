// accepted
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

__constant__ float factors[4];
template <int N>
constexpr int factor_of = 2 * N;

__device__ float square(float x) {
  return x * x;
}

template <int width>
__global__ void many_things(float* a, int n) {
  __shared__ float tile[width];
  extern __shared__ float dynamic[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? a[i] : 0;
  dynamic[threadIdx.x] = factors[0];
  __syncthreads();
  assert(n > 0);
  a[i] = square(tile[0]) + sqrtf(2.0f) + fmaf(1.0f, 2.0f, 3.0f) + min(i, n) + max(i, n);
  a[i] += __expf(1.0f) + std::sqrt(a[0]) + fabsf(a[1]) + sqrt(a[0]) + abs(i) + exp(1.0);
  a[i] += std::isnan(a[1]) + std::signbit(a[0]) + static_cast<float>(factor_of<3>);
  for (const int each : {1, 2})
    a[each] = std::move(a[i]);
  float* const own = new float(1);
  new (own) float(2);
  delete own;
  free(malloc(4));
  if (i == 0)
    printf("%d %f\n", i, a[i]);
  __syncwarp();
}

int main() {
  std::vector<float> host(10, 2.0f);
  std::sort(host.begin(), host.end());
  const auto text = std::make_shared<std::string>("x");
  float* device = nullptr;
  cudaMalloc(&device, 10 * sizeof(float));
  many_things<16><<<dim3(1, 2), 16, 64>>>(device, 10);
  std::printf("%s %f %s\n", text->c_str(), std::sqrt(host[0]),
              cudaGetErrorName(cudaGetLastError()));
}
