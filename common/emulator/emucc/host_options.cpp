// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/host_options.h"

#include <string_view>

#include "emulator/emucc/options.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

struct rule {
  std::string_view begin; ///< of the word
  bool whole;             ///< the word is no longer than that
  std::string_view why;
};

/// What would break the emulation.
constexpr rule refused[] = {
    {"-fsanitize", false, "the emulated device watches memory by the same means"},
    {"-fno-sanitize", false, "the emulated device watches memory by these means"},
    {"-fsanitize-coverage", false, "the emulated device follows threads by the same means"},
    {"-fcoverage-", false, "CUDA threads are fibers, which coverage cannot follow"},
    {"-fprofile-", false, "CUDA threads are fibers, which a profiler cannot follow"},
    {"-finstrument-functions", false, "CUDA threads are fibers, which tracing cannot follow"},
    {"-pg", true, "CUDA threads are fibers, which a profiler cannot follow"},
    {"-flto", false,
     "shared memory is laid out when objects are linked, after emucc has read them"},
    {"-fsplit-stack", true, "CUDA threads have stacks of their own"},
    {"-ftls-model", false, "shared memory is thread-local memory of a certain model"},
    {"-static", true, "the emulated device needs the C library's loader"},
    {"-shared", true, "use emucc's own -shared"},
    {"-m32", true, "the emulated device is a 64-bit machine"},
    {"-mx32", true, "the emulated device is a 64-bit machine"},
    {"-gsplit-dwarf", true, "reports take lines from the program's own debug information"},
    {"-gz", false, "reports take lines from the program's own debug information"},
    {"-s", true, "reports need the program's symbols"},
    {"-x", false, "use emucc's own -x"},
    {"-o", false, "use emucc's own -o"},
    {"-c", true, "use emucc's own -c"},
    {"-E", true, "use emucc's own -E"},
    {"-S", true, "emucc makes objects and programs"},
    {"-nostdlib", false, "the emulated device needs the C++ library"},
    {"-nodefaultlibs", true, "the emulated device needs the C++ library"},
    {"-nostdinc", false, "the emulated device's headers need the C++ library's"},
};

/// Asked for by habit, and of no use.
constexpr std::string_view dropped[] = {"-fPIE", "-fpie", "-pie", "-no-pie", "-pipe", "-fno-plt"};

} // namespace

host_option judge_host_option(const std::string& word) {
  for (const rule& each : refused)
    if (each.whole ? word == each.begin : begins(word, each.begin))
      throw usage_error("-Xcompiler " + word + " is not possible here: " + std::string(each.why));
  for (std::string_view each : dropped)
    if (word == each)
      return host_option::dropped;
  if (word == "-fPIC" || word == "-fpic")
    return host_option::shared_library;
  if (begins(word, "-Wl,"))
    return host_option::linker;
  if (begins(word, "-O"))
    return host_option::optimization;
  if (begins(word, "-g"))
    return host_option::debug;
  if (begins(word, "-std="))
    return host_option::standard;
  return host_option::compiler;
}

} // namespace cudalab::emulator
