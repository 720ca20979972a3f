// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of the scenes, what must come out of them, and what well-known mistakes make of it.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/compare/words.h"
#include "grader/test_case.h"

namespace cudalab::lab09 {

using grader::expectation;
using grader::misconception;
using grader::random_source;
using grader::test_case;
using protocol::element_type;
using numbers = std::vector<double>;

inline constexpr double never_written = -std::numeric_limits<double>::infinity();
inline constexpr double anything = std::numeric_limits<double>::infinity();

/// The kernel develop(), in float as there.
inline float developed(float value, int rounds) {
  for (int round = 0; round < rounds; ++round)
    value = 0.5f * value + 1.0f;
  return value;
}

/// The kernel follow(), chunk after chunk.
/// @param restart at each so many chunks the level is 0 again; 0: never
inline numbers followed(const std::vector<float>& in, std::size_t chunk, std::size_t restart = 0) {
  numbers out(in.size());
  float level = 0;
  for (std::size_t first = 0; first < in.size(); first += chunk) {
    if (restart != 0 && first / chunk % restart == 0)
      level = 0;
    const std::size_t end = std::min(in.size(), first + chunk);
    for (std::size_t i = first; i < end; ++i)
      out[i] = static_cast<double>(0.5f * in[i] + level);
    level = static_cast<float>(out[end - 1]);
  }
  return out;
}

inline numbers developed(const std::vector<float>& in, int rounds) {
  numbers out;
  for (const float each : in)
    out.push_back(static_cast<double>(developed(each, rounds)));
  return out;
}

inline numbers as_numbers(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

/// In one row, by chunks.
inline expectation right(const numbers& want, std::size_t chunk) {
  expectation all;
  all.want = want;
  all.shape = {1, want.size(), 1, std::min(chunk, want.size())};
  all.if_unwritten =
      want.size() == 1 ? "There is one chunk, and it has one element: is it handed over, too? Look "
                         "at the condition that leaves empty chunks out."
                       : "Is each chunk copied from the device to h_out?";
  return all;
}

inline std::size_t size_of_chunk(std::size_t n, int chunks) {
  const auto count = static_cast<std::size_t>(chunks);
  return (n + count - 1) / count;
}

/// What mistakes of all exercises with chunks make.
inline void add_mistakes(test_case& one, const std::vector<float>& in, const numbers& want,
                         std::size_t chunk, int chunks) {
  misconception same{"output_is_input",
                     "h_out holds what h_in holds: no kernel has changed it",
                     [in] { return as_numbers(in); },
                     {},
                     "Is the kernel launched between the two copies, on the memory that they use, "
                     "and with a stream that puts it there?"};
  one.known_mistake("output", same);
  const std::size_t n = in.size(), whole = n / static_cast<std::size_t>(chunks);
  // Chunks of n / chunks elements: what is left over is in none.
  misconception rest{"rest_left_out",
                     "the last elements are missing: n is no multiple of the number of chunks",
                     {},
                     {},
                     "Chunks of (n + chunks - 1) / chunks elements hold all of them; the last one "
                     "may be shorter."};
  const std::size_t reached = whole * static_cast<std::size_t>(chunks);
  if (reached < n && reached > 0)
    rest.want = [want, reached] {
      numbers made = want;
      std::fill(made.begin() + static_cast<std::ptrdiff_t>(reached), made.end(), never_written);
      return made;
    };
  if (reached < n)
    one.known_mistake("output", rest);
  if (n > chunk) {
    one.known_mistake("output",
                      {"chunks_on_each_other",
                       "all chunks are copied to the beginning of h_out: behind its first chunk "
                       "nothing was written",
                       [n, chunk] {
                         numbers made(n, never_written);
                         std::fill_n(made.begin(), chunk, anything);
                         return made;
                       },
                       {},
                       "h_out moves on with the chunk, as h_in does: h_out + first."});
    const std::size_t last = (n - 1) / chunk * chunk;
    one.known_mistake("output", {"last_chunk_missing",
                                 "the last chunk is missing",
                                 [want, last] {
                                   numbers made = want;
                                   std::fill(made.begin() + static_cast<std::ptrdiff_t>(last),
                                             made.end(), never_written);
                                   return made;
                                 },
                                 {},
                                 "How far does the loop over the chunks go?"});
    one.known_mistake("output",
                      {"first_chunk_only",
                       "only the first chunk is there",
                       [want, chunk] {
                         numbers made(want.size(), never_written);
                         std::copy_n(want.begin(), chunk, made.begin());
                         return made;
                       },
                       {},
                       "Do the pointers of host and device move on from chunk to chunk?"});
  }
}

/// So few rounds were made as a limit lets through: of a case with many rounds.
inline void add_limits_of_rounds(test_case& one, const std::vector<float>& in, int rounds) {
  constexpr int fewest = 4; // one is another mistake, and other cases have no more than three
  for (int made = fewest; made < rounds; ++made)
    one.known_mistake(
        "output",
        {"rounds_limited",
         fmt::format("the result is that of {} rounds, where `rounds` is {}", made, rounds),
         [in, made] { return developed(in, made); },
         {},
         "Give the kernel `rounds` as your function was given it. Does anything make "
         "it smaller: a limit, or a type that is too small for it? How soon the "
         "rounds stop changing an element depends on how large it is.",
         std::to_string(made)});
}

/// Of a case whose point is their number.
inline std::string rounds_in_name(int rounds) {
  return rounds > 3 ? fmt::format(", {} rounds", rounds) : "";
}

inline test_case job_case(const std::vector<float>& in, int rounds, bool timed) {
  const int n = static_cast<int>(in.size());
  test_case one(fmt::format("n = {}{}", n, rounds_in_name(rounds)), "enqueue_job");
  one.called_by("run_job")
      .launches()
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host()
      .value("n", n)
      .value("rounds", rounds)
      .value("timed", timed ? 1 : 0);
  if (timed)
    one.measured();
  const numbers want = developed(in, rounds);
  one.expect("output", [want, n] { return right(want, static_cast<std::size_t>(n)); });
  one.known_mistake("output", {"output_is_input",
                               "h_out holds what h_in holds: no kernel has changed it",
                               [in] { return as_numbers(in); },
                               {},
                               "Is the kernel launched between the two copies, and in the same "
                               "stream?"});
  one.known_mistake("output", {"n_and_rounds_exchanged",
                               "n and rounds are exchanged at the launch: `rounds` elements were "
                               "developed, n times",
                               [in, n, rounds] {
                                 numbers made = as_numbers(in);
                                 for (std::size_t i = 0; i < made.size(); ++i)
                                   if (i < static_cast<std::size_t>(rounds))
                                     made[i] = static_cast<double>(developed(in[i], n));
                                 return made;
                               },
                               {},
                               "The kernel is develop(data, n, rounds)."});
  if (rounds != 1)
    one.known_mistake("output", {"one_round",
                                 "the kernel made one round only",
                                 [in] { return developed(in, 1); },
                                 {},
                                 "The number of rounds is the kernel's third argument."});
  add_limits_of_rounds(one, in, rounds);
  return one;
}

inline test_case chunks_case(const std::vector<float>& in, int chunks, int rounds, bool timed) {
  const int n = static_cast<int>(in.size());
  test_case one(fmt::format("n = {}, {} chunk{}{}", n, chunks, chunks == 1 ? "" : "s",
                            rounds_in_name(rounds)),
                "process_chunks");
  one.called_by("run_chunks")
      .launches()
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host()
      .value("n", n)
      .value("chunks", chunks)
      .value("rounds", rounds)
      .value("timed", timed ? 1 : 0);
  if (timed)
    one.measured();
  const numbers want = developed(in, rounds);
  const std::size_t chunk = size_of_chunk(in.size(), chunks);
  one.expect("output", [want, chunk] { return right(want, chunk); });
  add_mistakes(one, in, want, chunk, chunks);
  add_limits_of_rounds(one, in, rounds);
  return one;
}

/// Whether the first chunk is right, and each other one off by one number for all of its elements:
/// follow() adds the level to each.
inline bool have_other_levels(const numbers& got, const numbers& want, std::size_t chunk) {
  constexpr double tolerance = 1e-4;
  bool differs = false;
  for (std::size_t first = 0; first < got.size(); first += chunk) {
    const double off = got[first] - want[first];
    if (!std::isfinite(off) || (first == 0 && std::abs(off) > tolerance))
      return false;
    differs = differs || std::abs(off) > tolerance;
    for (std::size_t i = first; i < std::min(got.size(), first + chunk); ++i)
      if (!(std::abs(got[i] - want[i] - off) <= tolerance))
        return false;
  }
  return differs;
}

/// The levels' own mistakes.
inline void add_level_mistakes(test_case& one, const std::vector<float>& in, std::size_t chunk) {
  if (in.size() <= chunk || chunk < 2)
    return;
  misconception other{
      "another_level",
      "the first chunk is right, and each of the others is off by one number, the "
      "same for all of its elements: its kernel has read another level than the "
      "chunk before has made",
      {},
      [want = followed(in, chunk), chunk](const numbers& got) {
        return have_other_levels(got, want, chunk);
      },
      "Where does the level of chunk i lie, who writes there, and what comes first? "
      "Level 0 is set once. In memory that is filled anew, such as a slot, a level "
      "does not last."};
  other.vague = true;
  one.known_mistake("output", other);
  one.known_mistake("output", {"level_not_carried",
                               "each chunk begins with level 0",
                               [in, chunk] { return followed(in, chunk, 1); },
                               {},
                               "Chunk i reads level i, which the kernel of the chunk before has "
                               "made, and makes level i + 1."});
}

inline test_case filter_case(const std::vector<float>& in, int chunks, bool timed) {
  const int n = static_cast<int>(in.size());
  test_case one(fmt::format("n = {}, {} chunk{}", n, chunks, chunks == 1 ? "" : "s"),
                "filter_chunks");
  one.called_by("run_filter")
      .launches()
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host()
      .value("n", n)
      .value("chunks", chunks)
      .value("timed", timed ? 1 : 0);
  if (timed)
    one.measured();
  const std::size_t chunk = size_of_chunk(in.size(), chunks);
  const numbers want = followed(in, chunk);
  one.expect("output", [want, chunk] { return right(want, chunk); });
  add_mistakes(one, in, want, chunk, chunks);
  add_level_mistakes(one, in, chunk);
  return one;
}

inline test_case ring_case(const std::vector<float>& in, int chunk, int slots, bool timed) {
  const int n = static_cast<int>(in.size());
  test_case one(
      fmt::format("n = {}, chunks of {} in {} slot{}", n, chunk, slots, slots == 1 ? "" : "s"),
      "filter_ring");
  one.called_by("run_ring")
      .launches()
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host()
      .value("n", n)
      .value("chunk", chunk)
      .value("slots", slots)
      .value("timed", timed ? 1 : 0);
  if (timed)
    one.measured();
  const auto size = static_cast<std::size_t>(chunk);
  const numbers want = followed(in, size);
  one.expect("output", [want, size] { return right(want, size); });
  const int chunks = (n + chunk - 1) / chunk;
  if (chunks > 1) {
    const std::size_t whole = in.size() / size * size;
    if (whole != in.size())
      one.known_mistake("output", {"last_chunk_missing",
                                   "the last chunk is missing, which is shorter than the others",
                                   [want, whole] {
                                     numbers made = want;
                                     std::fill(made.begin() + static_cast<std::ptrdiff_t>(whole),
                                               made.end(), never_written);
                                     return made;
                                   },
                                   {},
                                   "There are (n + chunk - 1) / chunk chunks."});
  }
  add_level_mistakes(one, in, size);
  if (chunks > slots)
    one.known_mistake(
        "output",
        {"levels_by_slot",
         "the level begins at 0 again each time that the slots begin again",
         [in, size, slots] { return followed(in, size, static_cast<std::size_t>(slots)); },
         {},
         "Slots come again, levels do not: chunk i reads level i and makes level i + 1, "
         "whichever slot it is in."});
  return one;
}

/// An array near the limits, whose result nobody looks at.
/// @param values the scene's, besides n
inline test_case large_case(const std::string& function, const std::string& scene, int n,
                            const std::vector<std::pair<std::string, int>>& values) {
  std::string name = fmt::format("n = {}", grader::grouped(static_cast<std::size_t>(n)));
  for (const auto& [what, value] : values)
    name += fmt::format(", {} = {}", what, grader::grouped(static_cast<std::size_t>(value)));
  test_case one(name + ", some of its blocks", function);
  one.called_by(scene).value("n", n).sampled(1);
  for (const auto& [what, value] : values)
    one.value(what, value);
  return one;
}

/// step_many() itself, on memory of the device.
inline test_case steps_case(const std::vector<float>& in, int steps, int repeats) {
  test_case one(fmt::format("n = {}, {} x {} steps", in.size(), repeats, steps), "step_many");
  one.inout("d_data", in)
      .value("n", static_cast<int>(in.size()))
      .value("steps", steps)
      .value("repeats", repeats);
  one.expect("d_data", [in, steps, repeats] {
    expectation all;
    all.want = developed(in, steps * repeats);
    all.shape = {1, in.size(), 1, 256};
    return all;
  });
  const auto as_often = [&](const char* id, const char* message, int times, const char* next) {
    if (times != steps * repeats)
      one.known_mistake("d_data",
                        {id, message, [in, times] { return developed(in, times); }, {}, next});
  };
  as_often("no_step", "no kernel has run: d_data is as it was", 0,
           "While a stream records nothing is done. Is the graph made ready, and launched?");
  as_often("graph_launched_once", "`steps` kernels have run: the graph was launched once", steps,
           "Launch it `repeats` times.");
  as_often("one_step_in_graph", "`repeats` kernels have run", repeats,
           "`steps` launches are recorded, between the beginning and the end of the capture.");
  as_often("one_step", "one kernel has run", 1,
           "`steps` launches are recorded, and the graph is launched `repeats` times.");
  as_often("one_round_more", "one round of the graph too many", steps * (repeats + 1),
           "A launch that is recorded is not done: launch the graph `repeats` times, no more.");
  return one;
}

inline test_case timed_steps_case(const std::vector<float>& in, int steps, int repeats) {
  test_case one(fmt::format("n = {}, {} x {} steps", in.size(), repeats, steps), "step_many");
  one.measured()
      .called_by("run_steps")
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host()
      .value("n", static_cast<int>(in.size()))
      .value("steps", steps)
      .value("repeats", repeats);
  one.expect("output",
             [in, steps, repeats] { return right(developed(in, steps * repeats), in.size()); });
  return one;
}

} // namespace cudalab::lab09
