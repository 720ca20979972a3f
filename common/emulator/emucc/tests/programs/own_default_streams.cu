// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Stream 0 is each thread's own: what one thread gives it does not wait for another one's.
#include <chrono>
#include <cstdio>
#include <thread>

__global__ void store(int* to, int value) {
  *to = value;
}

void CUDART_CB wait_for_flag(void* flag) {
  while (!*static_cast<volatile bool*>(flag))
    std::this_thread::yield();
}

int main() {
  bool flag = false;
  int *mine, *theirs;
  cudaMallocHost(&mine, sizeof *mine);
  cudaMallocHost(&theirs, sizeof *theirs);
  *mine = *theirs = 0;
  cudaLaunchHostFunc(0, wait_for_flag, &flag); // holds this thread's stream up
  store<<<1, 1>>>(mine, 1);
  const bool held = cudaStreamQuery(0) == cudaErrorNotReady;
  std::thread([&] {
    store<<<1, 1>>>(theirs, 2);
    for (int i = 0; i < 5000 && cudaStreamQuery(0) == cudaErrorNotReady; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1)); // for ever, if it waits
    std::printf("%s %d\n", held ? "held" : "done", *theirs);
  }).join();
  flag = true;
  cudaStreamSynchronize(cudaStreamPerThread); // the same stream
  std::printf("%d\n", *mine);
  cudaFreeHost(mine);
  cudaFreeHost(theirs);
}
