// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: launches by a call.
#include "emulator/include/cudalab/launch_api.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "emulator/include/cudalab/function_api.h"
#include "emulator/runtime/api/known_kernels.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/queue/errors.h"

namespace cudalab::emulator {

namespace {

/// Kernels whose type is known, by address.
struct kernel_registry {
  struct entry {
    kernel_binder binder = nullptr;
    const parameter_size* parameters = nullptr; ///< there where the binder is
    kernel_call example = {};                   ///< a launch; its closure is null: there was none
    std::string name;
  };
  std::mutex mutex;
  std::map<const void*, entry> kernels;

  static kernel_registry& instance() {
    static kernel_registry& only = *new kernel_registry; // used by destructors of static objects
    return only;
  }
};

kernel_registry::entry known_about(const void* kernel) {
  kernel_registry& registry = kernel_registry::instance();
  const std::lock_guard guard(registry.mutex);
  const auto found = registry.kernels.find(kernel);
  return found == registry.kernels.end() ? kernel_registry::entry{} : found->second;
}

/// The same, bit by bit. (CUDA copies the arguments of a kernel in this way.)
kernel_call copy_of(const kernel_call& call) {
  kernel_call copy = call;
  copy.closure = std::memcpy(::operator new(call.closure_bytes), call.closure, call.closure_bytes);
  copy.destroy = [](void* closure) { ::operator delete(closure); };
  return copy;
}

cudaError_t launch_by_address(const launch_configuration& configuration, const void* kernel,
                              void** arguments) {
  const kernel_registry::entry known = known_about(kernel);
  kernel_call call = {};
  if (known.binder != nullptr) {
    call = known.binder(kernel, arguments);
  } else if (known.example.closure != nullptr) {
    call = copy_of(known.example);
    std::size_t number = 0;
    for (const kernel_argument& each : arguments_of(call))
      std::memcpy(each.place, arguments[number++], each.bytes);
  } else {
    return finish(cudaErrorInvalidDeviceFunction);
  }
  call.name = kernel_name(kernel);
  call.kernel = kernel;
  return launch(configuration, call);
}

} // namespace

class argument_visitor {
public:
  std::vector<kernel_argument> seen;
};

void show_argument(argument_visitor& visitor, void* argument, std::size_t bytes,
                   std::size_t alignment) {
  visitor.seen.push_back({argument, bytes, alignment});
}

std::vector<kernel_argument> arguments_of(const kernel_call& call) {
  argument_visitor visitor;
  call.show(call.closure, visitor);
  return std::move(visitor.seen);
}

const void* remember_kernel(const void* kernel, kernel_binder binder,
                            const parameter_size* parameters) {
  kernel_registry& registry = kernel_registry::instance();
  const std::lock_guard guard(registry.mutex);
  kernel_registry::entry& known = registry.kernels[kernel];
  known.binder = binder;
  known.parameters = parameters;
  return kernel;
}

void remember_launch(const kernel_call& call) {
  kernel_registry& registry = kernel_registry::instance();
  const std::lock_guard guard(registry.mutex);
  kernel_registry::entry& known = registry.kernels[call.kernel];
  if (known.binder == nullptr && known.example.closure == nullptr)
    known.example = copy_of(call);
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

cudaError_t cudaFuncGetParamInfo(const void* kernel, size_t number, size_t* offset, size_t* bytes) {
  if (offset == nullptr)
    return finish(cudaErrorInvalidValue);
  const kernel_registry::entry known = known_about(kernel);
  std::vector<parameter_size> all;
  if (known.parameters != nullptr)
    for (const parameter_size* each = known.parameters; each->bytes != 0; ++each)
      all.push_back(*each);
  else if (known.example.closure != nullptr)
    for (const kernel_argument& each : arguments_of(known.example))
      all.push_back({each.bytes, each.alignment});
  else
    return finish(cudaErrorInvalidDeviceFunction);
  if (number >= all.size())
    return finish(cudaErrorInvalidValue);
  std::size_t end = 0;
  for (std::size_t i = 0; i <= number; ++i) {
    *offset = (end + all[i].alignment - 1) / all[i].alignment * all[i].alignment;
    end = *offset + all[i].bytes;
  }
  if (bytes != nullptr)
    *bytes = all[number].bytes;
  return finish(cudaSuccess);
}
