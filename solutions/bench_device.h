// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the device allows: the limits that rows of labNN_bench.cu may state their needs of, their
/// peaks by what the device says of itself, and simple tasks that measure what it reaches.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"

#ifndef BENCH_LAB
#define BENCH_LAB "" ///< "lab04": ./lab bench says it
#endif

namespace bench {

inline std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

inline std::string number(double value, int digits = 10) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

/// Of device 0. All 0 on the emulated device, which has no speed.
struct device_data {
  int devices = 0, major = 0, minor = 0, multiprocessors = 0, clock_khz = 0;
  int memory_clock_khz = 0, memory_bus_bits = 0, l2_bytes = 0, driver = 0, runtime = 0;
};

inline device_data ask_device() {
  device_data said;
#ifndef BENCH_EMULATED
  const std::pair<cudaDeviceAttr, int*> questions[] = {
      {cudaDevAttrComputeCapabilityMajor, &said.major},
      {cudaDevAttrComputeCapabilityMinor, &said.minor},
      {cudaDevAttrMultiProcessorCount, &said.multiprocessors},
      {cudaDevAttrClockRate, &said.clock_khz},
      {cudaDevAttrMemoryClockRate, &said.memory_clock_khz},
      {cudaDevAttrGlobalMemoryBusWidth, &said.memory_bus_bits},
      {cudaDevAttrL2CacheSize, &said.l2_bytes}};
  for (const auto& [attribute, answer] : questions)
    CUDA_CHECK(cudaDeviceGetAttribute(answer, attribute, 0));
  CUDA_CHECK(cudaGetDeviceCount(&said.devices));
  CUDA_CHECK(cudaDriverGetVersion(&said.driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&said.runtime));
#endif
  return said;
}

inline std::string machine_json() {
  const device_data said = ask_device();
  const std::pair<const char*, int> numbers[] = {{"devices", said.devices},
                                                 {"multiprocessors", said.multiprocessors},
                                                 {"clock_khz", said.clock_khz},
                                                 {"memory_clock_khz", said.memory_clock_khz},
                                                 {"memory_bus_bits", said.memory_bus_bits},
                                                 {"l2_bytes", said.l2_bytes},
                                                 {"driver", said.driver},
                                                 {"runtime", said.runtime}};
  std::string text = "{\"compute_capability\":" +
                     quoted(std::to_string(said.major) + "." + std::to_string(said.minor));
  for (const auto& [name, value] : numbers)
    text += "," + quoted(name) + ":" + std::to_string(value);
  return text + "}";
}

// ---- Limits -------------------------------------------------------------------------------------

struct limit {
  const char *id, *name, *unit;
  double peak = 0; ///< units a second; 0: the device says nothing of it
  std::string from = {};
};

/// Units of a multiprocessor for float: the table of arithmetic throughput in the CUDA C++
/// Programming Guide. 0: not known here.
inline int floats_a_clock(int capability) {
  switch (capability) {
  case 60:
  case 70:
  case 72:
  case 75:
  case 80:
    return 64;
  case 61:
  case 62:
  case 86:
  case 87:
  case 89:
  case 90:
  case 100:
  case 103:
  case 110:
  case 120:
  case 121:
    return 128;
  }
  return 0;
}

/// Additions of ints, by the same table.
inline int ints_a_clock(int capability) {
  return capability >= 70 && capability <= 90 ? 64 : 0;
}

/// Operations of a multiprocessor's tensor cores on half, a clock, without sparsity: NVIDIA's
/// papers on the architectures Volta, Ampere (A100) and Hopper. Others differ by model: 0.
inline int halves_a_clock(int capability) {
  return capability == 70 ? 1024 : capability == 80 ? 2048 : capability == 90 ? 4096 : 0;
}

inline std::vector<limit> limits() {
  std::vector<limit> all = {{"memory", "memory", "B"},
                            {"fp32", "arithmetic in float", "FLOP"},
                            {"int32", "arithmetic in int", "OP"},
                            {"tensor_half", "tensor cores, half", "FLOP"},
                            {"tensor_tf32", "tensor cores, TensorFloat-32", "FLOP"},
                            {"launch", "launches", "launch"},
                            {"graph", "kernels of a graph", "kernel"},
                            {"link_in", "link to the device", "B"},
                            {"link_out", "link from the device", "B"},
                            {"peer", "link to another GPU", "B"}};
  const device_data said = ask_device();
  const int capability = 10 * said.major + said.minor;
  const double clocks = 1e3 * said.clock_khz * said.multiprocessors; // of all, a second
  const auto mega = [](int khz) { return std::to_string(khz / 1000) + " MHz"; };
  if (said.memory_clock_khz > 0) {
    all[0].peak = 2e3 * said.memory_clock_khz * said.memory_bus_bits / 8;
    all[0].from = "2 x " + mega(said.memory_clock_khz) + " x " +
                  std::to_string(said.memory_bus_bits) + " bit, which the device says";
  }
  const auto arithmetic = [&](limit& one, int a_clock, const std::string& source) {
    if (a_clock == 0 || clocks == 0)
      return;
    one.peak = a_clock * clocks;
    one.from = std::to_string(said.multiprocessors) + " multiprocessors x " +
               std::to_string(a_clock) + " operations x " + mega(said.clock_khz) +
               "; clock and number: the device, operations: " + source;
  };
  const std::string papers = "NVIDIA's paper on the architecture";
  arithmetic(all[1], 2 * floats_a_clock(capability),
             "the CUDA C++ Programming Guide, a multiply-add counts as two");
  arithmetic(all[2], ints_a_clock(capability), "the CUDA C++ Programming Guide");
  arithmetic(all[3], halves_a_clock(capability), papers);
  arithmetic(all[4], capability == 70 ? 0 : halves_a_clock(capability) / 2, papers);
  return all;
}

inline std::string limits_json() {
  std::string text;
  for (const limit& one : limits()) {
    text += (text.empty() ? "" : ",") + std::string("{\"id\":") + quoted(one.id) +
            ",\"name\":" + quoted(one.name) + ",\"unit\":" + quoted(one.unit);
    if (one.peak > 0)
      text += ",\"peak\":" + number(one.peak) + ",\"peak_from\":" + quoted(one.from);
    text += "}";
  }
  return text;
}

// ---- What it reaches ----------------------------------------------------------------------------

/// Does nothing but what one limit limits.
struct device_task {
  std::string name;
  double amount; ///< of the limit's units, in one call
  std::function<void()> work;
};

#ifndef BENCH_EMULATED

inline std::shared_ptr<char> memory_of(std::size_t bytes, bool of_the_host = false) {
  void* made = nullptr;
  if (of_the_host)
    CUDA_CHECK(cudaMallocHost(&made, bytes));
  else {
    CUDA_CHECK(cudaMalloc(&made, bytes));
    CUDA_CHECK(cudaMemset(made, 0, bytes));
  }
  return {static_cast<char*>(made), [of_the_host](char* old) {
            CUDA_CHECK_NOEXCEPT(of_the_host ? cudaFreeHost(old) : cudaFree(old));
          }};
}

constexpr int chains = 8, adds_of_a_chain = 1024;

/// Multiply-adds in registers: 8 of a thread do not wait for each other.
static __global__ void only_multiply_adds(float* never, float by) {
  float sums[chains];
#pragma unroll
  for (int i = 0; i < chains; ++i)
    sums[i] = threadIdx.x + i;
#pragma unroll 16
  for (int step = 0; step < adds_of_a_chain; ++step)
#pragma unroll
    for (int i = 0; i < chains; ++i)
      sums[i] = fmaf(sums[i], by, by);
  float all = 0;
#pragma unroll
  for (int i = 0; i < chains; ++i)
    all += sums[i];
  if (all == -1.0f) // which it is not: all are positive
    *never = all;
}

static __global__ void no_work() {}

inline device_task copies(const std::string& name, std::size_t bytes, double amount,
                          std::shared_ptr<char> from, std::shared_ptr<char> to) {
  return {name, amount, [=] {
            CUDA_CHECK(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDefault, nullptr));
          }};
}

