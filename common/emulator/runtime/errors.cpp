// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/errors.h"

#include <atomic>

#include "emulator/include/cudalab/api.h"

namespace cudalab::emulator {

namespace {

std::atomic<cudaError_t> sticky = cudaSuccess;
constinit thread_local cudaError_t last = cudaSuccess;

} // namespace

cudaError_t sticky_error() {
  return sticky.load(std::memory_order_acquire);
}

void make_sticky(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  sticky.compare_exchange_strong(none, error);
}

void forget_errors() {
  sticky = cudaSuccess;
  last = cudaSuccess;
}

cudaError_t finish(cudaError_t error) {
  if (const cudaError_t first = sticky_error(); first != cudaSuccess)
    error = first;
  if (error != cudaSuccess)
    last = error;
  return error;
}

} // namespace cudalab::emulator

using namespace cudalab::emulator;

cudaError_t cudaGetLastError() {
  const cudaError_t error = finish(last);
  last = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  return finish(last);
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDALAB_ERROR(name, number, text)                                                          \
  case name:                                                                                       \
    return #name;
    CUDALAB_ERRORS
#undef CUDALAB_ERROR
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDALAB_ERROR(name, number, text)                                                          \
  case name:                                                                                       \
    return text;
    CUDALAB_ERRORS
#undef CUDALAB_ERROR
  }
  return "unrecognized error code";
}
