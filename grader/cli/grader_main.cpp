// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/commands.h"

#ifndef CUDALAB_DEFAULT_LAB
#define CUDALAB_DEFAULT_LAB ""
#endif

int main(int argc, char** argv) {
  return cudalab::grader::main_of_tool(argc, argv, CUDALAB_DEFAULT_LAB);
}
