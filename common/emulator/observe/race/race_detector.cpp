// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/race_detector.h"

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/block_races.h"
#include "emulator/observe/race/grid_race_words.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/shared_memory.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

race_detector::race_detector()
    : race_detector(shared_segment().bytes, device_memory::instance().reserved_bytes()) {}

race_detector::race_detector(std::size_t shared_bytes, std::size_t device_bytes)
    : shared_bytes_(shared_bytes), grid_(device_bytes) {}

std::unique_ptr<block_observer> race_detector::watch_blocks() {
  return std::make_unique<block_races>(shared_bytes_, grid_, flags_, sites_, collectors_.make());
}

void race_detector::launch_begins(const launch_record& launch) {
  grid_.keep_pages(several_streams_exist() || launch.child != nullptr);
}

void race_detector::transfer_begins(operation_number number, const operation& work) {
  if (several_streams_exist() || work.child != nullptr)
    streams_.add(transfer_footprint(number, work));
}

void race_detector::launch_ended(const launch_record& launch) {
  collectors_.deliver(launch);
  if (fatal_sighting::instance().last_block() != std::numeric_limits<std::uint64_t>::max()) {
    grid_.forget(); // which blocks ran is chance
    flags_.forget();
    between_ = {};
    return;
  }
  judge_grid(launch);
  flags_.forget();
  for (finding& found : between_.take(launch, std::numeric_limits<std::uint64_t>::max()))
    finding_log::instance().add(std::move(found));
}

void race_detector::grid_synchronised(const launch_record& launch) {
  judge_grid(launch);
}

/// All that was seen up to now comes before all that will be.
void race_detector::judge_grid(const launch_record& launch) {
  grid_.judge([&](const grid_shadow::clash& clash) {
    const void *const one_pc = sites_.place(clash.one.site), *const writer_pc =
                                                                 sites_.place(clash.writer.site);
    const finding_case why =
        case_between_blocks(clash.one.role(), clash.writer.role(), flags_.has_flags());
    const bool two_stores = is_write(clash.one.role()) && !is_atomic(clash.one.role()) &&
                            !is_atomic(clash.writer.role());
    const racing_store store{clash.offset, clash.writer.thread, 0};
    const auto make = [&] {
      sighting seen;
      seen.space = object_space::global;
      seen.bytes = clash.bytes;
      seen.offset = clash.offset;
      seen.later = {action_of(clash.one.role()), clash.one.thread, clash.one_block, one_pc};
      seen.earlier = {action_of(clash.writer.role()), clash.writer.thread, clash.writer_block,
                      writer_pc};
      return seen;
    };
    bool& same = between_.see(finding_kind::race, why, one_pc, writer_pc, make, false, &store);
    same = same && two_stores && clash.same_value;
  });
  if (grid_.keeps_pages())
    streams_.add({.number = launch.number,
                  .name = launch.kernel,
                  .place = {launch.file, launch.line},
                  .stream = launch.stream,
                  .effect = memory_effect::transfers,
                  .child = launch.child,
                  .grid = launch.grid,
                  .block = launch.block,
                  .pages = grid_.take_pages(),
                  .ranges = {}});
  grid_.forget();
}

} // namespace cudalab::emulator
