// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a thread may be interrupted in the middle of a function, in favour of another that does the same.
// (The emulated device interrupts threads of fast programs by SIGURG; here it comes all the time. Its
// functions compute in long double, whose registers are a stack of eight.)
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

__global__ void bessel(int* wrong, int rounds) {
  for (int i = 0; i < rounds; ++i)
    if (!(fabsf(cyl_bessel_i0f(3.0f) - 4.880793f) < 1e-4f))
      atomicAdd(wrong, 1);
}

std::atomic<bool> done{false};

void send_signals() {
  const long me = syscall(SYS_gettid);
  while (!done) {
    DIR* const threads = opendir("/proc/self/task");
    while (const dirent* const each = readdir(threads))
      if (const long other = std::atol(each->d_name); other > 0 && other != me)
        syscall(SYS_tgkill, getpid(), other, SIGURG);
    closedir(threads);
    usleep(20);
  }
}

int main() {
  int* wrong = nullptr;
  if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess ||
      cudaMemset(wrong, 0, sizeof(int)) != cudaSuccess)
    return 1;
  std::thread signals(send_signals);
  for (int launch = 0; launch < 10; ++launch)
    bessel<<<4, 64>>>(wrong, 1200);
  int found = -1;
  const bool copied = cudaMemcpy(&found, wrong, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess;
  done = true;
  signals.join();
  if (!copied || found != 0)
    std::printf("%d wrong\n", found);
  return cudaFree(wrong) != cudaSuccess || !copied || found != 0;
}
