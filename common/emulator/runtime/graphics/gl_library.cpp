// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/graphics/gl_library.h"

#include <initializer_list>

#include <dlfcn.h>

namespace cudalab::emulator {

namespace {

/// A function of the program or of one of these libraries; they are not loaded here, and windowing
/// libraries keep theirs to themselves.
void* find(const char* name) {
  if (void* found = dlsym(RTLD_DEFAULT, name))
    return found;
  for (const char* file :
       {"libEGL.so.1", "libGLX.so.0", "libGL.so.1", "libOpenGL.so.0", "libGLESv2.so.2"})
    if (void* library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD)) {
      void* found = dlsym(library, name);
      dlclose(library); // the program's own use keeps it
      if (found != nullptr)
        return found;
    }
  return nullptr;
}

struct window_system {
  const char* current_context;
  const char* function_address;
};
constexpr window_system window_systems[] = {
    {"eglGetCurrentContext", "eglGetProcAddress"},
    {"glXGetCurrentContext", "glXGetProcAddressARB"},
};

void* context_of(const window_system& system) {
  const auto current = reinterpret_cast<void* (*)()>(find(system.current_context));
  return current == nullptr ? nullptr : current();
}

} // namespace

void* current_gl_context() {
  for (const window_system& system : window_systems)
    if (void* context = context_of(system))
      return context;
  return nullptr;
}

void* find_gl_function(const char* name) {
  for (const window_system& system : window_systems)
    if (context_of(system) != nullptr)
      if (const auto address =
              reinterpret_cast<void* (*)(const char*)>(find(system.function_address)))
        if (void* function = address(name))
          return function;
  return find(name);
}

} // namespace cudalab::emulator
