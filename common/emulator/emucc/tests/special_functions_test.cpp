// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/emucc/special_functions.h"

using cudalab::emulator::names_special_function;

TEST_CASE("special functions are found by their names") {
  CHECK(names_special_function("double z = std::riemann_zeta(2.0);"));
  CHECK(names_special_function("float z = std::cyl_bessel_jf (0, x);"));
  CHECK(names_special_function("using std::beta;"));
  CHECK(names_special_function("using namespace std; return beta(1.0, 2.0);"));
}

TEST_CASE("other names that look like them are left alone") {
  CHECK_FALSE(names_special_function("C[i] = alpha * sum + beta * C[i];"));
  CHECK_FALSE(names_special_function("double x = cyl_bessel_i0(y); int my_beta(int);"));
  CHECK_FALSE(names_special_function("betas(1); beta_(2);"));
  CHECK_FALSE(names_special_function("beta"));
  CHECK_FALSE(names_special_function(""));
}
