// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/finding_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/observe/findings/warp_words.h"
#include "emulator/observe/memory/place_words.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/observe/race/stream_races.h"

namespace cudalab::emulator {

index3 index_of(std::uint64_t linear, const index3& extent) {
  const std::uint64_t x = std::max(extent.x, 1u), y = std::max(extent.y, 1u);
  return {static_cast<unsigned>(linear % x), static_cast<unsigned>(linear / x % y),
          static_cast<unsigned>(linear / x / y)};
}

namespace {

finding_words divergence_words(const finding& found) {
  const bool of_warp = found.kind == finding_kind::warp_divergence;
  const std::string barrier = of_warp ? "barrier of the warp" : "__syncthreads()";
  const std::string everyone = found.of_grid ? "every thread of every block of the grid"
                               : of_warp     ? "every lane of its mask"
                                             : "every thread of the block";
  const int waits = found.parties.front().place.line, other = found.parties.back().place.line;
  switch (found.why) {
  case finding_case::returned_early:
    return {found.detail,
            fmt::format("{} must reach a barrier: do not return in line {}; put the work into an "
                        "`if` and leave the barrier in line {} outside it",
                        everyone, other, waits)};
  case finding_case::two_barriers:
    return {found.detail,
            fmt::format("{} must come to the same {}: replace the barriers in lines {} and {} by "
                        "one outside the `if`",
                        everyone, barrier, std::min(waits, other), std::max(waits, other))};
  case finding_case::plain:
    return {found.detail,
            fmt::format("{} must reach a barrier: no `return` before the one in line {}, and no "
                        "`if` or loop around it that some threads skip",
                        everyone, waits)};
  default:
    return {found.detail,
            fmt::format("{} must reach a barrier: move the one in line {} out of the `if` or loop "
                        "that only some threads enter",
                        everyone, waits)};
  }
}

/// Of mistakes in host code.
finding_words host_words(const finding& found) {
  if (!found.parties.empty() && !found.parties.front().on_host)
    return {found.detail, "free and delete in a kernel take what malloc and new in a kernel gave, "
                          "once; memory from cudaMalloc is freed by the host with cudaFree"};
  switch (found.kind) {
  case finding_kind::invalid_launch:
    if (found.detail.find("none at all") != std::string::npos)
      return {found.detail, "the kernel did not run. Is there nothing to do, as with n = 0? Then "
                            "return before the launch. Else the number was rounded down to 0: "
                            "round it up, (n + threads - 1) / threads; or is n too small by 1?"};
    if (found.detail.find("__shared__ arrays of a size") != std::string::npos)
      return {found.detail, "the kernel did not run, and nvcc would not even compile it: make the "
                            "arrays smaller. cudaFuncSetAttribute gives more only to an array "
                            "`extern __shared__ float all[]`, whose bytes stand in <<<...>>>"};
    if (found.detail.find("of dynamic shared memory") != std::string::npos ||
        found.detail.find("bytes of shared memory") != std::string::npos)
      return {found.detail, "the kernel did not run: take less shared memory, or allow the kernel "
                            "more before the launch, with cudaFuncSetAttribute"};
    return {found.detail, "the kernel did not run: check the two sizes in <<<...>>>, and call "
                          "cudaGetLastError() after each launch"};
  case finding_kind::double_free:
    return {found.detail, "free each allocation once, and set the pointer to nullptr after it "
                          "(cudaFree takes nullptr and does nothing)"};
  case finding_kind::invalid_free:
    if (found.why == finding_case::of_host_memory)
      return {found.detail, "cudaFreeHost frees what cudaMallocHost and cudaHostAlloc gave, "
                            "cudaFree what cudaMalloc and cudaMallocManaged gave"};
    return {found.detail, "cudaFree takes what cudaMalloc gave, unchanged: no pointer into the "
                          "middle, no host pointer, no pointer that was never set"};
  case finding_kind::leak:
    if (found.why == finding_case::of_host_memory)
      return {found.detail, "delete[] what new[] made, delete what new made, and free() what "
                            "malloc() gave, on every way out; a std::vector does it by itself"};
    return {found.detail, fmt::format("call {} for each before the program ends, on every way out",
                                      found.variable == "stream"  ? "cudaStreamDestroy"
                                      : found.variable == "event" ? "cudaEventDestroy"
                                                                  : "cudaFree (or what frees such "
                                                                    "memory)")};
  default:
    return {found.detail,
            "look at the result of every call: `if (call != cudaSuccess)`, or a macro "
            "around it that prints cudaGetErrorString and ends the program"};
  }
}

/// Of memory that host code used too early.
finding_words unfinished_words(const finding& found) {
  const int use = found.parties.front().place.line, start = found.parties.back().place.line;
  return {
      found.detail,
      fmt::format("call cudaDeviceSynchronize(), or wait for the stream or an event, after line "
                  "{} and before line {}",
                  start, use)};
}

bool is_of_host(finding_kind kind) {
  return kind == finding_kind::invalid_launch || kind == finding_kind::double_free ||
         kind == finding_kind::invalid_free || kind == finding_kind::leak ||
         kind == finding_kind::unchecked_error;
}

finding_words memory_words(const finding& found) {
  switch (found.kind) {
  case finding_kind::out_of_bounds:
    return {found.detail,
            found.why == finding_case::part_outside
                ? "an access of several elements needs all of them: count how many whole groups "
                  "there are (n / 4 for an int4 or a float4), and take what is left over one by "
                  "one"
            : found.space == "global"
                ? "compare the index with the size before the access: threads beyond "
                  "the edge must not touch memory"
            : found.detail.find("dynamic shared") != std::string::npos
                ? "the third value in <<<...>>> is the size in bytes of all dynamic "
                  "arrays together: count elements times sizeof"
            : found.why == finding_case::pointer_never_set
                ? "`__shared__ int* p` is room for one pointer, which points nowhere: "
                  "for an array write `__shared__ int p[SIZE]`, or `extern "
                  "__shared__ int p[]` with its bytes in <<<...>>>"
                : "check how the index is computed, and how large the array is"};
  case finding_kind::use_after_free:
    if (found.why == finding_case::between_streams)
      return stream_race_words(found);
    return {found.detail, "call cudaFree only when no later kernel needs the memory"};
  case finding_kind::misaligned:
    return {found.detail,
            std::string("a GPU loads 4, 8 or 16 bytes only from addresses that are multiples of 4, "
                        "8 or 16: check the index and the cast of the pointer") +
                (found.space == "shared" ? ", and declare an array that is read so as `__shared__ "
                                           "__align__(16)`"
                                         : "")};
  default:
    break;
  }
  if (found.space == "shared")
    return {fmt::format("no thread of this block has written it; {} in all",
                        counted(found.count, "such read")),
            fmt::format("shared memory holds no zeros at first: every element of {} that is read "
                        "must be stored before, at the edges too",
                        found.variable)};
  const std::string nobody =
      fmt::format("neither the host nor an earlier kernel nor this one has written it; {} in all",
                  counted(found.count, "such read"));
  if (!found.parties.empty() && found.parties.front().action == std::string("updates"))
    return {nobody, fmt::format("an atomic operation reads the old value too: set {} before the "
                                "launch, with cudaMemset or cudaMemsetAsync, and all of it: their "
                                "size is in bytes",
                                found.variable)};
  return {
      nobody,
      fmt::format("store each element in the kernel before reading it (= in place of +=); if its "
                  "old value is meant, fill {} with cudaMemcpy or cudaMemset first",
                  found.variable)};
}

/// Of a literal or a function that makes an operation one of doubles.
finding_words precision_words(const finding& found) {
  const std::size_t arguments = found.element.find("(...)");
  const std::string name = found.element.substr(0, arguments);
  if (arguments == std::string::npos)
    return {fmt::format("{} is a double: what stands beside it is converted, and the operation is "
                        "done in double precision",
                        name),
            fmt::format("write {}f; or, if double precision is meant, make it visible: convert the "
                        "float with static_cast<double>",
                        name)};
  const std::string remedy = fmt::format("call {0}f, and give it floats", name);
  return {fmt::format("{} is computed in double precision, unless all it is given are floats: an "
                      "int is none",
                      name),
          name == "pow" ? remedy + "; or, for a small whole power, multiply: x * x * x" : remedy};
}

} // namespace

finding_words words_for(const finding& found, const std::vector<finding>& all) {
  if (found.kind == finding_kind::race)
    return race_words(found, all);
  if (found.kind == finding_kind::barrier_divergence || found.kind == finding_kind::warp_divergence)
    return divergence_words(found);
  if (found.kind >= finding_kind::absent_lanes && found.kind <= finding_kind::trap)
    return {found.detail, stop_or_lane_remedy(found)};
  if (found.kind == finding_kind::host_pointer || found.kind == finding_kind::host_access ||
      found.kind == finding_kind::constant_write)
    return place_words(found);
  if (found.kind == finding_kind::unfinished_read)
    return unfinished_words(found);
  if (found.kind == finding_kind::double_arithmetic)
    return precision_words(found);
  return is_of_host(found.kind) ? host_words(found) : memory_words(found);
}

} // namespace cudalab::emulator
