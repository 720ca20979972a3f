// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `emulator_workloads RUNS`: the times of all workloads as plain C and on the emulated device, in
/// ms. `emulator_workloads memory checked|fast MiB`: what a buffer of that size costs, in MiB.
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <cuda_runtime.h>
#include <sys/resource.h>

#include "emulator/emulator.h"
#include "samples.h"
#include "workloads.h"

namespace {

using namespace bench;
using cudalab::emulator::observation;

void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

class device_array {
public:
  explicit device_array(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(float)));
    check(cudaMemset(data_, 0, count * sizeof(float)));
  }
  explicit device_array(const std::vector<float>& host) : device_array(host.size()) {
    check(cudaMemcpy(data_, host.data(), count_ * sizeof(float), cudaMemcpyHostToDevice));
  }
  ~device_array() { cudaFree(data_); }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;

  float* data() { return data_; }
  std::vector<float> host() const {
    std::vector<float> copy(count_);
    check(cudaMemcpy(copy.data(), data_, count_ * sizeof(float), cudaMemcpyDeviceToHost));
    return copy;
  }

private:
  std::size_t count_;
  float* data_ = nullptr;
};

using runner = void (*)(const workload&, const float*, const float*, float*, int);

/// Plain C and one way of emulation, by turns, so that a change of the machine's speed hits both.
void compare(const workload& what, int n, const std::string& way, runner run, observation watched,
             int runs) {
  const std::vector<float> a = numbers(what.first_input(n), 7),
                           b = numbers(what.second_input(n), 5);
  std::vector<float> expected(what.output(n));
  device_array d_a(a), d_b(b), d_out(expected.size());
  std::vector<double> plain, emulated, ratios;
  cudalab::emulator::observe(watched);
  for (int i = -1; i < runs; ++i) { // the first one warms up
    const double c = milliseconds([&] { run_plain(what, a.data(), b.data(), expected.data(), n); });
    const double e = milliseconds([&] {
      run(what, d_a.data(), d_b.data(), d_out.data(), n);
      check(cudaDeviceSynchronize());
    });
    if (i < 0)
      continue;
    plain.push_back(c);
    emulated.push_back(e);
    ratios.push_back(e / c);
  }
  cudalab::emulator::observe(observation::none);
  if (d_out.host() != expected)
    throw std::runtime_error(std::string(what.name) + ", " + way + ": wrong result");
  const std::string name = std::string(what.name) + "/" + way;
  print_line(name + "/plain", summarise(plain));
  print_line(name + "/time", summarise(emulated));
  print_line(name + "/ratio", summarise(ratios));
}

void measure_all(int runs) {
  for (const workload& what : workloads) {
    compare(what, what.n, "fast", fast::run, observation::none, runs);
    compare(what, what.n, "checked", checked::run, observation::clean, runs);
    compare(what, what.n, "traffic", checked::run, observation::traffic, runs);
    compare(what, what.small_n, "checked_small", checked::run, observation::clean, runs);
  }
  const auto launch = [] {
    fast::run_empty_kernel();
    check(cudaDeviceSynchronize());
  };
  print_line("launch", measure(200, launch));
}

double resident_mebibytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

/// A stencil reads and writes the whole buffer: half of it is input, half output.
void measure_memory(bool is_checked, std::size_t mebibytes) {
  const workload& what = workloads.back();
  int n = tile;
  while (static_cast<std::size_t>(n) * n * 2 * sizeof(float) < mebibytes << 20)
    n += tile;
  const double before = resident_mebibytes();
  cudalab::emulator::observe(is_checked ? observation::clean : observation::none);
  device_array in(what.cells(n)), out(what.cells(n));
  (is_checked ? checked::run : fast::run)(what, in.data(), nullptr, out.data(), n);
  check(cudaDeviceSynchronize());
  const double cost = resident_mebibytes() - before;
  print_line("memory", {cost, cost, cost});
}

} // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 4 && std::strcmp(argv[1], "memory") == 0)
      measure_memory(std::strcmp(argv[2], "checked") == 0,
                     static_cast<std::size_t>(std::atoi(argv[3])));
    else
      measure_all(argc > 1 ? std::atoi(argv[1]) : 7);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulator_workloads: %s\n", error.what());
    return 1;
  }
}
