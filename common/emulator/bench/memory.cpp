// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `emulator_memory_FLAVOUR MiB`: what a buffer of that size costs a program that is all of one
/// flavour, in MiB. A program of its own, since one checked object makes a program remember what
/// was written.
#include <cstdlib>

#include <sys/resource.h>

#include "device_array.h"
#include "emulator/emulator.h"
#include "samples.h"
#include "workloads.h"

namespace {

using namespace bench;

double resident_mebibytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

} // namespace

/// A stencil reads and writes the whole buffer: half of it is input, half output.
int main(int argc, char** argv) {
  const std::size_t mebibytes = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 64;
  const workload& what = workloads.back();
  int n = tile;
  while (what.cells(n) * 2 * sizeof(float) < mebibytes << 20)
    n += tile;
  const double before = resident_mebibytes();
  cudalab::emulator::observe(cudalab::emulator::observation::clean);
  device_array in(what.cells(n)), out(what.cells(n));
  CUDALAB_FLAVOUR::run(what, in.data(), nullptr, out.data(), n);
  check(cudaDeviceSynchronize());
  const double cost = resident_mebibytes() - before;
  print_line("memory", {cost, cost, cost});
}
