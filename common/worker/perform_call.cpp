// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "protocol/machine_errors.h"
#include "worker/backend.h"
#include "worker/catching.h"
#include "worker/cuda_failure.h"
#include "worker/perform.h"
#include "worker/prepared_call.h"

namespace cudalab::worker {

namespace {

/// Calls and waits. Findings are complete when everything has ended, also after an exception; and
/// they are taken before the worker frees its buffers, which is none of the student's doing.
void call_and_watch(const prepared_call& prepared, const std::string& function,
                    protocol::call_reply& reply) {
  backend::call_begins();
  backend::take_launches(); // of what prepared it
  backend::take_waits();
  const std::size_t copied_before = backend::bytes_copied_to_host();
  catching(reply, [&] {
    prepared.invoke();
    reply.waits = backend::take_waits();
    backend::call_ends(); // not after an exception
    require(cudaGetLastError(), "calling " + function);
  });
  const cudaError_t end = cudaDeviceSynchronize();
  reply.copied_to_host = backend::bytes_copied_to_host() - copied_before; // by host functions too
  reply.remarks = backend::take_remarks();
  reply.findings = backend::take_findings();
  reply.traffic = backend::take_traffic();
  reply.launches = backend::take_launches();
  if (reply.error.empty())
    catching(reply, [&] { require(end, "waiting for the kernels of " + function); });
}

/// After a call that failed. A student's code may have made an exception of it that the GPU is
/// gone.
void tell_what_stays(cudaError_t error, protocol::call_reply& reply) {
  reply.leaving = error != cudaSuccess;
  if (reply.leaving && protocol::is_machine_error(cudaGetErrorName(error)))
    reply.error = cudaGetErrorName(error);
}

} // namespace

protocol::call_reply perform_call(const protocol::batch& batch, std::size_t index,
                                  const shared_blocks& blocks) {
  const protocol::call& call = batch.calls[index];
  protocol::call_reply reply;
  reply.index = index;
  cudaGetLastError();
  catching(reply, [&] {
    prepared_call prepared(call, blocks, {batch.watched, batch.guard_bytes});
    if (call.rehearsed)
      prepared.rehearse();
    call_and_watch(prepared, call.function, reply);
    if (!reply.error.empty())
      return;
    prepared.copy_out();
    reply.damaged = prepared.damaged();
  });
  backend::take_findings(); // the buffers' end
  backend::take_traffic();
  if (!reply.error.empty())
    tell_what_stays(error_that_stays(), reply);
  return reply;
}

} // namespace cudalab::worker
