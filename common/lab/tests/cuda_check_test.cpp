// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab/cuda_check.h"

#include <string>

#include <doctest/doctest.h>

TEST_CASE("CUDA_CHECK lets success pass") {
  CHECK_NOTHROW(CUDA_CHECK(cudaSuccess));
  CHECK_NOTHROW(CUDA_CHECK(cudaGetLastError()));
}

TEST_CASE("CUDA_CHECK throws place, expression, name and text") {
  std::string text;
  cudaError_t code = cudaSuccess;
  const int line = __LINE__ + 2;
  try {
    CUDA_CHECK(cudaError_t(cudaErrorInvalidValue));
  } catch (const lab::cuda_error& error) {
    text = error.what();
    code = error.code();
  }
  CHECK(code == cudaErrorInvalidValue);
  CHECK(text.find("cuda_check_test.cpp:" + std::to_string(line) + ":") != std::string::npos);
  CHECK(text.find("cudaError_t(cudaErrorInvalidValue)") != std::string::npos);
  CHECK(text.find(": cudaErrorInvalidValue (invalid argument)") != std::string::npos);
}

TEST_CASE("commas in the call belong to the call") {
  int count = 0;
  CHECK_NOTHROW(CUDA_CHECK(count = 1, cudaSuccess));
  CHECK(count == 1);
}

TEST_CASE("the form for destructors does not throw") {
  static_assert(noexcept(lab::report(cudaSuccess, "", "", 0)), "");
  CHECK_NOTHROW(CUDA_CHECK_NOEXCEPT(cudaErrorInvalidValue));
}
