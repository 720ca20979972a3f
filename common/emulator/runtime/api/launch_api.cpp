// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: launches by a call.
#include "emulator/include/cudalab/launch_api.h"

#include <map>
#include <mutex>
#include <string>

#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/queue/errors.h"

namespace cudalab::emulator {

namespace {

/// Kernels whose type is known, by address.
struct kernel_registry {
  struct entry {
    kernel_binder binder = nullptr;
    std::string name;
  };
  std::mutex mutex;
  std::map<const void*, entry> kernels;

  static kernel_registry& instance() {
    static kernel_registry& only = *new kernel_registry; // used by destructors of static objects
    return only;
  }
};

cudaError_t launch_by_address(const launch_configuration& configuration, const void* kernel,
                              void** arguments) {
  kernel_binder binder = nullptr;
  {
    kernel_registry& registry = kernel_registry::instance();
    const std::lock_guard guard(registry.mutex);
    if (const auto found = registry.kernels.find(kernel); found != registry.kernels.end())
      binder = found->second.binder;
  }
  if (binder == nullptr)
    return finish(cudaErrorInvalidDeviceFunction);
  kernel_call call = binder(kernel, arguments);
  call.name = kernel_name(kernel);
  return launch(configuration, call);
}

} // namespace

const void* remember_kernel(const void* kernel, kernel_binder binder) {
  kernel_registry& registry = kernel_registry::instance();
  const std::lock_guard guard(registry.mutex);
  registry.kernels[kernel].binder = binder;
  return kernel;
}

/// Good until the process ends.
const char* kernel_name(const void* kernel) {
  kernel_registry& registry = kernel_registry::instance();
  const std::lock_guard guard(registry.mutex);
  kernel_registry::entry& known = registry.kernels[kernel];
  if (known.name.empty())
    known.name = function_at(kernel);
  return known.name.c_str();
}

cudaError_t read_configuration(const cudaLaunchConfig_t* given, launch_configuration& read) {
  if (given == nullptr || (given->numAttrs != 0 && given->attrs == nullptr))
    return finish(cudaErrorInvalidValue);
  read.grid = given->gridDim;
  read.block = given->blockDim;
  read.dynamic_shared_bytes = given->dynamicSmemBytes;
  read.stream = given->stream;
  for (unsigned i = 0; i < given->numAttrs; ++i)
    if (given->attrs[i].id == cudaLaunchAttributeCooperative)
      read.cooperative = given->attrs[i].val.cooperative != 0;
  return cudaSuccess;
}

} // namespace cudalab::emulator

using namespace cudalab::emulator;

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream, const char* file, int line) {
  return launch_by_address({grid, block, shared_bytes, stream, file, line}, kernel, arguments);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream, const char* file,
                                        int line) {
  launch_configuration configuration{grid, block, shared_bytes, stream, file, line};
  configuration.cooperative = true;
  return launch_by_address(configuration, kernel, arguments);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* given, const void* kernel,
                                void** arguments, const char* file, int line) {
  launch_configuration configuration(dim3(), dim3(), 0, nullptr, file, line);
  const cudaError_t error = read_configuration(given, configuration);
  return error != cudaSuccess ? error : launch_by_address(configuration, kernel, arguments);
}
