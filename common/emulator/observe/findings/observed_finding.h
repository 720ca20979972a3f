// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A finding as observers know it, until it is told: common/findings has the form that travels.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/execution.h"
#include "findings/finding.h"

namespace cudalab::emulator {

using findings::finding_kind;
using findings::finding_severity;

/// Which of several mistakes of one kind this is: it chooses the remedy. Hazards are named as in
/// computer architecture.
enum class finding_case : std::uint8_t {
  plain,
  raw_hazard, ///< read after write: in the order of the program the write comes first
  war_hazard, ///< write after read: in the order of the program the read comes first
  waw_hazard, ///< write after write
  between_blocks,
  between_blocks_without_fence, ///< in a kernel that uses atomics or volatile reads
  waw_between_blocks,
  waw_without_fence, ///< the same
  plain_read_among_atomics,
  plain_write_among_atomics,
  block_atomics_of_two_blocks,
  between_streams,
  not_there_yet,        ///< a use of a graph's memory before the node that allocates it
  returned_early,       ///< some threads returned before a barrier
  passed_by,            ///< some threads went past a barrier to their end
  two_barriers,         ///< threads wait at different barriers
  lane_elsewhere,       ///< lanes of the mask wait at another place
  lane_returned,        ///< a shuffle reads a lane that has returned
  lane_ended,           ///< ... that has ended without the call, not by a `return`
  lane_never_was,       ///< ... that the block does not have
  lane_not_named,       ///< ... that is not in the mask: an `unnamed_lane`
  pointer_never_set,    ///< an access through a pointer in shared memory that nobody set
  wrapped_index,        ///< an unsigned index of 32 bits on shared memory went below zero
  smallest_index,       ///< the smallest int was an index on shared memory
  part_outside,         ///< an access of several elements at once that begins inside
  overflowed_offset,    ///< an access outside, as an offset did not fit an int
  more_threads,         ///< a thread's own index, in an array with fewer elements than threads
  dynamic_array,        ///< an access outside of an `extern __shared__` array
  dynamic_bytes_kept,   ///< ... for which an earlier launch of smaller blocks got as many bytes
  of_variable,          ///< host code used the name of a __device__ variable
  of_host_memory,       ///< a leak of it, or a free of CUDA's memory by a function for the host's
  copy_of_host_memory,  ///< an access outside of it: many bytes at once, by a call that copies
  never_filled,         ///< a read of global memory in which nobody has written anything
  element_never_filled, ///< ... of which others were written, and this element not by the kernel
  of_an_output,         ///< ... that is only to be written
  filled_in_part,       ///< ... of which only the first bytes were filled before the launch
  of_a_condition,       ///< a conditional node of a graph looks at what no kernel has set
  too_many_threads,     ///< a launch: in a block
  exchanged_sizes,      ///< ... and the number of blocks stands in their place
  perhaps_exchanged_sizes, ///< ... or perhaps: nothing was seen that decides it
  nothing_to_run,          ///< a launch of no block, or of no thread
  beyond_launch_bounds,    ///< a launch: more threads than __launch_bounds__ says
  static_arrays_too_large, ///< a launch: more __shared__ arrays than nvcc compiles
  too_much_shared_memory,  ///< a launch
  beyond_shared_memory,    ///< a launch: more than a block of the device can have
  too_many_blocks_in_yz,   ///< a launch
  negative_blocks,         ///< a launch: as many along one side as a negative int gives
  no_such_stream,          ///< a launch by a kernel
  own_memory_given,        ///< likewise
  has_launched,            ///< a launch that does not end: it has launched others
  freed_by_operation,      ///< a use after a node of a graph, or cudaFreeAsync, has freed it
  refused_launch,          ///< an error that is lost: of a launch
  taken_refusal,           ///< likewise, and a call of cudaGetLastError() was told of it
  taken_in_destructor,     ///< likewise, in a destructor
  left_by_call,            ///< a leak: the function that was called must have freed it
  left_by_failed_call,     ///< the same, and an exception left the function
  left_by_exception,       ///< the same, of code that was passed to it; host memory too
  failed_call,             ///< likewise: of a call that allocates, copies or fills memory
  failed_in_destructor,    ///< likewise, and a destructor makes it
  thrown_otherwise,        ///< likewise: the function threw something that does not tell of it
  in_no_batch,             ///< an unfinished copy: committed only after the wait
  wait_for_nothing,        ///< likewise: the wait leaves its batch under way, and ended no other
  left_by_wait,            ///< likewise: the wait ended older batches
  own_copies_awaited,      ///< likewise: who uses it has waited for its own copies
  copied_too_early,        ///< likewise: it is for a later round than the use
  before_any_wait,         ///< likewise: neither thread has waited for any copy so far
  function_of_doubles,     ///< what makes an operation one of doubles is a function, no literal
  pointer_in_structure,    ///< a host pointer: a structure has it that the kernel was given
  kept_communicator ///< a rank that waits: an earlier call of the function made its communicator
};

struct finding_party {
  const char* action = "";
  index3 thread, block;
  source_place place;
  bool on_host = false; ///< host code did it: thread and block mean nothing
  bool thread_known = true;
  source_place warp_barrier = {}; ///< see sighting_party
  /// Lines of the same file: of the call of the function with the place, then of that one's call.
  std::vector<int> called_in = {};
};

struct finding {
  finding_kind kind = finding_kind::race;
  finding_case why = finding_case::plain;
  std::string space;    ///< "shared", "global", "local", "host" or empty
  std::string variable; ///< "Mds"
  std::string element;  ///< "Mds[3][0]"
  std::string kernel;
  std::vector<finding_party> parties; ///< one or two; the first is the later access
  std::uint64_t count = 0;
  std::string detail;      ///< the text, where the observer knows it best
  findings::remedy remedy; ///< likewise: what to do about it
  std::string needed_call; ///< of peer_access: what would allow it; of a leak: what frees it
  std::string holder;      ///< of a leak: a static or global variable that still leads to it
  std::optional<findings::missed_object> missed; ///< by a bad access
  std::uint64_t launch = 0;                      ///< of the example
  index3 grid_size;                              ///< of that launch
  index3 block_size;                             ///< of that launch; 0, 0, 0: not known
  std::uint64_t block = 0;                       ///< of the example
  std::uint64_t sequence = 0;                    ///< which comes first in that block
  std::set<unsigned> turns; ///< of a race between streams: which ones of the later line
  bool in_several_launches = false;
  bool within_warp = false;         ///< of a race: never between two warps
  bool same_value = false;          ///< of a race of two stores: all stored the same
  bool several_store = false;       ///< of a race: several threads, into one and the same place
  std::uint64_t lowest_element = 0; ///< of a race on global memory: the lowest of all that it is on
  bool in_step = false;             ///< of a race: see sighting
  bool several_warps = false;       ///< the block has
  bool is_volatile = false;         ///< one of the accesses
  bool not_committed = false; ///< of an unfinished copy: it is in no batch that one can wait for
  int aliased_at = 0; ///< of a race: the line of a launch that gives the kernel its address twice
  int waited_in = 0;  ///< likewise: the line of a wait that was not enough; 0: none
  bool cooperative = false;    ///< a launch whose blocks can wait for each other
  bool of_grid = false;        ///< of a barrier: grid.sync()
  bool exchanges = false;      ///< of an uninitialised read: atomicExch made it
  bool opens_block = false;    ///< see sighting
  bool few_threads = false;    ///< of an uninitialised read: no thread has its number
  std::uint64_t row_bytes = 0; ///< of a misaligned access: of a row of its array; 0: no matter
  library_work by = library_work::none; ///< of a bad access: what it belongs to
};

/// What a finding says to a student.
struct finding_words {
  std::string text;        ///< what was seen
  findings::remedy remedy; ///< what to do about it
};

} // namespace cudalab::emulator
