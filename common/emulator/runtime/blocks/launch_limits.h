// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Why a launch cannot run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// What a kernel may have.
struct kernel_allowance {
  std::size_t static_bytes = 0; ///< that the kernel's own __shared__ variables take
  std::size_t opted_in = 0;     ///< by cudaFuncSetAttribute, dynamic; 0: nothing
  unsigned threads = ~0U;       ///< of a block, by __launch_bounds__
};

enum class launch_refusal : std::uint8_t {
  none,
  nothing_to_run,  ///< no block, or no thread
  too_large,       ///< more blocks or threads than there can be
  launch_bounds,   ///< more threads than the kernel was compiled for
  static_arrays,   ///< __shared__ variables that nvcc would not compile
  too_much_shared, ///< memory
  no_stream,       ///< of a launch by a kernel: there is no such stream
  own_memory       ///< likewise: it is to use memory that ends with the kernel's blocks
};

struct launch_verdict {
  cudaError_t error = cudaSuccess;
  launch_refusal refusal = launch_refusal::none;
  std::string reason; ///< "a block has 33 x 33 x 1 = 1,089 threads; at most 1,024 are possible"
};

/// The errors are those of CUDA 13.0 on a GPU of compute capability 9.0.
launch_verdict judge_launch(const launch_record& launch, const kernel_allowance& allowed);

/// What the __shared__ variables inside functions of this name take. Of several instances of a
/// template, the smallest, since a launch does not know which it is.
std::size_t static_shared_bytes(const std::string& kernel);

/// The threads of a block for which functions of this name were compiled, by `__launch_bounds__`;
/// without it 1,024. Of several instances of a template, the most.
unsigned most_threads_of(const std::string& kernel);

/// Bytes of dynamic shared memory that cudaFuncSetAttribute allowed a kernel; 0: nothing was asked
/// for. By the kernel's name: a launch does not know which instance of a template it is.
std::size_t opted_in_shared_bytes(const std::string& kernel);
void opt_in_shared_bytes(const std::string& kernel, std::size_t bytes);

/// Tells whoever watches. @return the verdict's error, with its reason
cudaError_t refuse_launch(const launch_record& launch, const launch_verdict& verdict);
/// What cudaGetLastError() says after such a launch. One that cannot run is told to whoever
/// watches.
cudaError_t check_launch(const launch_record& launch, cudaStream_t stream);

} // namespace cudalab::emulator
