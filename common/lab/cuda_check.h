// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA_CHECK(call): a CUDA call that fails says so, with the place, instead of being forgotten.
#pragma once

#include <cstdio>
#include <exception>

#include <cuda_runtime.h>

#ifdef CUDALAB_TRANSLATES // the emulated device knows more than CUDA's name of an error
extern "C" const char* cudalab_reason_of(cudaError_t error); ///< "": nothing more
#else
inline const char* cudalab_reason_of(cudaError_t) {
  return "";
}
#endif

namespace lab {

/// A CUDA call failed. what() holds file, line, the expression, CUDA's name of the error and its
/// text, on the emulated device with the reason. (The text lies in the object: strings would make
/// every lab slower to compile.)
class cuda_error : public std::exception {
public:
  /// @param expression a literal
  cuda_error(cudaError_t code, const char* expression, const char* file, int line) noexcept
      : code_(code), call_(expression) {
    const char* const reason = cudalab_reason_of(code);
    std::snprintf(text_, sizeof text_, "%s:%d: %s: %s (%s%s%s)", file, line, expression,
                  cudaGetErrorName(code), cudaGetErrorString(code), *reason == '\0' ? "" : ": ",
                  reason);
  }
  const char* what() const noexcept override { return text_; }
  cudaError_t code() const noexcept { return code_; }
  const char* call() const noexcept { return call_; } ///< as the file writes it

private:
  cudaError_t code_;
  const char* call_;
  char text_[640];
};

/// @throws cuda_error unless `code` is cudaSuccess
inline void check(cudaError_t code, const char* expression, const char* file, int line) {
  if (code != cudaSuccess)
    throw cuda_error(code, expression, file, line);
}

/// The same for places that must not throw, such as destructors: writes to standard error.
inline void report(cudaError_t code, const char* expression, const char* file, int line) noexcept {
  if (code != cudaSuccess)
    std::fprintf(stderr, "%s\n", cuda_error(code, expression, file, line).what());
}

} // namespace lab

/// Throws lab::cuda_error when the call does not return cudaSuccess. After a launch, which returns
/// nothing, write CUDA_CHECK(cudaGetLastError()).
#define CUDA_CHECK(...) ::lab::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// Prints instead of throwing: for destructors.
#define CUDA_CHECK_NOEXCEPT(...) ::lab::report((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
