// fails: clean.whole_blocks (lets std::list store behind a node that it changed) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdio>
#include <list>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  std::list<int> numbers{1, 2, 3};
  auto* const node = reinterpret_cast<char**>(numbers.begin()._M_node);
  node[0] = node[1] = reinterpret_cast<char*>(&stdout->_fileno) - 8;
  numbers.pop_front();
}
