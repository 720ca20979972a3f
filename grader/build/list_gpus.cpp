// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asks the driver for NVIDIA GPUs, in a process of its own: the judge itself never touches CUDA.
///
///     list_gpus          one line a GPU: PCI bus id, compute capability without its point, name
///     list_gpus --use    writes to the first one's memory; exit status 1 when that does not work
///
/// Prints nothing where there is no driver.
#include <cstdio>
#include <cstring>

#include <dlfcn.h>

namespace {

// The driver API by hand: its header belongs to the toolkit, which need not be installed. Types and
// numbers as in NVIDIA's CUDA Driver API.
constexpr int attribute_major = 75, attribute_minor = 76; ///< CU_DEVICE_ATTRIBUTE_COMPUTE_...
using context = void*;
using device_pointer = unsigned long long;

void* driver() {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  return library;
}

/// A function that is missing fails.
template <class... Parameters>
int call(const char* name, Parameters... parameters) {
  const auto function = reinterpret_cast<int (*)(Parameters...)>(dlsym(driver(), name));
  return function == nullptr ? -1 : function(parameters...);
}

int capability_of(int device) {
  int major = 0, minor = 0;
  call("cuDeviceGetAttribute", &major, attribute_major, device);
  call("cuDeviceGetAttribute", &minor, attribute_minor, device);
  return 10 * major + minor;
}

void print(int device) {
  char name[256] = "", bus[32] = "";
  if (call("cuDeviceGetName", name, int{sizeof name}, device) != 0)
    return;
  call("cuDeviceGetPCIBusId", bus, int{sizeof bus}, device);
  std::printf("%s\t%d\t%s\n", bus, capability_of(device), name);
}

bool can_be_used(int device) {
  context made = nullptr;
  device_pointer memory = 0;
  constexpr std::size_t bytes = 1 << 20;
  return call("cuCtxCreate_v2", &made, 0U, device) == 0 &&
         call("cuMemAlloc_v2", &memory, bytes) == 0 &&
         call("cuMemsetD8_v2", memory, static_cast<unsigned char>(1), bytes) == 0 &&
         call("cuCtxSynchronize") == 0;
}

} // namespace

int main(int argc, char** argv) {
  const bool use = argc > 1 && std::strcmp(argv[1], "--use") == 0;
  int count = 0;
  if (driver() == nullptr || call("cuInit", 0U) != 0 || call("cuDeviceGetCount", &count) != 0)
    return use;
  if (use)
    return count > 0 && can_be_used(0) ? 0 : 1;
  for (int device = 0; device < count; ++device)
    print(device);
}
