// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of nccl.h: arguments, and groups of calls.
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/nccl/communicator.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/virtual_time.h"

// (Thread-local variables outside of this namespace are taken for a program's shared memory.)
namespace cudalab::emulator::nccl {
namespace {

/// Between ncclGroupStart and ncclGroupEnd, of a host thread.
struct group {
  int depth = 0;
  std::vector<request> requests;
  std::vector<ncclComm_t> joined;
  ncclResult_t error = ncclSuccess; ///< the first one
};
thread_local group open_group;

/// What ncclGetLastError() points to.
thread_local std::array<char, 400> last_failure_text;

} // namespace
} // namespace cudalab::emulator::nccl

using namespace cudalab::emulator;
using namespace cudalab::emulator::nccl;

#define CALLER __builtin_return_address(0)

namespace {

ncclResult_t answer(ncclResult_t result) {
  virtual_now.host_computes(virtual_cost::call);
  if (result != ncclSuccess && open_group.depth > 0 && open_group.error == ncclSuccess)
    open_group.error = result;
  return result;
}

/// Whether the rank's device may use all of it; else last_failure() says why.
bool is_memory_of(const request& one, const void* pointer, std::size_t bytes, const char* which) {
  if (bytes == 0)
    return true;
  const std::optional<allocation> found = device_memory::instance().find(pointer);
  if (!found) {
    fail(ncclInvalidArgument,
         fmt::format("rank {}: the {} is no memory of a device", one.rank, which));
    return false;
  }
  if (found->kind == memory_kind::device && found->device != one.device) {
    fail(ncclInvalidArgument,
         fmt::format("rank {} is on device {}, and its {} is memory of device {}", one.rank,
                     one.device, which, found->device));
    return false;
  }
  const auto there = static_cast<std::size_t>(found->content + found->bytes -
                                              static_cast<const std::byte*>(pointer));
  if (bytes > there)
    fail(ncclInvalidArgument, fmt::format("rank {}: {} bytes of the {} are used, and {} are there",
                                          one.rank, bytes, which, there));
  return bytes <= there;
}

ncclResult_t check_stream(const request& one) {
  const auto lock = locked_queue();
  const CUstream_st* const stream = find_stream(one.stream);
  if (stream == nullptr)
    return fail(ncclInvalidArgument, fmt::format("rank {}: there is no such stream", one.rank));
  if (stream->recording != nullptr)
    return fail(ncclInvalidUsage, "the emulated device does not record calls of NCCL in a graph");
  if (!is_default_stream(one.stream) && device_of(*stream) != one.device)
    return fail(ncclUnhandledCudaError,
                fmt::format("rank {} is on device {}, and its stream belongs to device {}",
                            one.rank, one.device, device_of(*stream)));
  return ncclSuccess;
}

ncclResult_t check(const request& one) {
  if (sticky_error() != cudaSuccess)
    return fail(ncclUnhandledCudaError, cudaGetErrorName(sticky_error()));
  if (bytes_of(one.type) == 0)
    return fail(ncclInvalidArgument, "there is no such type");
  if (adds_up(one.kind) && (one.op < ncclSum || one.op >= ncclNumOps))
    return fail(ncclInvalidArgument, "there is no such operation");
  if (adds_up(one.kind) && !can_add(one.type))
    return fail(ncclInvalidArgument, "the emulated device does not add 16-bit numbers in NCCL");
  const bool has_root =
      one.kind == call_kind::reduce || one.kind == call_kind::broadcast || is_between_two(one.kind);
  if (has_root && (one.root < 0 || one.root >= one.ranks))
    return fail(ncclInvalidArgument, fmt::format("there is no rank {}", one.root));
  if (!is_memory_of(one, one.from, one.bytes_read(), "send buffer") ||
      !is_memory_of(one, one.to, one.bytes_written(), "receive buffer"))
    return ncclInvalidArgument;
  return check_stream(one);
}

ncclResult_t ask(request one, const void* from, void* to, const void* caller) {
  if (!is_communicator(one.comm))
    return answer(fail(ncclInvalidArgument, why_no_communicator(one.comm)));
  one.from = static_cast<const std::byte*>(from);
  one.to = static_cast<std::byte*>(to);
  one.rank = one.comm->rank;
  one.device = one.comm->device;
  one.ranks = one.comm->ranks;
  one.caller = caller;
  if (const ncclResult_t error = check(one); error != ncclSuccess)
    return answer(error);
  if (open_group.depth == 0)
    return answer(perform({one}));
  open_group.requests.push_back(one);
  return answer(ncclSuccess);
}

} // namespace

void cudalab::emulator::nccl::forget_open_group() {
  open_group = {};
}

std::size_t cudalab::emulator::nccl::calls_in_open_group() {
  return open_group.requests.size();
}

ncclResult_t ncclGetVersion(int* version) {
  if (version == nullptr)
    return ncclInvalidArgument;
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
  case ncclSuccess:
    return "no error";
  case ncclUnhandledCudaError:
    return "unhandled cuda error";
  case ncclSystemError:
    return "unhandled system error";
  case ncclInternalError:
    return "internal error";
  case ncclInvalidArgument:
    return "invalid argument";
  case ncclInvalidUsage:
    return "invalid usage";
  case ncclRemoteError:
    return "remote process exited or there was a network error";
  case ncclInProgress:
    return "NCCL operation in progress";
  case ncclNumResults:
    break;
  }
  return "unknown result code";
}

