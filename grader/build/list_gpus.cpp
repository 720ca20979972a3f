// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Prints the name of every NVIDIA GPU that the driver shows, one a line. Prints nothing where
/// there is no driver.
#include <cstdio>

#include <dlfcn.h>

namespace {

template <class Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

} // namespace

int main() {
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr)
    return 0;
  // The driver API by hand: its header belongs to the toolkit, which need not be installed.
  const auto init = find<int(unsigned)>(driver, "cuInit");
  const auto count_of = find<int(int*)>(driver, "cuDeviceGetCount");
  const auto name_of = find<int(char*, int, int)>(driver, "cuDeviceGetName");
  int count = 0;
  if (!init || !count_of || !name_of || init(0) != 0 || count_of(&count) != 0)
    return 0;
  for (int device = 0; device < count; ++device) {
    char name[256] = "";
    if (name_of(name, sizeof name, device) == 0)
      std::printf("%s\n", name);
  }
}
