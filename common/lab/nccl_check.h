// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// NCCL_CHECK(call): a call of NCCL's that fails says so, with the place, as CUDA_CHECK does. Where
/// there is no NCCL, LAB_HAS_NCCL is 0, and nothing else is here.
#pragma once

// A lab program for GPUs is not linked with NCCL: its sandbox has no sockets, which NCCL needs.
// ./lab bench links it, where the toolkit has it.
#if defined(CUDALAB_TRANSLATES) || defined(BENCH_HAS_NCCL)
#define LAB_HAS_NCCL 1
#else
#define LAB_HAS_NCCL 0
#endif

#if LAB_HAS_NCCL

#include <cstdio>
#include <exception>

#include <nccl.h>

namespace lab {

/// A call of NCCL's failed. what() holds file, line, the expression, and what NCCL says.
class nccl_error : public std::exception {
public:
  /// @param expression a literal
  nccl_error(ncclResult_t code, const char* expression, const char* file, int line) noexcept
      : code_(code) {
    const char* const reason = ncclGetLastError(nullptr);
    std::snprintf(text_, sizeof text_, "%s:%d: %s: %s%s%s", file, line, expression,
                  ncclGetErrorString(code), *reason == '\0' ? "" : ": ", reason);
  }
  const char* what() const noexcept override { return text_; }
  ncclResult_t code() const noexcept { return code_; }

private:
  ncclResult_t code_;
  char text_[640];
};

/// @throws nccl_error unless `code` is ncclSuccess
inline void check_nccl(ncclResult_t code, const char* expression, const char* file, int line) {
  if (code != ncclSuccess)
    throw nccl_error(code, expression, file, line);
}

} // namespace lab

/// Throws lab::nccl_error when the call does not return ncclSuccess.
#define NCCL_CHECK(...) ::lab::check_nccl((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#endif