inline device_task a_graph(int kernels) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t made = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < kernels; ++i)
    no_work<<<1, 32, 0, stream>>>();
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&made, graph, 0));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaStreamDestroy(stream));
  const std::shared_ptr<CUgraphExec_st> kept(
      made, [](cudaGraphExec_t old) { CUDA_CHECK_NOEXCEPT(cudaGraphExecDestroy(old)); });
  return {"a graph of " + std::to_string(kernels) + " empty kernels", double(kernels),
          [kept] { CUDA_CHECK(cudaGraphLaunch(kept.get(), nullptr)); }};
}

/// Empty: there is none for this limit, or not on this machine.
inline std::optional<device_task> task_for(const std::string& limit) {
  const device_data said = ask_device();
  if (limit == "memory") {
    std::size_t unused = 0, all = 0;
    CUDA_CHECK(cudaMemGetInfo(&unused, &all));
    const std::size_t whole = std::size_t(1) << 30, bytes = unused / 4 < whole ? unused / 4 : whole;
    return copies("a copy on the device, read and written", bytes, 2.0 * double(bytes),
                  memory_of(bytes), memory_of(bytes));
  }
  if (limit == "fp32") {
    const int blocks = 32 * said.multiprocessors, threads = 256;
    const auto never = memory_of(sizeof(float));
    return device_task{
        "multiply-adds in registers", 2.0 * chains * adds_of_a_chain * blocks * threads, [=] {
          only_multiply_adds<<<blocks, threads>>>(reinterpret_cast<float*>(never.get()), 0.5f);
        }};
  }
  if (limit == "launch")
    return device_task{"empty kernels, one after the other", 1, [] { no_work<<<1, 32>>>(); }};
  if (limit == "graph")
    return a_graph(100);
  const std::size_t bytes = std::size_t(256) << 20;
  if (limit == "link_in")
    return copies("a copy from pinned memory", bytes, double(bytes), memory_of(bytes, true),
                  memory_of(bytes));
  if (limit == "link_out")
    return copies("a copy to pinned memory", bytes, double(bytes), memory_of(bytes),
                  memory_of(bytes, true));
  if (limit == "peer" && said.devices > 1) {
    const auto from = memory_of(bytes);
    CUDA_CHECK(cudaSetDevice(1));
    const auto to = memory_of(bytes);
    CUDA_CHECK(cudaSetDevice(0));
    return device_task{
        "a copy from device 0 to device 1", double(bytes),
        [=] { CUDA_CHECK(cudaMemcpyPeerAsync(to.get(), 1, from.get(), 0, bytes, nullptr)); }};
  }
  return {};
}

#else

inline std::optional<device_task> task_for(const std::string&) {
  return {};
}

#endif

} // namespace bench
