// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

#if defined(__x86_64__)

TEST_CASE("what g++ compiles with checks notes by itself which blocks it enters") {
  const workshop shop;
  shop.write("loop.cu", "__global__ void loop(int* n) { while (*n > 0) --*n; }\n");
  const auto trail_in = [&](const std::string& flavour) {
    const finished run = shop.emucc(
        {"--" + flavour, "-c", shop.path("loop.cu"), "-o", shop.path("loop.o")}, {{"CXX", "g++"}});
    CHECK_MESSAGE(run.status == 0, run.errors);
    return read_symbols(shop.path("loop.o")).missing_thread_locals.count("cudalab_trail") != 0;
  };
  CHECK(trail_in("checked"));
  CHECK_FALSE(trail_in("fast"));
}

#endif
