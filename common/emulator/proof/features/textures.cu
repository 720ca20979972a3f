// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: textures of arrays and of rows, filtered and by element; surfaces that a kernel writes
// Prints: row 1: 10 15 20 30 40
// Prints: turned: 3 1 4 2
#include <cstdio>
#include <cstring>

__global__ void sample(cudaTextureObject_t line, float* out) {
  out[threadIdx.x] = tex2D<float>(line, 0.5f + 0.5f * threadIdx.x, 1.5f);
}

__global__ void turn(cudaTextureObject_t from, cudaSurfaceObject_t to, int n) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(tex2D<int>(from, y, n - 1 - x), to, x * (int)sizeof(int), y);
}

int failures = 0;
void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) {
    printf("%s: %s\n", what, cudaGetErrorString(error));
    ++failures;
  }
}

int main() {
  const float rows[2][3] = {{1, 2, 3}, {10, 20, 40}};
  float *pitched = nullptr, *out = nullptr, results[5];
  size_t pitch = 0;
  check(cudaMallocPitch(&pitched, &pitch, sizeof rows[0], 2), "rows");
  check(cudaMalloc(&out, sizeof results), "results");
  check(cudaMemcpy2D(pitched, pitch, rows, sizeof rows[0], sizeof rows[0], 2,
                     cudaMemcpyHostToDevice), "copy");
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pitched;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 3;
  resource.res.pitch2D.height = 2;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t line = 0, from = 0;
  check(cudaCreateTextureObject(&line, &resource, &how, nullptr), "texture");
  sample<<<1, 5>>>(line, out);
  check(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost), "copy back");
  printf("row 1: %g %g %g %g %g\n", results[0], results[1], results[2], results[3], results[4]);

  const int numbers[2][2] = {{1, 2}, {3, 4}};
  int turned[2][2];
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t first = nullptr, second = nullptr;
  cudaSurfaceObject_t to = 0;
  check(cudaMallocArray(&first, &format, 2, 2), "array");
  check(cudaMallocArray(&second, &format, 2, 2, cudaArraySurfaceLoadStore), "array");
  check(cudaMemcpy2DToArray(first, 0, 0, numbers, sizeof numbers[0], sizeof numbers[0], 2,
                            cudaMemcpyHostToDevice), "copy");
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = first;
  how.filterMode = cudaFilterModePoint;
  check(cudaCreateTextureObject(&from, &resource, &how, nullptr), "texture");
  resource.res.array.array = second;
  check(cudaCreateSurfaceObject(&to, &resource), "surface");
  turn<<<1, dim3(2, 2)>>>(from, to, 2);
  check(cudaMemcpy2DFromArray(turned, sizeof turned[0], second, 0, 0, sizeof turned[0], 2,
                              cudaMemcpyDeviceToHost), "copy back");
  printf("turned: %d %d %d %d\n", turned[0][0], turned[0][1], turned[1][0], turned[1][1]);

  check(cudaDestroyTextureObject(line), "destroy");
  check(cudaDestroyTextureObject(from), "destroy");
  check(cudaDestroySurfaceObject(to), "destroy");
  check(cudaFreeArray(first), "free");
  check(cudaFreeArray(second), "free");
  check(cudaFree(pitched), "free");
  check(cudaFree(out), "free");
  return failures;
}
