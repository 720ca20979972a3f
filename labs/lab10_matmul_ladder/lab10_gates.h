// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 10 asks of a kernel's memory traffic. The counted products are whole tiles, so that
/// what each exercise needs follows from counting: a warp makes 32 multiplications at once, I J K /
/// 32 in all. A block loads each value of M once for the S columns of P that it makes, and each
/// value of N once for its S rows. (The given kernel, with S = 32, is counted besides, for the
/// messages.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/compare/words.h"
#include "grader/lab.h"

namespace cudalab::lab10 {

using grader::all_of;
using grader::at_most;
using grader::both;
using grader::gate_verdict;
using grader::nothing_loaded;
using grader::test_case;
using grader::traffic_counts;

inline constexpr double little_more = 1.05;
/// Of M, whose tile has short rows, warps may load pieces of 16 bytes: half of each sector.
inline constexpr double m_sectors = 2;
inline constexpr const char* given_name = "the given kernel";

inline double length_of(const test_case& one, const std::string& name) {
  return one.number(name).value_or(0);
}

/// What a rung does at most.
struct bounds {
  double side = 0;         ///< of the part of P that a block makes
  double depth = 0;        ///< of a phase
  double m_at_once = 1;    ///< elements of M that a thread loads at once from global memory
  double n_at_once = 1;    ///< of N
  double p_at_once = 1;    ///< of P that it stores at once
  double p_sectors = 1;    ///< where neighbours store pieces of 32 bytes or more; 2: of 16 bytes
  double shared_loads = 0; ///< for one multiplication
  double barriers = 2;     ///< in a phase
  double more_barriers = 0;
  double ahead = 0; ///< fragments that are loaded and not used, behind the last phase
};

/// Shared loads of a thread for each multiplication, in groups of four.
constexpr double loads_for_one(double thread_i, double thread_k) {
  return (thread_i + thread_k) / 4 / (thread_i * thread_k);
}

inline constexpr bounds of_strips{.side = 64, .depth = 8, .shared_loads = 9.0 / 8};
inline constexpr bounds of_squares{
    .side = 128, .depth = 8, .p_sectors = 2, .shared_loads = 16.0 / 64};
inline constexpr bounds of_vectors{.side = 128,
                                   .depth = 8,
                                   .m_at_once = 4,
                                   .n_at_once = 4,
                                   .p_at_once = 4,
                                   .shared_loads = loads_for_one(8, 8)};
/// M's copies of 4 bytes transpose it.
inline constexpr bounds of_async{.side = 128,
                                 .depth = 8,
                                 .n_at_once = 4,
                                 .p_at_once = 4,
                                 .shared_loads = loads_for_one(8, 8),
                                 .barriers = 1,
                                 .more_barriers = 1};
/// A thread's columns may lie side by side: then its two pieces are the halves of a sector.
inline constexpr bounds of_small{.depth = 8,
                                 .p_at_once = 4,
                                 .p_sectors = 2,
                                 .shared_loads = loads_for_one(4, 8),
                                 .barriers = 1,
                                 .more_barriers = 1,
                                 .ahead = 1};
inline constexpr bounds of_wide{.depth = 16,
                                .p_at_once = 4,
                                .p_sectors = 2,
                                .shared_loads = loads_for_one(8, 4),
                                .barriers = 1,
                                .more_barriers = 1,
                                .ahead = 1};

/// Multiplications of warps.
inline double multiplications(const test_case& one) {
  return length_of(one, "I") * length_of(one, "J") * length_of(one, "K") / 32;
}

/// What is counted, and what it is compared with.
struct counts {
  const test_case& one;
  const traffic_counts& mine;
  const traffic_counts& given;
  const bounds& allowed;
};

/// Of fragments that are loaded for each j of a phase: how often they are, where it is once or
/// twice more than there are j's. Else nothing.
inline std::string fragments_too_many(const counts& c) {
  const double inner = length_of(c.one, "J"), phases = inner / c.allowed.depth;
  const double loads = static_cast<double>(c.mine.shared_load_requests) /
                       (c.allowed.shared_loads * multiplications(c.one)) * inner;
  const double times = std::floor(loads / phases);
  if ((times != c.allowed.depth + 1 && times != c.allowed.depth + 2) ||
      (loads != times * phases && loads != times * phases + c.allowed.ahead))
    return "";
  return fmt::format(
      "; for the {} j's of a phase they are loaded {} times. If that is what you do: "
      "does the last j, or the first, load some that no product uses?",
      c.allowed.depth, times);
}

inline gate_verdict shared_loads(const counts& c, const std::string& next) {
  const double allowed = little_more * c.allowed.shared_loads * multiplications(c.one) *
                         (1 + c.allowed.ahead / length_of(c.one, "J"));
  const std::string outside =
      c.allowed.side == 0
          ? ""
          : grader::blocks_outside(c.mine, length_of(c.one, "I"), length_of(c.one, "K"),
                                   c.allowed.side, static_cast<double>(c.mine.shared_load_requests),
                                   allowed);
  return at_most("shared load requests", c.mine.shared_load_requests, allowed,
                 c.given.shared_load_requests, outside.empty() ? next : outside, given_name);
}

/// Where elements are loaded one by one, and as often as smaller parts of P need it: how large
/// these are. Else nothing. (Of sides that are powers of two the sum of 1 / side tells both.)
inline std::string side_by_loads(const counts& c) {
  if (c.allowed.m_at_once != 1 || c.allowed.n_at_once != 1)
    return "";
  const double once = multiplications(c.one);
  for (double rows = 8; rows <= c.allowed.side; rows *= 2)
    for (double columns = rows; columns <= c.allowed.side; columns *= 2)
      if (rows < c.allowed.side &&
          static_cast<double>(c.mine.global_load_requests) == once / rows + once / columns)
        return fmt::format(
            ". M and N are loaded as often as by blocks that make {0} x {1} elements of "
            "P each{3}: how many rows and columns has the part of a block? {2} x {2} are "
            "asked for",
            rows, columns, c.allowed.side,
            rows == columns ? "" : fmt::format(", or {} x {}", columns, rows));
  return "";
}

/// Where the elements of a phase are loaded once more than there are phases, and at once as they
/// should: what that may be. (How deep a phase is the lab says where they are loaded in groups.)
/// Else nothing. @param needed requests
inline std::string phases_too_many(const counts& c, double needed) {
  const double inner = length_of(c.one, "J"), phases = inner / c.allowed.depth;
  if (c.allowed.n_at_once == 1 ||
      static_cast<double>(c.mine.global_load_requests) * phases != needed * (phases + 1))
    return "";
  return fmt::format("M and N are loaded as often as for {} phases of {}, and J = {} has only {}. "
                     "Is one loaded that no product needs: behind the last one, or before the "
                     "loop, where nobody asks how many there are?{}",
                     phases + 1, c.allowed.depth, inner, phases,
                     phases == 1 ? " (Or is each element loaded twice?)" : "");
}

inline gate_verdict global_loads(const counts& c, const std::string& words) {
  constexpr double in_sector = 8; // floats
  const double once = multiplications(c.one) / c.allowed.side;
  const double needed = once * (1 / c.allowed.m_at_once + 1 / c.allowed.n_at_once);
  const std::string too_many = phases_too_many(c, needed);
  const std::string next = too_many.empty() ? words + side_by_loads(c) : too_many;
  return both(at_most("global load requests", c.mine.global_load_requests, little_more * needed,
                      c.given.global_load_requests, next, given_name),
              at_most("global load sectors", c.mine.global_load_sectors,
                      little_more * once * (1 + m_sectors) * 32 / in_sector,
                      c.given.global_load_sectors,
                      "what a warp loads, or copies, at once should be pieces of 16 bytes or more: "
                      "neighbours of a row of M, and neighbours of a row of N. With 4 bytes a "
                      "thread (a copy that transposes) those are elements of neighbouring threads",
                      given_name));
}

/// What a warp stores of P at once, as pieces of neighbours.
struct stored_pieces {
  int line = 0;
  std::int64_t bytes = 0, apart = 0; ///< of the first piece, and to the begin of the next
  bool are_short = false;            ///< on average
};

/// Of the worst request of a line that stores. Nothing: it stores something else, or nobody knows
/// where.
inline std::optional<stored_pieces> pieces_of(const nlohmann::json& line) {
  constexpr std::size_t asked = 16; // bytes
  const nlohmann::json example = line.value("example", nlohmann::json::object());
  if (example.value("object", "") != "d_P")
    return std::nullopt;
  const auto width = example.value("bytes", std::int64_t{0});
  std::vector<std::int64_t> begins;
  for (const auto& offset : example.value("offsets", nlohmann::json::array()))
    if (offset.is_number_integer())
      begins.push_back(offset.get<std::int64_t>());
  std::sort(begins.begin(), begins.end());
  if (width <= 0 || begins.empty())
    return std::nullopt;
  std::size_t pieces = 1;
  stored_pieces seen{line.value("line", 0), width};
  for (std::size_t i = 1; i < begins.size(); ++i) {
    if (begins[i] > begins[i - 1] + width && ++pieces == 2)
      seen.apart = begins[i] - begins[0];
    if (pieces == 1)
      seen.bytes = begins[i] + width - begins[0];
  }
  seen.are_short = begins.size() * static_cast<std::size_t>(width) < asked * pieces;
  return seen;
}

/// Bytes from the place of the first thread of a warp to that of the second, in the worst request
/// of a line; 0: not known.
inline std::int64_t to_next_thread(const nlohmann::json& line) {
  const auto offsets =
      line.value("example", nlohmann::json::object()).value("offsets", nlohmann::json::array());
  return offsets.size() > 1 && offsets[0].is_number_integer() && offsets[1].is_number_integer()
             ? offsets[1].get<std::int64_t>() - offsets[0].get<std::int64_t>()
             : 0;
}

/// The pieces that a warp stores of P, where there are gaps between them. Else nothing.
/// @param row of P, in bytes
inline std::string where_apart(const traffic_counts& mine, std::int64_t row) {
  constexpr std::int64_t sector = 32;
  for (const nlohmann::json* line : grader::lines_of(mine, "global", "store"))
    if (const auto seen = pieces_of(*line); seen && seen->apart != 0 && seen->bytes < sector) {
      if (const auto next = to_next_thread(*line); next != 0 && next % row == 0)
        return fmt::format(". Line {} stores pieces of {} bytes, and threads with neighbouring "
                           "threadIdx.x store in different rows: let them take neighbouring "
                           "columns. Are a thread's row and its column exchanged where they are "
                           "made from threadIdx.x?",
                           seen->line, seen->bytes);
      return fmt::format(". Line {} stores pieces of {} bytes, which begin {} bytes from each "
                         "other: which columns of this row does thread x + 1 store at once, when "
                         "thread x stores these?",
                         seen->line, seen->bytes, seen->apart);
    }
  return "";
}

inline gate_verdict stores(const counts& c, const std::string& next) {
  return both(at_most("global store requests", c.mine.global_store_requests,
                      static_cast<double>(c.given.global_store_requests) / c.allowed.p_at_once,
                      c.given.global_store_requests, next, given_name),
              at_most("global store sectors", c.mine.global_store_sectors,
                      static_cast<double>(c.given.global_store_sectors) * c.allowed.p_sectors,
                      c.given.global_store_sectors,
                      "neighbouring threads should store neighbours of a row of P" +
                          where_apart(c.mine, static_cast<std::int64_t>(length_of(c.one, "K") *
                                                                        sizeof(float))),
                      given_name));
}

/// Two sectors for one may be pieces of 16 bytes, or of 4 with gaps between them.
inline gate_verdict no_short_pieces(const traffic_counts& mine) {
  for (const nlohmann::json* line : grader::lines_of(mine, "global", "store"))
    if (const auto seen = pieces_of(*line); seen && seen->are_short)
      return {false,
              fmt::format("line {}: a warp stores P in pieces of {} bytes, which begin {} bytes "
                          "from each other; 16 or more are asked for",
                          seen->line, seen->bytes, seen->apart),
              "neighbouring threads should store neighbours of a row of P, at least four side by "
              "side: which column does thread x + 1 store, when thread x stores this one?",
              {}};
  return {true, "P is stored in pieces of 16 bytes or more", "", {}};
}

/// The tiles of one matrix at least: M's may come through registers, which transpose it as well.
inline gate_verdict copied(const counts& c) {
  double bytes = 0;
  for (const auto& kernel : c.mine.kernels)
    bytes += kernel.at("totals").value("asynchronously_copied_bytes", 0.0);
  const double wanted = multiplications(c.one) / c.allowed.side * 32 * sizeof(float);
  return {bytes >= wanted,
          fmt::format("{} copied asynchronously, and the tiles of one matrix are {}",
                      grader::counted(static_cast<std::uint64_t>(bytes), "bytes"),
                      grader::counted(static_cast<std::uint64_t>(wanted), "bytes")),
          "a load and a store go through a register, and the thread waits for the load: copy the "
          "tiles by __pipeline_memcpy_async",
          {{"asynchronously_copied_bytes", bytes}}};
}

inline gate_verdict barriers(const counts& c, const std::string& next) {
  const double phases = std::ceil(length_of(c.one, "J") / c.allowed.depth);
  return at_most("barriers a block", c.mine.barriers_per_block,
                 c.allowed.barriers * phases + c.allowed.more_barriers, c.given.barriers_per_block,
                 next, given_name);
}

inline const std::string two_barriers =
    "two barriers in each phase are enough: one after loading, one after computing";
inline const std::string stored_once = "each element of P is stored once";
inline const std::string stored_in_fours = "store four neighbours of a row of P at once: store4";

/// Exercise 1.
inline gate_verdict strips_gate(const test_case& one, const traffic_counts& mine,
                                const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const counts c{one, mine, given, of_strips};
  return all_of({shared_loads(c, "read each element of Ns once, into a variable, and use it for "
                                 "all 8 elements of the strip: 9 loads for 8 multiplications"),
                 global_loads(c, "each thread loads one element of each tile in a phase"),
                 stores(c, stored_once),
                 grader::no_conflicts(mine, "the threads of a warp should use neighbours of a row "
                                            "of Ns, and all the same element of Ms"),
                 barriers(c, two_barriers)});
}

/// What to do about the conflicts of exercise 2, by what the threads of a warp do in the worst one.
inline std::string conflicts_of_squares(const traffic_counts& mine) {
  const auto seen = grader::conflict_in(mine);
  if (seen && seen->is_load && seen->one_word_a_half)
    return fmt::format("the 16 threads of a row read one word of {}, and those of the next row "
                       "another one, {} words from it and in the same bank (line {}). Let the rows "
                       "of a thread lie 16 apart, as its columns do: y, y + 16, ... Then the two "
                       "are of rows that lie side by side",
                       seen->object.empty() ? "M's tile" : seen->object, seen->apart, seen->line);
  if (seen && !seen->is_load && seen->row_words != 0 && seen->rows_apart > seen->row_words &&
      mine.shared_load_conflicts == 0)
    return fmt::format(
        "threads {} and {} of a warp store to words of {} that are {} apart (line {}, or a "
        "function that it calls), and so in one bank: the warp stores {} rows of {} words, and "
        "from one row to the next there are {} words. Without padding, with {} words from row to "
        "row, its rows fill all 32 banks, each once",
        seen->first, seen->second, seen->object.empty() ? "shared memory" : seen->object,
        seen->apart, seen->line, 32 / seen->row_words, seen->row_words, seen->rows_apart,
        seen->row_words);
  if (seen && !seen->next_word && seen->first + 16 <= seen->second)
    return fmt::format("threads {} and {} of a warp use words of {} that are {} apart (line {}, or "
                       "a function that it calls), and so in one bank: let the two rows of threads "
                       "that a warp has use the same words, or ones of other banks",
                       seen->first, seen->second,
                       seen->object.empty() ? "shared memory" : seen->object, seen->apart,
                       seen->line);
  return "let the columns of a thread lie 16 apart: x, x + 16, ... Then neighbouring threads read "
         "neighbours of Ns";
}

/// Exercise 2.
inline gate_verdict squares_gate(const test_case& one, const traffic_counts& mine,
                                 const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const counts c{one, mine, given, of_squares};
  return all_of({shared_loads(c, "for each j, read 8 elements of Ms and 8 of Ns into arrays, and "
                                 "make 64 products of these: 16 loads for 64 multiplications"),
                 global_loads(c, "each thread loads four elements of each tile in a phase"),
                 stores(c, stored_once), no_short_pieces(mine),
                 grader::no_conflicts(mine, conflicts_of_squares(mine)),
                 barriers(c, two_barriers)});
}

/// Exercises 3 and 4.
inline gate_verdict in_vectors(const counts& c, const std::string& loads) {
  return all_of(
      {shared_loads(c,
                    "each thread needs four loads of 16 bytes for 64 multiplications: load_groups"),
       global_loads(c, loads), stores(c, stored_in_fours)});
}

/// Where each thread stores four neighbours one after the other, so that the next thread begins
/// four words on: to store them at once. Else `otherwise`.
inline std::string conflicts_of_stores(const traffic_counts& mine, const std::string& at_once,
                                       const std::string& otherwise) {
  const auto seen = grader::conflict_in(mine);
  return seen && !seen->is_load && seen->next_word == 4 ? at_once : otherwise;
}

/// Exercise 3.
inline gate_verdict vectors_gate(const test_case& one, const traffic_counts& mine,
                                 const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const counts c{one, mine, given, of_vectors};
  return all_of(
      {in_vectors(c, "each thread loads 16 bytes of each tile in a phase, at once: load4"),
       grader::no_conflicts(
           mine, "groups of four lie side by side: &Ns[j][x4]",
           conflicts_of_stores(
               mine,
               "a thread has four neighbours of a row, and stores them one by one: store all 16 "
               "bytes at once, by store4. (Only M's tile, which is transposed, needs stores of 4)",
               "the stores that transpose M's tile: let two neighbouring threads share a row of M, "
               "and let a row of Ms have PITCH floats. If they do: the two store to rows of Ms "
               "that lie 4 apart, and 4 * PITCH must be no multiple of the 32 banks")),
       barriers(c, two_barriers)});
}

/// Exercise 4: one barrier in each phase, which is too few for a single buffer.
inline gate_verdict async_gate(const test_case& one, const traffic_counts& mine,
                               const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const counts c{one, mine, given, of_async};
  return all_of(
      {copied(c), in_vectors(c, "each thread copies 4 elements of M and, at once, 16 bytes of N"),
       grader::no_conflicts(
           mine, "groups of four lie side by side: &Ns[buffer][j][x4]",
           conflicts_of_stores(
               mine,
               "a thread has four neighbours of a row of N, and copies them one by one: copy all "
               "16 bytes at once",
               "let 8 neighbouring threads copy 8 neighbours of a row of M, and let a row of Ms "
               "have PITCH floats. If they do: the 8 are stored in 8 rows of Ms, and 4 * PITCH "
               "must be no multiple of the 32 banks")),
       grader::reads_beside_copies(c.mine, length_of(c.one, "J") >= 4 * c.allowed.depth),
       barriers(c, "with two buffers one barrier in each phase is enough: behind it the tiles of "
                   "this phase are complete, and nobody reads the other buffer any more")});
}

/// Exercise 5. What the given feeder loads and stores is not the student's.
inline gate_verdict warps_gate(const test_case& one, const traffic_counts& mine,
                               const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const bool is_wide = one.function().find("wide") != std::string::npos;
  const counts c{one, mine, given, is_wide ? of_wide : of_small};
  traffic_counts loads = mine;
  loads.shared_store_conflicts = 0;
  return all_of(
      {shared_loads(c, "for each j, load the fragments of M and of N once, in groups of four, and "
                       "make all thread_i * thread_k products of these" +
                           fragments_too_many(c)),
       stores(c, stored_in_fours),
       grader::no_conflicts(loads, "the lanes of a warp lie in lanes_i rows and lanes_k columns, "
                                   "and their groups side by side"),
       barriers(c,
                "with two buffers one barrier in each phase is enough, and one before the first")});
}

} // namespace cudalab::lab10
