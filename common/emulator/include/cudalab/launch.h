// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the translator makes of `k<<<grid, block, shared, stream>>>(arguments)`.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "api.h"
#include "device_code.h"
#include "dropped_result.h"

namespace cudalab {
namespace emulator {

/// What stands between the chevrons, and where.
struct launch_configuration {
  launch_configuration(dim3 grid, dim3 block, size_t dynamic_shared_bytes = 0,
                       cudaStream_t stream = nullptr, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE())
      : grid(grid), block(block), dynamic_shared_bytes(dynamic_shared_bytes), stream(stream),
        file(file), line(line) {}

  dim3 grid, block;
  size_t dynamic_shared_bytes;
  cudaStream_t stream;
  const char* file;
  int line;
  bool cooperative = false;
};

/// The runtime's: is shown each argument of a launch.
class argument_visitor;
void show_argument(argument_visitor& visitor, void* argument, size_t bytes, size_t alignment);
inline void show_arguments(argument_visitor&) {}
template <class First, class... Others>
void show_arguments(argument_visitor& visitor, First& first, Others&... others) {
  show_argument(visitor, (void*)__builtin_addressof(first), sizeof(First), alignof(First));
  show_arguments(visitor, others...);
}

/// A kernel with its arguments, ready to be called by every thread. Whoever gets one owns it.
struct kernel_call {
  const char* name;
  void* closure;
  size_t closure_bytes;
  void (*run)(void* closure);
  void (*destroy)(void* closure);
  int own_pointer; ///< of a launch by a kernel: the first argument that points to local or shared
                   ///< memory of the launching thread or block, counted from 1; 0: none does
  void (*show)(void* closure, argument_visitor& visitor);
  const void* kernel; ///< its address; null: not known
};

/// The first argument of a kernel's __launch_bounds__: the most threads of a block. The translator
/// writes it into the kernel, as the size of a variable that the runtime finds by its name.
template <class... Others>
constexpr size_t most_threads(size_t threads, Others...) {
  return threads;
}

/// Checks the configuration and runs the kernel.
/// @return the error, which cudaGetLastError() gives too
cudaError_t launch(const launch_configuration& configuration, kernel_call call);

template <class Closure>
void run_closure(void* self) {
  (*static_cast<Closure*>(self))(nullptr);
}
template <class Closure>
void show_closure(void* self, argument_visitor& visitor) {
  (*static_cast<Closure*>(self))(&visitor);
}
template <class Closure>
void destroy_closure(void* self) {
  delete static_cast<Closure*>(self);
}

#ifdef __CUDACC_RDC__
/// Of a launch by a kernel: its memory is none of the program's. The bytes are copied, as CUDA
/// copies the arguments then.
void* keep_closure(const void* closure, size_t bytes);
void forget_closure(void* kept);

/// Whether it is memory that ends with the calling thread, or with its block.
bool ends_with_block(const volatile void* pointer);
template <class T>
bool points_to_own(const T&) {
  return false;
}
template <class T>
bool points_to_own(T* const& pointer) {
  return ends_with_block((const volatile void*)pointer);
}
/// @return its number, from 1; 0: none
template <class... Arguments>
int first_own_pointer(const Arguments&... arguments) {
  const bool all[] = {false, points_to_own(arguments)...};
  for (int i = 1; i <= int(sizeof...(Arguments)); ++i)
    if (all[i])
      return i;
  return 0;
}
#endif

#ifdef __clang__ // g++ wants it elsewhere, and builds no programs for the device
#define CUDALAB_INLINED __attribute__((always_inline))
#else
#define CUDALAB_INLINED
#endif
/// @param body calls the kernel with references to the arguments
/// @param arguments copied once; `body` gives each thread copies of its own
template <class Body, class... Arguments>
kernel_call make_call(const char* name, Body body, Arguments... arguments) {
  // Part of both functions that call it: to run a kernel costs nothing more.
  auto closure = [=](argument_visitor* visitor) CUDALAB_INLINED mutable {
    if (visitor != nullptr)
      show_arguments(*visitor, arguments...);
    else
      body(arguments...);
  };
  using closure_type = decltype(closure);
#ifdef __CUDACC_RDC__
  if (cudalab_in_kernel())
    return {name,
            keep_closure(&closure, sizeof closure),
            sizeof closure,
            run_closure<closure_type>,
            forget_closure,
            first_own_pointer(arguments...),
            show_closure<closure_type>,
            nullptr};
#endif
  return {name,
          new closure_type(closure),
          sizeof(closure_type),
          run_closure<closure_type>,
          destroy_closure<closure_type>,
          0,
          show_closure<closure_type>,
          nullptr};
}
#undef CUDALAB_INLINED

template <class Body, class... Arguments>
void launch(const launch_configuration& configuration, const char* name, Body body,
            Arguments... arguments) {
  launch(configuration, make_call(name, body, arguments...));
}

} // namespace emulator
} // namespace cudalab
