// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Launches by a call in place of the chevrons. A kernel that is given as `void*` has lost the
/// types of its parameters: known_kernel(), which the translator writes where a kernel is cast,
/// keeps them.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "function_api.h"
#include "launch_config.h"

#ifndef CUDALAB_RULES_CHECK

#include "launch.h"

namespace cudalab {
namespace emulator {

/// Makes a call of the kernel from pointers to its arguments.
typedef kernel_call (*kernel_binder)(const void* kernel, void** arguments);

struct parameter_size {
  size_t bytes, alignment;
};
/// The runtime finds the binder, and the parameters, by the kernel's address. @param parameters
/// ends with one of 0 bytes @return the kernel
const void* remember_kernel(const void* kernel, kernel_binder binder,
                            const parameter_size* parameters);

template <int... Numbers>
struct numbers {};
template <int Count, int... Numbers>
struct first_numbers : first_numbers<Count - 1, Count - 1, Numbers...> {};
template <int... Numbers>
struct first_numbers<0, Numbers...> {
  typedef numbers<Numbers...> type;
};

template <class... Parameters>
struct kernel_type {
  typedef void (*pointer)(Parameters...);

  static kernel_call bind(const void* kernel, void** arguments) {
    return bind_all((pointer)kernel, arguments,
                    typename first_numbers<sizeof...(Parameters)>::type());
  }
  static const parameter_size* parameters() {
    static const parameter_size all[] = {{sizeof(Parameters), alignof(Parameters)}..., {0, 0}};
    return all;
  }
  static kernel_call call(const char* name, pointer kernel, Parameters... arguments) {
    return make_call(
        name,
        // The emulator hands over the arguments here: no access of the student's.
        [kernel](Parameters & ... each) __attribute__((no_sanitize("thread"))) { kernel(each...); },
        arguments...);
  }

private:
  template <int... Numbers>
  static kernel_call bind_all(pointer kernel, void** arguments, numbers<Numbers...>) {
    (void)arguments; // of a kernel without parameters
    return call("", kernel, *static_cast<Parameters*>(arguments[Numbers])...);
  }
};

/// The function's own name, or empty.
const char* kernel_name(const void* kernel);

/// The name of the kernel that a variable holds, for a launch by that; else `written`, which is the
/// variable's.
template <class... Parameters>
const char* name_held(const char* written, void (*kernel)(Parameters...), int) {
  const char* const name = kernel_name((kernel_address)kernel);
  return name[0] != '\0' ? name : written;
}
template <class Other>
const char* name_held(const char* written, const Other&, long) {
  return written;
}
template <class Kernel>
const char* name_launched(const char* written, const Kernel& kernel) {
  return name_held(written, kernel, 0);
}

/// A launch whose arguments are what the kernel's parameters make of them.
struct bound_call {
  kernel_call call;
};
inline void launch(const launch_configuration& configuration, bound_call bound) {
  launch(configuration, bound.call);
}
/// Called with the arguments as the student wrote them.
template <class Body, class... Parameters>
struct kernel_with_name {
  const char* name;
  kernel_address kernel;
  Body body;
  bound_call operator()(Parameters... arguments) const {
    bound_call bound = {make_call(name, body, arguments...)};
    bound.call.kernel = kernel;
    return bound;
  }
};
/// @param body calls the kernel, on the line of the launch
template <class... Parameters, class Body>
kernel_with_name<Body, Parameters...> named_kernel(const char* name, void (*kernel)(Parameters...),
                                                   Body body) {
  return {name, (kernel_address)kernel, body};
}
/// What returns something is no kernel, and CUDA's rules say so better. (Of several functions of
/// one name, such as a kernel index() and the C library's function, this one is not chosen.)
template <class Result, class... Parameters, class Body>
kernel_with_name<Body, Parameters...> named_kernel(const char* name,
                                                   Result (*kernel)(Parameters...), Body body) {
  return {name, (kernel_address)kernel, body};
}

template <class... Parameters>
auto known_kernel(void (*kernel)(Parameters...)) -> void (*)(Parameters...) {
  remember_kernel((cudalab::emulator::kernel_address)kernel, kernel_type<Parameters...>::bind,
                  kernel_type<Parameters...>::parameters());
  return kernel;
}
/// What was cast to `void*` is no kernel.
template <class T>
T&& known_kernel(T&& other) {
  return static_cast<T&&>(other);
}

/// @return an error, or cudaSuccess and `read` for the launch
cudaError_t read_configuration(const cudaLaunchConfig_t* given, launch_configuration& read);

} // namespace emulator
} // namespace cudalab

// `file` and `line` are the caller's: where the launch stands.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE());
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                        const char* file = __builtin_FILE(),
                                        int line = __builtin_LINE());
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                void** arguments, const char* file = __builtin_FILE(),
                                int line = __builtin_LINE());

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                             const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return cudaLaunchKernel((const void*)cudalab::emulator::known_kernel(kernel), grid, block,
                          arguments, shared_bytes, stream, file, line);
}
template <class... Parameters>
cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                            size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                            const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return cudaLaunchCooperativeKernel((const void*)cudalab::emulator::known_kernel(kernel), grid,
                                     block, arguments, shared_bytes, stream, file, line);
}

// A launch by these handles finds the types of the parameters.
template <class... Parameters>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, void (*kernel)(Parameters...)) {
  return cudaGetFuncBySymbol(function, (const void*)cudalab::emulator::known_kernel(kernel));
}
template <class... Parameters>
cudaError_t cudaGetKernel(cudaKernel_t* handle, void (*kernel)(Parameters...)) {
  return cudaGetKernel(handle, (const void*)cudalab::emulator::known_kernel(kernel));
}

namespace cudalab {
namespace emulator {
/// A cudaLaunchConfig_t* and where it was given: after a pack there is no room for more parameters.
struct placed_configuration {
  placed_configuration(const cudaLaunchConfig_t* given, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE())
      : given(given), file(file), line(line) {}
  const cudaLaunchConfig_t* given;
  const char* file;
  int line;
};
} // namespace emulator
} // namespace cudalab

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(cudalab::emulator::placed_configuration configuration,
                               void (*kernel)(Parameters...), Arguments&&... arguments) {
  using namespace cudalab::emulator;
  launch_configuration wanted(dim3(), dim3(), 0, nullptr, configuration.file, configuration.line);
  const cudaError_t error = read_configuration(configuration.given, wanted);
  if (error != cudaSuccess)
    return error;
  kernel_call call =
      kernel_type<Parameters...>::call(kernel_name((cudalab::emulator::kernel_address)kernel),
                                       kernel, static_cast<Arguments&&>(arguments)...);
  call.kernel = (cudalab::emulator::kernel_address)kernel;
  return launch(wanted, call);
}

#else

template <class Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr);
template <class Kernel>
cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                void** arguments);
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* configuration,
                               void (*kernel)(Parameters...), Arguments&&... arguments);

#endif
