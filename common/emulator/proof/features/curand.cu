// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: cuRAND's device functions give the numbers that a GPU gives.
#include <cstdio>
#include <curand_kernel.h>

struct results {
  unsigned xorwow[2], philox[2], mrg[2], poisson;
  float uniform, normal[2];
  double normal_double;
};

__global__ void draw(results* to) {
  curandState xorwow;
  curand_init(1234, 77, 0, &xorwow);
  to->xorwow[0] = curand(&xorwow), to->xorwow[1] = curand(&xorwow);
  curandStatePhilox4_32_10_t philox;
  curand_init(1, 2, 3, &philox);
  const uint4 four = curand4(&philox);
  to->philox[0] = four.x, to->philox[1] = four.w;
  curandStateMRG32k3a_t mrg;
  curand_init(1234, 1, (1ull << 35) + 1, &mrg);
  to->mrg[0] = curand(&mrg), to->mrg[1] = curand(&mrg);
  curand_init(99, 7, 0, &xorwow);
  curand_uniform_double(&xorwow);
  to->uniform = curand_uniform(&xorwow);
  to->normal[0] = curand_normal(&xorwow), to->normal[1] = curand_normal(&xorwow);
  to->normal_double = curand_normal_double(&xorwow);
  to->poisson = curand_poisson(&philox, 10);
}

__global__ void estimate_pi(curandState* states, int* inside) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(2024, i, 0, &states[i]);
  curandState state = states[i];
  int count = 0;
  for (int n = 0; n < 64; ++n) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    count += x * x + y * y <= 1;
  }
  states[i] = state;
  atomicAdd(inside, count);
}

int main() {
  results *device, host;
  curandState* states;
  int *d_inside, inside;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&states, 256 * sizeof *states);
  cudaMalloc(&d_inside, sizeof inside);
  cudaMemset(d_inside, 0, sizeof inside);
  draw<<<1, 1>>>(device);
  estimate_pi<<<4, 64>>>(states, d_inside);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&inside, d_inside, sizeof inside, cudaMemcpyDeviceToHost);
  cudaFree(device), cudaFree(states), cudaFree(d_inside);
  const auto near = [](double x, double y) { return x - y < 2e-5 && y - x < 2e-5; };
  const bool right =
      host.xorwow[0] == 3974831866u && host.xorwow[1] == 3300185444u &&
      host.philox[0] == 168492509u && host.philox[1] == 1146363793u &&
      host.mrg[0] == 1510950141u && host.mrg[1] == 1077486924u && host.uniform == 0.290516108f &&
      near(host.normal[0], 0.024759857) && near(host.normal[1], -0.931461215) &&
      near(host.normal_double, -0.17873396021039528) && host.poisson < 40;
  const double pi = 4.0 * inside / (256 * 64);
  if (!right || pi < 3.1 || pi > 3.18)
    printf("%u %u %u, uniform %.9g, normal %.9g, pi %g\n", host.xorwow[0], host.philox[0],
           host.mrg[0], host.uniform, host.normal[0], pi);
  return !right || pi < 3.1 || pi > 3.18;
}
