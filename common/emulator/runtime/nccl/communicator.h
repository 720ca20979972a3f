// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Communicators, and how the calls of their ranks find each other. Any host thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/runtime/nccl/request.h"

namespace cudalab::emulator::nccl {
class clique;
}

struct ncclComm {
  std::shared_ptr<cudalab::emulator::nccl::clique> all;
  int rank = 0, device = 0, ranks = 1;
  const void* made_by = nullptr; ///< code address of the call
  std::uint64_t epoch = 0;       ///< how many calls had begun when it was made
};

namespace cudalab::emulator::nccl {

/// What ncclGetLastError tells this host thread. @return `error`
ncclResult_t fail(ncclResult_t error, std::string why);
const std::string& last_failure();

bool is_communicator(ncclComm_t comm);
/// What is known of one that is none: that it has been destroyed, or that an earlier call has left
/// others.
std::string why_no_communicator(ncclComm_t comm);
/// Those that are not destroyed, and who made them.
std::map<const void*, const void*> held_communicators();

/// A clique of ranks that nobody knows yet.
std::uint64_t new_clique();
/// One more rank. @param comm is set where the ranks fit the others'
/// @param caller code address of the call
ncclResult_t join(std::uint64_t clique, int ranks, int rank, int device, const void* caller,
                  ncclComm_t& comm);
/// Until all ranks of these have joined. What never comes is a finding.
ncclResult_t wait_for_members(const std::vector<ncclComm_t>& joined);
void leave(ncclComm_t comm);

/// A group that this host thread has begun and never ended is forgotten, with its calls.
void forget_open_group();
/// How many calls are in it.
std::size_t calls_in_open_group();
/// Communicators that there are were made by earlier calls from now on.
void count_call();

/// Requests of one host thread that are made together: finds those of the other ranks, and hands
/// the work to the streams. What never comes, or does not fit, is a finding.
ncclResult_t perform(const std::vector<request>& together);

} // namespace cudalab::emulator::nccl
