// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The work that the judge can ask for. Nothing that the student's function throws leaves here.
#pragma once

#include <memory>
#include <string>

#include "protocol/messages.h"
#include "worker/shared_blocks.h"

namespace cudalab::worker {

/// Makes the call `index` of the batch.
protocol::call_reply perform_call(const protocol::batch& batch, std::size_t index,
                                  const shared_blocks& blocks);

class call_ring;

/// The ring of the last timing, for as long as there is memory enough: to upload the same inputs
/// again takes longer than to time the calls, and never as long as before.
struct kept_ring {
  kept_ring();
  ~kept_ring();
  std::string calls; ///< as in the request
  std::unique_ptr<call_ring> made;
};

protocol::timing_reply perform_timing(const protocol::timing& request, const shared_blocks& blocks,
                                      kept_ring& kept);

protocol::timing_reply perform_copy_timing(const protocol::copy_timing& request);

} // namespace cudalab::worker
