// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: memory in rows and slices: pitched allocation, 2-D and 3-D copies and fills
#include <cstdio>
#include <cstring>

__global__ void number(char* rows, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height)
    ((int*)(rows + y * pitch))[x] += 10 * y + x;
}

int failures = 0;
void check(bool right, const char* what) {
  if (!right) {
    printf("wrong: %s\n", what);
    ++failures;
  }
}

int main() {
  const int width = 5, height = 4, depth = 3;
  char* rows = nullptr;
  size_t pitch = 0;
  check(cudaMallocPitch(&rows, &pitch, width * sizeof(int), height) == cudaSuccess, "pitch");
  check(pitch >= width * sizeof(int) && pitch % 256 == 0, "pitch is a multiple");
  check(cudaMemset2D(rows, pitch, 0, width * sizeof(int), height) == cudaSuccess, "memset");
  number<<<1, dim3(8, 8)>>>(rows, pitch, width, height);
  int host[4][8];
  memset(host, 0xff, sizeof host);
  check(cudaMemcpy2D(host, sizeof host[0], rows, pitch, width * sizeof(int), height,
                     cudaMemcpyDeviceToHost) == cudaSuccess, "copy to the host");
  check(host[3][4] == 34 && host[3][5] == -1 && host[0][0] == 0, "rows");
  check(cudaMemcpy2D(host, 4, rows, pitch, 8, 2, cudaMemcpyDeviceToHost) ==
            cudaErrorInvalidPitchValue, "pitch too small");
  check(cudaMemcpy2D(host, sizeof host[0], rows, pitch, 8, 9, cudaMemcpyDeviceToHost) ==
            cudaErrorInvalidValue, "too many rows");
  cudaGetLastError();

  cudaPitchedPtr box;
  const cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  check(cudaMalloc3D(&box, extent) == cudaSuccess, "box");
  check(cudaMemset3D(box, 1, extent) == cudaSuccess, "memset of a box");
  int cube[depth][height][width] = {};
  cube[2][3][4] = 99;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cube, width * sizeof(int), width, height);
  copy.dstPtr = box;
  copy.srcPos = copy.dstPos = make_cudaPos(0, 2, 1);
  copy.extent = make_cudaExtent(width * sizeof(int), 2, 2);
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy) == cudaSuccess, "box to the device");
  int back[depth][height][width] = {};
  cudaMemcpy3DParms all = {};
  all.srcPtr = box;
  all.dstPtr = make_cudaPitchedPtr(back, width * sizeof(int), width, height);
  all.extent = extent;
  all.kind = cudaMemcpyDeviceToHost;
  check(cudaMemcpy3DAsync(&all) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess, "back");
  check(back[2][3][4] == 99 && back[1][2][0] == 0 && back[0][0][0] == 0x01010101 &&
            back[1][1][4] == 0x01010101, "box");
  check(cudaFree(box.ptr) == cudaSuccess && cudaFree(rows) == cudaSuccess, "free");
  return failures != 0;
}
