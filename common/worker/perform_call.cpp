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
  prepared.watch_makers();
  const std::size_t copied_before = backend::bytes_copied_to_host();
  const std::size_t brought_before = backend::bytes_copied_to_device();
  const std::size_t submitted_before = backend::operations_submitted();
  catching(reply, [&] {
    prepared.invoke();
    reply.waits = backend::take_waits();
    backend::call_ends(); // not after an exception
    require(cudaGetLastError(), "calling " + function);
  });
  const cudaError_t end = cudaDeviceSynchronize();
  reply.copied_to_host = backend::bytes_copied_to_host() - copied_before; // by host functions too
  reply.copied_to_device = backend::bytes_copied_to_device() - brought_before;
  reply.operations = backend::operations_submitted() - submitted_before;
  backend::tell_makers();
  reply.remarks = backend::take_remarks();
  reply.findings = backend::take_findings();
  reply.traffic = backend::take_traffic();
  reply.launches = backend::take_launches();
  if (reply.error.empty())
    catching(reply, [&] { require(end, "waiting for the kernels of " + function); });
}

/// Both are JSON arrays, or empty.
std::string joined(const std::string& first, const std::string& second) {
  if (first.size() <= 2 || second.size() <= 2)
    return first.size() <= 2 ? second : first;
  return first.substr(0, first.rfind(']')) + "," + second.substr(second.find('[') + 1);
}

void refuse_last_launch(prepared_call& prepared, const protocol::call& call, std::size_t launches,
                        protocol::call_reply& reply) {
  const backend::not_told instead = prepared.refuse(launches, call.frees_when_refused);
  backend::take_remarks();
  if (!instead.what.empty())
    backend::found_refusal_not_told(instead);
  if (instead.left_behind)
    backend::remark_kept_refusal(call.function);
  for (protocol::remark& each : backend::take_remarks())
    reply.remarks.push_back(std::move(each));
  reply.findings = joined(reply.findings, backend::take_findings());
}

/// Each of the first ones and the last one, which is mostly the copy of the result. Then each of
/// the first calls of cudaFree(): who does not tell of these is right, but not whose program ends.
void fail_calls(prepared_call& prepared, std::size_t calls, std::size_t frees,
                protocol::call_reply& reply) {
  constexpr std::size_t most = 16;
  bool told = true;
  for (std::size_t i = 0; i < calls && told; ++i)
    if (i < most || i + 1 == calls)
      told = !prepared.fail_call(i);
  for (std::size_t i = 0; i < frees && i < most && told; ++i)
    prepared.fail_free(i);
  backend::take_remarks();
  reply.findings = joined(reply.findings, backend::take_findings());
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
    std::vector<std::string> waits_before;
    if (call.rehearsed)
      waits_before = prepared.rehearse();
    const std::size_t launched_before = backend::launches_asked_for();
    const std::size_t fallible_before = backend::fallible_calls();
    const std::size_t frees_before = backend::frees();
    backend::sample_blocks(call.sampled_blocks);
    call_and_watch(prepared, call.function, reply);
    backend::sample_blocks(0);
    if (reply.waits.empty())
      reply.waits = std::move(waits_before);
    const std::size_t launches = backend::launches_asked_for() - launched_before;
    const std::size_t fallible_calls = backend::fallible_calls() - fallible_before;
    const std::size_t frees = backend::frees() - frees_before;
    if (!reply.error.empty())
      return;
    prepared.copy_out();
    reply.damaged = prepared.damaged();
    if (call.refused && launches != 0)
      refuse_last_launch(prepared, call, launches, reply);
    if (call.calls_fail)
      fail_calls(prepared, fallible_calls, frees, reply);
  });
  backend::take_findings(); // the buffers' end
  backend::take_traffic();
  if (!reply.error.empty() || call.calls_fail)
    tell_what_stays(error_that_stays(), reply);
  // What the last block should have put in order again, say a counter, nobody did.
  reply.leaving = reply.leaving || (call.sampled_blocks != 0 && backend::kernels_can_remember());
  return reply;
}

} // namespace cudalab::worker
