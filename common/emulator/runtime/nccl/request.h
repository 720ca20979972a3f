// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one rank asks of NCCL in one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "emulator/include/nccl.h"

namespace cudalab::emulator::nccl {

enum class call_kind : std::uint8_t {
  all_reduce,
  reduce,
  broadcast,
  all_gather,
  reduce_scatter,
  send,
  receive
};

inline bool is_between_two(call_kind kind) {
  return kind == call_kind::send || kind == call_kind::receive;
}
inline bool adds_up(call_kind kind) {
  return kind == call_kind::all_reduce || kind == call_kind::reduce ||
         kind == call_kind::reduce_scatter;
}

/// "ncclAllReduce"
const char* name_of(call_kind kind);
/// "ncclFloat32"
const char* name_of(ncclDataType_t type);
/// "ncclSum"
const char* name_of(ncclRedOp_t op);
/// 0: there is no such type.
std::size_t bytes_of(ncclDataType_t type);
bool can_add(ncclDataType_t type);

struct request {
  call_kind kind = call_kind::all_reduce;
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclFloat32;
  ncclRedOp_t op = ncclSum;
  int root = -1; ///< or the peer, of a call between two
  ncclComm_t comm = nullptr;
  int rank = 0, device = 0, ranks = 1;
  cudaStream_t stream = nullptr;
  const void* caller = nullptr; ///< code address of the call

  /// What is read at `from` and written at `to`.
  std::size_t bytes_read() const;
  std::size_t bytes_written() const;
};

} // namespace cudalab::emulator::nccl
