// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: reads it {here}
// GPU: initcheck finds
#include <cstring>

__global__ void sample(cudaTextureObject_t texture, float* out) {
  *out = tex2D<float>(texture, 1.5f, 1.5f); // @here
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr; // nothing is copied to it
  float* out = nullptr;
  cudaMallocArray(&array, &format, 4, 4);
  cudaMalloc(&out, sizeof *out);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  sample<<<1, 1>>>(texture, out);
  const bool done = cudaDeviceSynchronize() == cudaSuccess;
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return done ? 0 : 1;
}
