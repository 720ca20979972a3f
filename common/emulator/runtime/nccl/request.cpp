// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/nccl/request.h"

namespace cudalab::emulator::nccl {

const char* name_of(call_kind kind) {
  switch (kind) {
  case call_kind::all_reduce:
    return "ncclAllReduce";
  case call_kind::reduce:
    return "ncclReduce";
  case call_kind::broadcast:
    return "ncclBroadcast";
  case call_kind::all_gather:
    return "ncclAllGather";
  case call_kind::reduce_scatter:
    return "ncclReduceScatter";
  case call_kind::send:
    return "ncclSend";
  case call_kind::receive:
    return "ncclRecv";
  }
  return "";
}

const char* name_of(ncclDataType_t type) {
  constexpr const char* names[] = {"ncclInt8",    "ncclUint8",   "ncclInt32",   "ncclUint32",
                                   "ncclInt64",   "ncclUint64",  "ncclFloat16", "ncclFloat32",
                                   "ncclFloat64", "ncclBfloat16"};
  return bytes_of(type) == 0 ? "an unknown type" : names[type];
}

const char* name_of(ncclRedOp_t op) {
  constexpr const char* names[] = {"ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg"};
  return op >= ncclSum && op < ncclNumOps ? names[op] : "an unknown operation";
}

std::size_t bytes_of(ncclDataType_t type) {
  constexpr std::size_t bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return type >= ncclInt8 && type < ncclNumTypes ? bytes[type] : 0;
}

bool can_add(ncclDataType_t type) {
  return bytes_of(type) != 0 && type != ncclFloat16 && type != ncclBfloat16;
}

std::size_t request::bytes_read() const {
  const std::size_t one = count * bytes_of(type);
  if (kind == call_kind::receive || (kind == call_kind::broadcast && rank != root))
    return 0;
  return kind == call_kind::reduce_scatter ? one * static_cast<std::size_t>(ranks) : one;
}

std::size_t request::bytes_written() const {
  const std::size_t one = count * bytes_of(type);
  if (kind == call_kind::send || (kind == call_kind::reduce && rank != root))
    return 0;
  return kind == call_kind::all_gather ? one * static_cast<std::size_t>(ranks) : one;
}

} // namespace cudalab::emulator::nccl
