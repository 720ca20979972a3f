// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A GPU is watched from outside, by compute-sanitizer: there is nothing to do here.
#include "worker/backend.h"

#include <cuda_runtime.h>

namespace cudalab::worker::backend {

namespace {

/// Of a multiprocessor: CUDA C++ Programming Guide, "Arithmetic Instructions", 32-bit
/// floating-point add, multiply, multiply-add in a clock cycle. 0: a device of another age.
int multiply_adds_per_cycle(int major, int minor) {
  switch (major) {
  case 5:
    return 128;
  case 6:
  case 8:
    return minor == 0 ? 64 : 128;
  case 7:
    return 64;
  case 9:
  case 10:
  case 12:
    return 128;
  default:
    return 0;
  }
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess ? value : 0;
}

} // namespace

std::string name() {
  return "gpu";
}

void observe(bool, bool) {}

bool sees_accesses() {
  return false;
}

void sample_blocks(std::size_t) {}

bool kernels_can_remember() {
  return true;
}

void* allocate_repeated(std::size_t, std::size_t) {
  return nullptr;
}

void name_allocation(const void*, const std::string&, std::size_t) {}
void mark_uninitialised(void*, std::size_t) {}
void mark_only_written(void*, std::size_t) {}

void mark_only_read(void*, std::size_t) {}
void watch_makers(const protocol::buffer_argument&, const void*) {}
void tell_makers() {}

std::size_t launches_asked_for() {
  return 0;
}

void refuse_launches_from(std::size_t) {}

std::size_t operations_submitted() {
  return 0;
}
std::size_t accept_launches() {
  return 0;
}

void found_refusal_not_told(const not_told&) {}
bool refusal_is_kept() {
  return false;
}
void remark_kept_refusal(const std::string&) {}
std::size_t fallible_calls() {
  return 0;
}
void fail_call(std::size_t) {}
std::size_t frees() {
  return 0;
}
void fail_free(std::size_t) {}
std::string accept_calls() {
  return "";
}
void found_failure_not_told(const std::string&, const not_told&) {}
void call_begins() {}
void call_ends() {}
void abandon_captures() {}
void failed_call_ends() {}
void follow_work() {}
bool followed_work_went_aside() {
  return true;
}

std::size_t bytes_copied_to_host() {
  return 0;
}

std::size_t bytes_copied_to_device() {
  return 0;
}

void runs_below(const void*) {}

void lend(const void*, std::size_t) {}

void take_back(const void*) {}

void lend_array(const void*, std::size_t, std::size_t, std::size_t, const std::string&) {}

void take_back_array(const void*) {}

void before_host_access(void (*)()) {}

void limit_launches(double) {}

void run_blocks_in_order(bool) {}

double peak_gigaflops() {
  const int units = multiply_adds_per_cycle(attribute(cudaDevAttrComputeCapabilityMajor),
                                            attribute(cudaDevAttrComputeCapabilityMinor));
  const double hertz = 1e3 * attribute(cudaDevAttrClockRate); // kilohertz
  return 2.0 * units * attribute(cudaDevAttrMultiProcessorCount) * hertz / 1e9;
}

std::string pci_bus_id() {
  char id[32] = "";
  return cudaDeviceGetPCIBusId(id, sizeof id, 0) == cudaSuccess ? id : "";
}

std::vector<protocol::launch_sizes> take_launches() {
  return {};
}

std::vector<std::string> take_waits() {
  return {};
}

std::vector<protocol::remark> take_remarks() {
  return {};
}

std::string take_findings() {
  return {};
}

std::string take_traffic() {
  return {};
}

} // namespace cudalab::worker::backend
