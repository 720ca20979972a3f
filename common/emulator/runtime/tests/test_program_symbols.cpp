// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/memory/program_symbols.h"

using cudalab::emulator::function_at;
using cudalab::emulator::plain_name;

namespace {
template <class T, int>
void a_template(T) {}
} // namespace
void a_function(int, float) {}

TEST_CASE("a function's plain name") {
  CHECK(plain_name("scale(float*, int)") == "scale");
  CHECK(plain_name("void ns::scale<4>(float*)") == "scale");
  CHECK(plain_name("void (anonymous namespace)::k<std::pair<int, int>, (bool)1>(int)") == "k");
  CHECK(plain_name("main") == "main");
  CHECK(plain_name("ns::scale<16>") == "scale");
  CHECK(plain_name("") == "");
}

TEST_CASE("an address knows its function") {
  CHECK(function_at(reinterpret_cast<const void*>(&a_function)) == "a_function");
  CHECK(function_at(reinterpret_cast<const void*>(&a_template<int, 3>)) == "a_template");
  int variable = 0;
  CHECK(function_at(&variable) == "");
}