const char* ncclGetLastError(ncclComm_t) {
  const std::string& last = last_failure();
  last_failure_text[last.copy(last_failure_text.data(), last_failure_text.size() - 1)] = '\0';
  return last_failure_text.data();
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (id == nullptr)
    return answer(ncclInvalidArgument);
  const std::uint64_t number = new_clique();
  std::memset(id->internal, 0, sizeof id->internal);
  std::memcpy(id->internal, &number, sizeof number);
  return answer(ncclSuccess);
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  if (comm == nullptr || ranks < 1 || ranks > most_devices || rank < 0 || rank >= ranks)
    return answer(
        fail(ncclInvalidArgument, "a rank is a number from 0 to the number of ranks - 1"));
  std::uint64_t number = 0;
  std::memcpy(&number, id.internal, sizeof number);
  ncclComm_t made = nullptr;
  if (const ncclResult_t error = join(number, ranks, rank, current_device(), CALLER, made);
      error != ncclSuccess)
    return answer(error);
  *comm = made;
  if (open_group.depth == 0)
    return answer(wait_for_members({made}));
  open_group.joined.push_back(made);
  return answer(ncclSuccess);
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  if (comms == nullptr || count < 1 || count > most_devices)
    return answer(fail(ncclInvalidArgument, "as many communicators as there are devices"));
  const std::uint64_t number = new_clique();
  for (int rank = 0; rank < count; ++rank) {
    const int device = devices == nullptr ? rank : devices[rank];
    ncclResult_t error = ncclSuccess;
    ncclComm_t made = nullptr;
    if (!is_device_number(device))
      error = fail(ncclUnhandledCudaError, fmt::format("there is no device {}", device));
    else
      error = join(number, count, rank, device, CALLER, made);
    if (error != ncclSuccess) {
      for (int before = 0; before < rank; ++before)
        leave(comms[before]);
      return answer(error);
    }
    comms[rank] = made;
  }
  return answer(ncclSuccess);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return answer(is_communicator(comm) ? ncclSuccess : ncclInvalidArgument);
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  if (comm == nullptr)
    return answer(ncclSuccess);
  if (!is_communicator(comm))
    return answer(fail(ncclInvalidArgument, why_no_communicator(comm)));
  leave(comm);
  return answer(ncclSuccess);
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return ncclCommDestroy(comm);
}

namespace {

ncclResult_t tell(const ncclComm_t comm, int* value, int ncclComm::*member) {
  if (value == nullptr || !is_communicator(comm))
    return answer(ncclInvalidArgument);
  *value = comm->*member;
  return answer(ncclSuccess);
}

} // namespace

ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
  return tell(comm, count, &ncclComm::ranks);
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) {
  return tell(comm, device, &ncclComm::device);
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) {
  return tell(comm, rank, &ncclComm::rank);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  if (error == nullptr || !is_communicator(comm))
    return answer(ncclInvalidArgument);
  *error = device_error() == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
  return answer(ncclSuccess);
}

ncclResult_t ncclGroupStart() {
  ++open_group.depth;
  return answer(ncclSuccess);
}

ncclResult_t ncclGroupEnd() {
  if (open_group.depth == 0)
    return answer(fail(ncclInvalidUsage, "ncclGroupEnd without ncclGroupStart"));
  if (--open_group.depth > 0)
    return answer(ncclSuccess);
  const group ended = std::exchange(open_group, {});
  if (ended.error != ncclSuccess)
    return answer(ended.error);
  if (const ncclResult_t error = wait_for_members(ended.joined); error != ncclSuccess)
    return answer(error);
  if (!ended.requests.empty() && group_fails(__builtin_return_address(0)))
    return answer(fail(ncclUnhandledCudaError, "it was made to fail"));
  return answer(perform(ended.requests));
}

ncclResult_t ncclAllReduce(const void* from, void* to, std::size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::all_reduce,
              .count = count,
              .type = type,
              .op = op,
              .comm = comm,
              .stream = stream},
             from, to, CALLER);
}

ncclResult_t ncclReduce(const void* from, void* to, std::size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::reduce,
              .count = count,
              .type = type,
              .op = op,
              .root = root,
              .comm = comm,
              .stream = stream},
             from, to, CALLER);
}

ncclResult_t ncclBroadcast(const void* from, void* to, std::size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::broadcast,
              .count = count,
              .type = type,
              .root = root,
              .comm = comm,
              .stream = stream},
             from, to, CALLER);
}

ncclResult_t ncclBcast(void* data, std::size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::broadcast,
              .count = count,
              .type = type,
              .root = root,
              .comm = comm,
              .stream = stream},
             data, data, CALLER);
}

ncclResult_t ncclAllGather(const void* from, void* to, std::size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
  return ask(
      {.kind = call_kind::all_gather, .count = count, .type = type, .comm = comm, .stream = stream},
      from, to, CALLER);
}

ncclResult_t ncclReduceScatter(const void* from, void* to, std::size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::reduce_scatter,
              .count = count,
              .type = type,
              .op = op,
              .comm = comm,
              .stream = stream},
             from, to, CALLER);
}

ncclResult_t ncclSend(const void* from, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  return ask({.kind = call_kind::send,
              .count = count,
              .type = type,
              .root = peer,
              .comm = comm,
              .stream = stream},
             from, nullptr, CALLER);
}

ncclResult_t ncclRecv(void* to, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return ask({.kind = call_kind::receive,
              .count = count,
              .type = type,
              .root = peer,
              .comm = comm,
              .stream = stream},
             nullptr, to, CALLER);
}
