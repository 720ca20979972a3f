// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/barrier/lane_faults.h"

#include <algorithm>
#include <bit>

namespace cudalab::emulator {

namespace {

template <class Use>
void for_lanes(std::uint32_t lanes, const Use& use) {
  for (; lanes != 0; lanes &= lanes - 1)
    use(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// Why lane `source` takes no part.
finding_case reason(const warp_meeting& meeting, unsigned source) {
  if ((meeting.mask >> source & 1) == 0)
    return finding_case::lane_not_named;
  if ((meeting.existing >> source & 1) == 0)
    return finding_case::lane_never_was;
  return (meeting.live >> source & 1) == 0 ? finding_case::lane_returned
                                           : finding_case::lane_elsewhere;
}

} // namespace

void lane_faults::block_begins() {
  out_of_step_ = false;
  for (chain& each : chains_)
    each.delta = 0;
}

void lane_faults::met(const block_state& block, const warp_meeting& meeting,
                      const std::vector<exit_recorder>& exits) {
  if (out_of_step_)
    return;
  if (meeting.forced) {
    out_of_step_ = true;
    report_absent(block, meeting);
  } else if (meeting.what == collective::shuffle_down) {
    follow(block, meeting, exits);
  } else {
    for_lanes(meeting.came, [&](unsigned lane) {
      const unsigned source = meeting.sources[lane];
      if ((meeting.came >> source & 1) != 0)
        return;
      const finding_case why = reason(meeting, source);
      // A scan in part of a warp shifts values in from below, and discards them.
      if (meeting.what == collective::shuffle_up && why == finding_case::lane_not_named)
        return;
      report_read(block, meeting, {lane, source, meeting.sites[lane], meeting.mask, why}, exits);
    });
  }
}

void lane_faults::follow(const block_state& block, const warp_meeting& meeting,
                         const std::vector<exit_recorder>& exits) {
  unsigned delta = 0;
  for_lanes(meeting.came,
            [&](unsigned lane) { delta = std::max(delta, meeting.sources[lane] - lane); });
  chain& all = chains_[meeting.warp];
  if (all.delta == 0 || delta >= all.delta)
    all.undefined = 0;
  all.delta = delta;
  // From below: a source is above its reader, and still has what it had before. What is worse
  // than a lane that was not named takes its place.
  const auto is_known = [&](unsigned lane, bool as_worse) {
    return (all.undefined >> lane & 1) != 0 &&
           (!as_worse || all.origins[lane].why != finding_case::lane_not_named);
  };
  for_lanes(meeting.came, [&](unsigned lane) {
    const unsigned source = meeting.sources[lane];
    origin from;
    if ((meeting.came >> source & 1) == 0)
      from = {lane, source, meeting.sites[lane], meeting.mask, reason(meeting, source)};
    else if (is_known(source, false))
      from = all.origins[source];
    else
      return;
    if (is_known(lane, from.why != finding_case::lane_not_named))
      return;
    all.origins[lane] = from;
    all.undefined |= 1u << lane;
  });
  const auto lowest = static_cast<unsigned>(std::countr_zero(meeting.came));
  if ((all.undefined >> lowest & 1) != 0) {
    const finding_case told = all.origins[lowest].why;
    report_read(block, meeting, all.origins[lowest], exits);
    for_lanes(all.undefined, [&](unsigned lane) {
      if (told != finding_case::lane_not_named || all.origins[lane].why == told)
        all.undefined &= ~(1u << lane);
    });
  }
}

void lane_faults::report_absent(const block_state& block, const warp_meeting& meeting) {
  const std::uint32_t absent = meeting.mask & meeting.live & ~meeting.came;
  const auto here = static_cast<unsigned>(std::countr_zero(meeting.came));
  const auto other = static_cast<unsigned>(std::countr_zero(absent));
  const unsigned base = meeting.warp * warp_size;
  const void *const site = meeting.sites[here], *const other_site = meeting.sites[other];
  collector_.see(finding_kind::absent_lanes, finding_case::lane_elsewhere, site, other_site, [&] {
    sighting seen;
    seen.later = {"waits", base + here, block.linear, site};
    seen.earlier = {"waits", base + other, block.linear, other_site};
    seen.here = std::popcount(meeting.came);
    seen.elsewhere = std::popcount(absent);
    seen.words = meeting.called;
    seen.mask = meeting.mask;
    return seen;
  });
}

void lane_faults::report_read(const block_state& block, const warp_meeting& meeting,
                              const origin& from, const std::vector<exit_recorder>& exits) {
  const unsigned base = meeting.warp * warp_size;
  const bool returned = from.why == finding_case::lane_returned;
  // Whether somebody uses the value is not seen: the lane that got it may leave it out.
  const finding_kind kind = from.why == finding_case::lane_not_named ? finding_kind::unnamed_lane
                                                                     : finding_kind::absent_lanes;
  collector_.see(kind, from.why, from.site, nullptr, [&] {
    sighting seen;
    seen.later = {is_of_matrices(meeting.what) ? "calls it" : "shuffles", base + from.lane,
                  block.linear, from.site};
    seen.here = from.source;
    seen.words = meeting.called;
    seen.mask = from.mask;
    if (returned) {
      seen.earlier = {"returned", base + from.source, block.linear, nullptr};
      seen.exits = std::make_shared<exit_history>(exits[base + from.source].history());
    }
    return seen;
  });
}

void lane_faults::mask_without_caller(const block_state& block, const char* called,
                                      const void* site, std::uint32_t mask) {
  out_of_step_ = true;
  collector_.see(finding_kind::invalid_mask, finding_case::plain, site, nullptr, [&] {
    sighting seen;
    seen.later = {"calls", block.thread->linear, block.linear, site};
    seen.here = block.thread->lane();
    seen.words = called;
    seen.mask = mask;
    return seen;
  });
}

} // namespace cudalab::emulator
