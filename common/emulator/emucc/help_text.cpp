// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/options.h"

namespace cudalab::emulator {

std::string help_text() {
  return R"(emucc builds CUDA C++ for the emulated device, as nvcc does for a GPU.

  emucc [options] file.cu file.cpp file.o file.a ...

  --checked          every memory access is watched, and the program says at its end what races, bad
                     accesses and other mistakes it has (the default)
  --fast             no checks
  --profile          the program counts its kernels' memory traffic and prints a table at its end
  --submission       refuse what could hide from the checks: see docs/submissions.md
  -o FILE            the program (a.out), or the object with -c
  -c                 compile only
  -run               run the program at once; --run-args A,B hands it arguments
  -O0 ... -O3        of --fast (-O2); checked kernels are never optimised
  -g -G              debug information; -G also leaves fast kernels unoptimised
  -std=c++14|17|20   the language (c++17)
  -I -D -U -include -isystem -x   as with nvcc; so are @FILE, -E, -M, -MM, -MD, -MMD, -MF, -MT, -MP
  -W... -Werror -w   warnings of the host compiler
  -Xcompiler A,B     options of the host compiler; those that would break the emulation are refused
  -L -l -Wl,... -Xlinker A,B      for the linker
  -ccbin CLANG       another clang++ than the one that was found when this project was built
  --check-rules      let clang check CUDA's own rules; builds nothing
  --make-preamble    compile <cuda_runtime.h> beforehand for these options, which then build sooner;
                     with FILE.cu the headers that it includes first, too
  --renew-preamble   as --make-preamble, when a header or the compiler has changed since it was made
  -v                 show the commands
  --emulator-include DIR, --emulator-library FILE   instead of this project's

Options of nvcc without a meaning here (-arch, -gencode, -lineinfo, -maxrregcount, ...) are
accepted; those that ask for GPU code (-ptx, -cubin, ...) are refused.

A checked program takes from its environment
  CUDALAB_OBSERVE=clean|traffic|timeline|none   what to watch: mistakes (the default), memory
                                       traffic, when copies and kernels would run, nothing
  CUDALAB_FINDINGS_JSON=FILE           the findings as JSON besides
  CUDALAB_ERROR_EXITCODE=N             its exit code when it has errors and ended with 0 itself (66)

Exit codes: 0 done; 1 errors in the program; 2 wrong usage or a missing tool; with --check-rules
also 3: not checked, this clang cannot read the system's headers as CUDA; with -run those of the program.
)";
}

} // namespace cudalab::emulator
