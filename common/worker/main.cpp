// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdio>
#include <cstring>

#include "worker/replay.h"
#include "worker/serve.h"

extern "C" void cudalab_lab_bindings();

int main(int argc, char** argv) {
  cudalab_lab_bindings();
  if (argc == 2 && std::strcmp(argv[1], "--worker") == 0)
    return cudalab::worker::serve();
  if (argc == 3 && std::strcmp(argv[1], "--replay") == 0)
    return cudalab::worker::replay(argv[2]);
  const char* slash = std::strrchr(argv[0], '/');
  const char* name = slash ? slash + 1 : argv[0];
  std::fprintf(stderr,
               "%s holds your functions of this lab. It has nothing to do on its own: the judge\n"
               "starts it and hands it the data.\n"
               "  ./lab grade %s   compares what your functions compute with what is right\n"
               "  ./lab run %s     calls them on a small example and shows the result\n",
               name, name, name);
  return 2;
}
