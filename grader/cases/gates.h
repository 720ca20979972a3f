// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Verdicts on counted traffic, for the gates of labs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// "3,840 global load requests", "1 barrier a block".
/// @param things in the plural, which ends in s
std::string counted(std::uint64_t count, const std::string& things);

/// The verdict on one figure.
/// @param what "global load requests"; also its name in the data, with underscores
/// @param allowed rounded up
/// @param given the count of the lab's given kernel, called `given_name` in the message
gate_verdict at_most(const std::string& what, std::uint64_t counted, double allowed,
                     std::uint64_t given, const std::string& next,
                     const std::string& given_name = "the naive kernel");

/// Both: the first that failed, or the words of the first. Its data has the figures of the two.
gate_verdict both(gate_verdict first, const gate_verdict& second);

/// All of them, as both() does it for two. @param verdicts at least one
gate_verdict all_of(std::initializer_list<gate_verdict> verdicts);

/// The verdict where a kernel's loads cannot be judged, because there are none.
gate_verdict nothing_loaded(const std::string& next = "make the product right first");

/// No bank conflicts in shared memory.
/// @param next_of_stores said where only stores have conflicts; empty: `next`
gate_verdict no_conflicts(const traffic_counts& counts, const std::string& next,
                          const std::string& next_of_stores = "");

/// Threads that copy asynchronously read the tiles of one phase while those of the next are under
/// way. Where others copy than read, nothing is known, nor of a few phases.
/// @param several_phases whether a block has at least four of them
gate_verdict reads_beside_copies(const traffic_counts& counts, bool several_phases);

/// What threads with neighbouring threadIdx.x do in the worst request that was kept.
struct neighbouring_threads {
  std::string object; ///< that they access: "d_P"
  int line = 0;
  std::int64_t bytes = 0;            ///< of an access
  unsigned block_width = 0;          ///< threads with one threadIdx.y
  std::optional<std::int64_t> apart; ///< bytes from one to the next; nothing: they differ
};
/// Of global memory that of the line with most sectors too many, of shared memory that of the line
/// with the worst conflict. Nothing: there is none, or nothing is known of its threads.
/// @param operation "load" or "store"; empty: both
std::optional<neighbouring_threads> neighbours_in(const traffic_counts& counts,
                                                  const std::string& space,
                                                  const std::string& operation = "");

/// What all launches of a call had together.
struct launched {
  std::size_t launches = 0, blocks = 0, threads = 0;
};
launched launches_of(const traffic_counts& counts);

/// What to look at where the one kernel's grid has more blocks than a result has tiles, and with as
/// many blocks as tiles there would not be too much of what was counted. Empty: it is not so.
/// @param side of the part of the result that a block makes
std::string blocks_outside(const traffic_counts& counts, double rows, double columns, double side,
                           double counted, double allowed);

/// Without the requests of atomic operations on global memory, where at most `most` were made:
/// blocks that take their work from a counter need one each time. (They were counted as loads and
/// as stores.)
traffic_counts without_few_atomics(traffic_counts counts, double most);

/// Not many more threads than there is work for.
/// @param needed threads; twice as many are allowed, and blocks that are not full
gate_verdict not_many_threads(const traffic_counts& counts, double needed, const std::string& next);

/// The lines of the traffic report, of all kernels, with this operation ("load", "store", "atomic")
/// in this memory ("global", "shared"). They live as long as `counts`.
std::vector<const nlohmann::json*> lines_of(const traffic_counts& counts, const std::string& space,
                                            const std::string& operation);

/// The accesses in these lines, each thread's counted alone.
std::size_t accesses_of_threads(const traffic_counts& counts, const std::string& space,
                                const std::string& operation);

/// Two threads of the worst request that was kept, with different words of one bank: of such two,
/// each the first with its word, the nearest to each other.
struct bank_conflict {
  std::string object; ///< that they access: "Ms"
  int line = 0;
  bool is_load = false;
  unsigned first = 0, second = 0;        ///< their numbers in the warp
  std::int64_t apart = 0;                ///< words from the one to the other, without a sign
  std::optional<std::int64_t> next_word; ///< from each thread to the next one, if it is the same
  bool one_word_a_half = false;          ///< all threads up to 15 use one word, all others another
  /// Rows of so many neighbouring words each, one row after the other; 0: it is not so.
  std::int64_t row_words = 0;
  std::int64_t rows_apart = 0; ///< words from where a row begins to where the next one does
};
/// Nothing: there is no conflict, or it is not of accesses of 4 bytes, or not known.
std::optional<bank_conflict> conflict_in(const traffic_counts& counts);

/// Two lanes of the worst request that was kept, of 16 bytes each, that lie in the same banks.
struct rows_in_one_bank {
  int line = 0;
  bool is_load = false;
  unsigned first = 0, second = 0; ///< lanes; both are among 8 that are served at once
  std::int64_t apart = 0;         ///< bytes from the one to the other, without a sign
};
/// Nothing: there is no conflict, or it is not of accesses of 16 bytes, or not known.
std::optional<rows_in_one_bank> rows_in_one_bank_of(const traffic_counts& counts);

/// Different words of one bank in the request that has most of them; 1: no conflict.
int worst_conflict_of(const traffic_counts& counts);

/// "; at worst, lab04.cu:41, 16 different words of one bank in a request", or nothing.
std::string worst_conflict(const traffic_counts& counts);

} // namespace cudalab::grader
