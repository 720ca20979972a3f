// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which barrier is missing: does the program mean the write before the read, or after it?
#pragma once

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/race/shadow_cell.h"

namespace cudalab::emulator {

/// A write and a read of one cell that no barrier orders. Both threads run the same program, so
/// their positions in it compare: the one that has done fewer reads and writes since the barrier is
/// at an earlier place.
///
/// First barrier of a tile missing: a thread stores (0 reads, 1 write) and its neighbour reads
/// (1 read, 1 write): the write comes first. Second one missing: a thread has read its row and
/// stores the next tile (16 reads, 1 write) when its neighbour still reads (3 reads, 0 writes): the
/// read comes first. When only some threads write, or only some read, the two counts contradict;
/// then the order of the code decides, which at -O0 is that of the source.
inline finding_case order_of(const touch& write, const touch& read) {
  const bool first_by_writes = write.writes <= read.writes;
  const bool first_by_reads = write.reads < read.reads;
  const bool write_first = first_by_writes == first_by_reads ? first_by_writes : write.pc < read.pc;
  return write_first ? finding_case::raw_hazard : finding_case::war_hazard;
}

/// In global memory nothing is counted: the order of the code decides.
inline finding_case order_of(const void* write, const void* read) {
  return write < read ? finding_case::raw_hazard : finding_case::war_hazard;
}

} // namespace cudalab::emulator
