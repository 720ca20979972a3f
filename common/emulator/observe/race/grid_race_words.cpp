// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/grid_race_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::emulator {

finding_case case_between_blocks(touch_role other, touch_role writer, bool has_flags) {
  if (other == touch_role::block_atomic || writer == touch_role::block_atomic)
    return finding_case::block_atomics_of_two_blocks;
  if (is_atomic(other) || is_atomic(writer))
    return is_write(other) ? finding_case::plain_write_among_atomics
                           : finding_case::plain_read_among_atomics;
  if (is_write(other))
    return has_flags ? finding_case::two_writers_without_fence
                     : finding_case::two_writers_between_blocks;
  return has_flags ? finding_case::between_blocks_without_fence : finding_case::between_blocks;
}

bool is_between_blocks(finding_case why) {
  return why >= finding_case::between_blocks && why <= finding_case::block_atomics_of_two_blocks;
}

namespace {

/// Where grid.sync() belongs. A race of a cooperative launch.
std::string grid_barrier_remedy(const finding& race) {
  const int one = race.parties.front().place.line, writer = race.parties.back().place.line;
  const std::string between =
      fmt::format("put grid.sync() between lines {} and {}, where every block executes it",
                  std::min(one, writer), std::max(one, writer));
  const bool two_writers = race.why == finding_case::two_writers_between_blocks ||
                           race.why == finding_case::two_writers_without_fence;
  if (one == writer)
    return two_writers ? "give each block elements of its own, or use an atomic operation"
                       : "read into a local variable, call grid.sync(), and write only then";
  if (two_writers)
    return "give each block elements of its own; or, if both writes are meant, " + between;
  return fmt::format(
      "a block may {} {} {}: {} (in a loop, at the end of each round too)",
      writer < one ? "read" : "overwrite", race.variable,
      writer < one ? "before another has written it" : "while another still reads it", between);
}

} // namespace

finding_words grid_race_words(const finding& race, const std::string& launch) {
  const int one = race.parties.front().place.line, writer = race.parties.back().place.line;
  const std::string count = counted(race.count, "such element") + " in " + launch;
  const std::string any_order =
      "the two are in different blocks, and blocks of one launch run in any order; " + count;
  const std::string no_flag =
      "the two are in different blocks, and no fence and flag orders them; " + count;
  const bool plain = race.why == finding_case::between_blocks ||
                     race.why == finding_case::two_writers_between_blocks ||
                     race.why == finding_case::between_blocks_without_fence ||
                     race.why == finding_case::two_writers_without_fence;
  if (race.cooperative && plain)
    return {"the two are in different blocks, and no grid.sync() separates them; " + count,
            grid_barrier_remedy(race)};
  switch (race.why) {
  case finding_case::between_blocks_without_fence:
    return {
        no_flag,
        fmt::format("if an atomic counter or a flag tells one block that the other is done: put "
                    "__threadfence() after line {} and before that flag is set, and "
                    "__threadfence() or a barrier after it is read and before line {}; else let "
                    "the second step be a launch of its own",
                    writer, one)};
  case finding_case::two_writers_without_fence:
    return {no_flag,
            fmt::format("if a lock lets in one thread at a time: it takes __threadfence() between "
                        "taking the lock and line {0}, and another one between line {0} and giving "
                        "it back; else give each block elements of its own, or use an atomic "
                        "operation",
                        std::min(one, writer))};
  case finding_case::plain_read_among_atomics:
    return {any_order,
            fmt::format("a plain read among atomic updates finds any of their values: in "
                        "line {} use what the atomic operation returned, or read in the "
                        "next launch",
                        one)};
  case finding_case::plain_write_among_atomics:
    return {any_order, "a plain write among atomic updates undoes some of them: set the value "
                       "before the launch, with cudaMemset for instance, or write with atomicExch"};
  case finding_case::block_atomics_of_two_blocks:
    return {"the two are in different blocks, and an operation whose name ends in _block is atomic "
            "within a block only; " +
                count,
            "use the operation without _block for memory that several blocks share"};
  case finding_case::two_writers_between_blocks:
    return {any_order, "no barrier can order two blocks. If each block is to have elements of its "
                       "own: look at how the index is made (is blockIdx in it?), and at the step "
                       "of the loop. If the element is for all of them: add with an atomic "
                       "operation"};
  default:
    // What is overwritten in a later line, or the same one, should have been read as it was before.
    return {any_order, one <= writer
                           ? "no barrier can order two blocks: read from an array that nobody "
                             "writes in this launch, and write the new values to a second array"
                           : "no barrier can order two blocks: let the second step be a launch of "
                             "its own, or let each block read only what it wrote itself"};
  }
}

} // namespace cudalab::emulator
