// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `emulator_workloads RUNS [cpu]`: the times of all workloads as plain C and on the emulated
/// device, in ms; `cpu`: processor time, of all threads together.
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "device_array.h"
#include "emulator/emulator.h"
#include "samples.h"
#include "workloads.h"

namespace {

using namespace bench;
using cudalab::emulator::observation;

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
    compare(what, what.n, "unwatched", checked::run, observation::none, runs); // callbacks alone
    compare(what, what.n, "traffic", checked::run, observation::traffic, runs);
    compare(what, what.small_n, "checked_small", checked::run, observation::clean, runs);
  }
  const auto launch = [] {
    fast::run_empty_kernel();
    check(cudaDeviceSynchronize());
  };
  print_line("launch", measure(200, launch));
}

} // namespace

int main(int argc, char** argv) {
  bench::processor_time = argc > 2 && std::strcmp(argv[2], "cpu") == 0;
  try {
    measure_all(argc > 1 ? std::atoi(argv[1]) : 7);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulator_workloads: %s\n", error.what());
    return 1;
  }
}
