// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of the scenes, what must come out of them, and what well-known mistakes make of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab12 {

using grader::expectation;
using grader::misconception;
using grader::random_source;
using grader::test_case;
using protocol::element_type;
using numbers = std::vector<double>;
using floats = std::vector<float>;

inline numbers as_numbers(const floats& values) {
  return {values.begin(), values.end()};
}

/// "n = 5, 3 devices"
inline std::string name_of(const std::string& sizes, int devices) {
  return fmt::format("{}, {} device{}", sizes, devices, devices == 1 ? "" : "s");
}

/// A call of a scene: inputs and outputs of `elements` numbers on the host.
inline test_case scene_case(const std::string& sizes, int devices, const std::string& function,
                            const std::string& scene, const floats& in) {
  test_case one(name_of(sizes, devices), function);
  one.called_by(scene)
      .input("input", in)
      .on_host()
      .output("output", element_type::float32, in.size())
      .on_host();
  return one;
}

inline void end_of_call(test_case& one, int devices, bool timed) {
  one.value("devices", devices).value("timed", timed ? 1 : 0);
  if (timed)
    one.measured();
}

/// One row for each device.
inline expectation rows_of(numbers want, int devices, const char* if_unwritten) {
  expectation all;
  const std::size_t rows = static_cast<std::size_t>(devices), columns = want.size() / rows;
  all.want = std::move(want);
  all.shape = {rows, columns, 1, columns};
  all.if_unwritten = if_unwritten;
  all.place_name = [](std::size_t device, std::size_t element) {
    return fmt::format("element {} of device {}", element, device);
  };
  return all;
}

/// The part of the device `by` before it.
inline numbers rotated(const floats& in, int devices, int by) {
  const std::size_t count = in.size() / static_cast<std::size_t>(devices);
  numbers out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    out[(i + static_cast<std::size_t>(by) * count) % in.size()] = static_cast<double>(in[i]);
  return out;
}

inline test_case rotate_case(const floats& in, int devices, bool timed) {
  const int count = static_cast<int>(in.size()) / devices;
  test_case one =
      scene_case(fmt::format("count = {}", count), devices, "rotate_parts", "run_rotate", in);
  one.value("count", count);
  end_of_call(one, devices, timed);
  one.expect("output", [in, devices] {
    return rows_of(rotated(in, devices, 1), devices, "Is there a copy to each device?");
  });
  if (devices > 2)
    one.known_mistake("output", {"other_way_round",
                                 "the parts went to the device before, and not to the next one",
                                 [in, devices] { return rotated(in, devices, devices - 1); },
                                 {},
                                 "The next device after device i is number (i + 1) % devices."});
  if (devices > 1)
    one.known_mistake("output", {"part_stays",
                                 "each device has its own part",
                                 [in] { return as_numbers(in); },
                                 {},
                                 "cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, "
                                 "stream): the two devices are different ones."});
  return one;
}

/// As smooth(), in float as there; the first and the last row stay.
/// @param stays whether the element of this row and column is never computed
template <class Stays>
floats smoothed_but(floats picture, int width, int steps, const Stays& stays) {
  const std::size_t line = static_cast<std::size_t>(width), rows = picture.size() / line;
  for (int step = 0; step < steps; ++step) {
    floats next = picture;
    for (std::size_t row = 1; row + 1 < rows; ++row)
      for (std::size_t x = 0; x < line; ++x) {
        if (stays(row, x))
          continue;
        const std::size_t at = row * line + x;
        const float left = x > 0 ? picture[at - 1] : 0.0f;
        const float right = x + 1 < line ? picture[at + 1] : 0.0f;
        next[at] = 0.2f * (picture[at] + left + right + picture[at - line] + picture[at + line]);
      }
    picture = std::move(next);
  }
  return picture;
}

inline floats smoothed(floats picture, int width, int steps) {
  return smoothed_but(std::move(picture), width, steps,
                      [](std::size_t, std::size_t) { return false; });
}

/// Halo rows that nobody ever sends.
inline floats smoothed_apart(const floats& picture, int width, int rows, int steps, int devices) {
  const std::size_t line = static_cast<std::size_t>(width);
  const std::size_t strip = static_cast<std::size_t>(rows) * line;
  floats all = picture;
  for (int device = 0; device < devices; ++device) {
    const auto begin =
        picture.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(device) * strip);
    const floats own = smoothed(
        floats(begin, begin + static_cast<std::ptrdiff_t>(strip + 2 * line)), width, steps);
    std::copy(own.begin() + static_cast<std::ptrdiff_t>(line),
              own.end() - static_cast<std::ptrdiff_t>(line),
              all.begin() +
                  static_cast<std::ptrdiff_t>(static_cast<std::size_t>(device) * strip + line));
  }
  return all;
}

/// Halo rows that are sent to the device above only, or to the device below only: the others stay.
inline floats smoothed_with_old_halo(const floats& picture, int width, int rows, int steps,
                                     int devices, bool above_stays) {
  const std::size_t line = static_cast<std::size_t>(width);
  const std::size_t strip = static_cast<std::size_t>(rows) * line;
  const auto begin_of = [&](int device) { return static_cast<std::size_t>(device) * strip; };
  floats all = picture;
  for (int step = 0; step < steps; ++step) {
    floats next = all;
    for (int device = 0; device < devices; ++device) {
      const std::size_t begin = begin_of(device), end = begin + strip + 2 * line;
      floats own(all.begin() + static_cast<std::ptrdiff_t>(begin),
                 all.begin() + static_cast<std::ptrdiff_t>(end));
      const std::size_t stays = above_stays ? 0 : own.size() - line;
      std::copy_n(picture.begin() + static_cast<std::ptrdiff_t>(begin + stays), line,
                  own.begin() + static_cast<std::ptrdiff_t>(stays));
      own = smoothed(std::move(own), width, 1);
      std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(line), strip,
                  next.begin() + static_cast<std::ptrdiff_t>(begin + line));
    }
    all = std::move(next);
  }
  return all;
}

/// Own rows of strips of `rows` rows that are neither the first nor the last of theirs. Row 0 is
/// the border.
inline bool is_inner(std::size_t row, int rows) {
  const std::size_t strip = static_cast<std::size_t>(rows), own = (row - 1) % strip;
  return own > 0 && own + 1 < strip;
}

/// Whether nothing but this is wrong: from some column on, elements of own rows stay, or of inner
/// rows only.
inline bool last_columns_stay(const floats& in, const numbers& got, int width, int rows, int steps,
                              bool inner_only) {
  const std::size_t line = static_cast<std::size_t>(width);
  const floats right = smoothed(in, width, steps);
  std::size_t first = line; // that is wrong; with each step, the one before it as well
  for (std::size_t i = 0; i < got.size(); ++i)
    if (i % line < first && got[i] != static_cast<double>(right[i]))
      first = i % line;
  const std::size_t from = first + static_cast<std::size_t>(steps - 1);
  return first > 0 && from < line &&
         as_numbers(smoothed_but(in, width, steps, [&](std::size_t row, std::size_t x) {
           return x >= from && (!inner_only || is_inner(row, rows));
         })) == got;
}

/// Whether nothing but this is wrong: in each strip, the inner rows from some row on stay.
inline bool last_rows_stay(const floats& in, const numbers& got, int width, int rows, int steps) {
  const std::size_t line = static_cast<std::size_t>(width), strip = static_cast<std::size_t>(rows);
  const floats right = smoothed(in, width, steps);
  std::size_t first = strip; // inner row that is wrong; with each step, the one before it as well
  for (std::size_t i = line; i + line < got.size(); ++i)
    if (is_inner(i / line, rows) && got[i] != static_cast<double>(right[i]))
      first = std::min(first, (i / line - 1) % strip);
  const std::size_t from = first + static_cast<std::size_t>(steps - 1);
  return first > 1 && from + 1 < strip &&
         as_numbers(smoothed_but(in, width, steps, [&](std::size_t row, std::size_t) {
           return is_inner(row, rows) && (row - 1) % strip >= from;
         })) == got;
}

/// @param in (devices * rows + 2) * width numbers
inline test_case diffuse_case(const floats& in, int width, int rows, int steps, int devices,
                              bool timed) {
  test_case one = scene_case(
      fmt::format("width = {}, rows = {}, {} step{}", width, rows, steps, steps == 1 ? "" : "s"),
      devices, "diffuse", "run_diffuse", in);
  one.launches().value("width", width).value("rows", rows).value("steps", steps);
  end_of_call(one, devices, timed);
  const std::size_t lines = in.size() / static_cast<std::size_t>(width);
  const auto of = [lines](const floats& picture) {
    expectation all;
    all.want = as_numbers(picture);
    all.shape = {lines, picture.size() / lines, 0, 0};
    all.if_unwritten = "Is smooth() launched on each device?";
    return all;
  };
  one.expect("output", [=] { return of(smoothed(in, width, steps)); });
  one.known_mistake("output", {"no_step",
                               "the picture is as it was at first",
                               [in] { return as_numbers(in); },
                               {},
                               "Is smooth() launched for all own rows, in each step?"});
  if (steps > 1)
    one.known_mistake("output", {"one_step",
                                 "one step is done",
                                 [in, width] { return as_numbers(smoothed(in, width, 1)); },
                                 {},
                                 "What a step made is what the next one reads: from and to are "
                                 "exchanged after each step."});
  if (rows > 2) {
    misconception inner = {
        "inner_rows_stay",
        "the inner rows of each strip are as they were at first: only the first and the last own "
        "row are computed",
        [=] {
          return as_numbers(smoothed_but(in, width, steps, [rows](std::size_t row, std::size_t) {
            return is_inner(row, rows);
          }));
        },
        {},
        fmt::format("Of {} own rows, {} between the first and the last. From how many rows on are "
                    "inner rows computed?",
                    rows, rows == 3 ? "1 is" : fmt::format("{} are", rows - 2))};
    inner.vague = true; // perhaps for strips of some heights only
    one.known_mistake("output", inner);
    misconception last = {
        "last_rows_stay",
        "the last inner rows are as they were at first: rows further up are computed",
        {},
        [=](const numbers& got) { return last_rows_stay(in, got, width, rows, steps); },
        fmt::format("A launch of smooth() computes as many rows as its grid has blocks along y. "
                    "Are there blocks for all {} rows between the first and the last own row, in "
                    "one launch or in several?",
                    rows - 2)};
    last.vague = true;
    one.known_mistake("output", last);
  }
  for (const bool inner_only : {true, false}) {
    misconception last = {
        "last_columns_stay",
        fmt::format("the last elements of {} are as they were at first: those before them are "
                    "computed",
                    inner_only ? "the inner rows" : "each row"),
        {},
        [=](const numbers& got) {
          return last_columns_stay(in, got, width, rows, steps, inner_only);
        },
        fmt::format(
            "Are there threads for all {} elements of a row? blocks_for(width) blocks along "
            "x, however many that are.",
            width)};
    last.vague = true; // perhaps for wide rows only
    if (!inner_only || rows > 2)
      one.known_mistake("output", last);
  }
  if (devices > 1 && steps > 1)
    for (const bool above_stays : {true, false}) {
      const char* const row = above_stays ? "row 0" : "the last row";
      misconception old = {
          above_stays ? "halo_above_stays" : "halo_below_stays",
          fmt::format("{} of each strip, which comes from the device {}, stays as it was at first",
                      row, above_stays ? "above" : "below"),
          [=] {
            return as_numbers(smoothed_with_old_halo(in, width, rows, steps, devices, above_stays));
          },
          {},
          std::string(above_stays ? "After each step, the last own row goes to row 0 of the device "
                                    "below, in the array that the next step reads."
                                  : "After each step, the first own row goes to the last row of "
                                    "the device above, in the array that the next step reads.") +
              (rows == 1 ? " A strip of one row sends it both ways: it is the first own row and "
                           "the last one."
                         : "")};
      old.vague = true; // perhaps for strips of one row only
      one.known_mistake("output", old);
    }
  if (devices > 1 && steps > 1)
    one.known_mistake(
        "output", {"halo_stays",
                   "each strip is right by itself, but its halo rows are those of the beginning",
                   [=] { return as_numbers(smoothed_apart(in, width, rows, steps, devices)); },
                   {},
                   "After each step, the first own row goes to the last row of the device above, "
                   "and the last own row to row 0 of the device below, in the array that the next "
                   "step reads."});
  return one;
}

/// What other bodies do to `count` bodies from the `first` one on, in double.
/// @param others ranges of bodies, each from its first one to one past its last
inline numbers pulled(const floats& in, std::size_t first, std::size_t count,
                      const std::vector<std::pair<std::size_t, std::size_t>>& others) {
  numbers out;
  for (std::size_t i = first; i < first + count; ++i) {
    double sum[3] = {0, 0, 0};
    for (const auto& [begin, end] : others)
      for (std::size_t j = begin; j < end; ++j) {
        double d[3], near = static_cast<double>(0.01f);
        for (std::size_t axis = 0; axis < 3; ++axis) {
          d[axis] = static_cast<double>(in[4 * j + axis]) - static_cast<double>(in[4 * i + axis]);
          near += d[axis] * d[axis];
        }
        const double by = static_cast<double>(in[4 * j + 3]) / (near * std::sqrt(near));
        for (std::size_t axis = 0; axis < 3; ++axis)
          sum[axis] += d[axis] * by;
      }
    out.insert(out.end(), {sum[0], sum[1], sum[2], 0});
  }
  return out;
}

/// @param which of the blocks of other devices: those so many devices before it
inline numbers pulled_by(const floats& in, int devices, const std::vector<int>& which) {
  const std::size_t all = static_cast<std::size_t>(devices), count = in.size() / 4 / all;
  numbers out;
  for (std::size_t device = 0; device < all; ++device) {
    std::vector<std::pair<std::size_t, std::size_t>> others;
    for (const int back : which) {
      const std::size_t from = (device + all - static_cast<std::size_t>(back)) % all;
      others.emplace_back(from * count, (from + 1) * count);
    }
    const numbers own = pulled(in, device * count, count, others);
    out.insert(out.end(), own.begin(), own.end());
  }
  return out;
}

/// Sums in another order, and of many terms.
inline expectation near_to(numbers want, int devices) {
  double largest = 0;
  for (const double each : want)
    largest = std::max(largest, std::abs(each));
  expectation all = rows_of(std::move(want), devices, "Is pull() launched on each device?");
  all.atol = 2e-5 * (1 + largest);
  all.rtol = 2e-4;
  all.place_name = [](std::size_t device, std::size_t element) {
    return fmt::format("{} of body {} of device {}", "xyzw"[element % 4], element / 4, device);
  };
  return all;
}

/// @param in x, y, z and mass
inline test_case gravity_case(const floats& in, int devices, bool timed) {
  const int count = static_cast<int>(in.size()) / 4 / devices;
  test_case one =
      scene_case(fmt::format("count = {}", count), devices, "gravity_ring", "run_gravity", in);
  one.launches().value("count", count);
  end_of_call(one, devices, timed);
  std::vector<int> everybody;
  for (int back = 0; back < devices; ++back)
    everybody.push_back(back);
  one.expect("output", [=] { return near_to(pulled_by(in, devices, everybody), devices); });
  if (devices > 1) {
    const auto only = [&](const char* id, const char* message, const std::vector<int>& which,
                          const char* next) {
      // Compared with rounding, as the right result is.
      one.known_mistake("output", {id,
                                   message,
                                   {},
                                   [=](const numbers& got) {
                                     const expectation made =
                                         near_to(pulled_by(in, devices, which), devices);
                                     for (std::size_t i = 0; i < got.size(); ++i)
                                       if (!(std::abs(got[i] - made.want[i]) <=
                                             made.atol + made.rtol * std::abs(made.want[i])))
                                         return false;
                                     return true;
                                   },
                                   next});
    };
    only("own_bodies_only", "each device has summed over its own bodies only", {0},
         "As many rounds as there are devices: in each but the first the guests are others'.");
    std::vector<int> guests(everybody.begin() + 1, everybody.end());
    only("own_bodies_missing", "each device has summed over all bodies but its own", guests,
         "The first round is that of the own bodies.");
    std::vector<int> but_last(everybody.begin(), everybody.end() - 1);
    only("last_round_missing", "the bodies of the next device are missing, which come last",
         but_last, "As many rounds as there are devices.");
  }
  return one;
}

inline floats sums_of(const floats& in, int devices) {
  const std::size_t n = in.size() / static_cast<std::size_t>(devices);
  floats sums(n);
  for (std::size_t i = 0; i < in.size(); ++i)
    sums[i % n] += in[i];
  return sums;
}

inline numbers for_each_device(const floats& one, int devices) {
  numbers all;
  for (int device = 0; device < devices; ++device)
    all.insert(all.end(), one.begin(), one.end());
  return all;
}

/// One operation of NCCL's over what each device has, and what else it is called.
struct other_operation {
  const char* id;
  const char* name; ///< "ncclMax"
  double (*of_two)(double, double);
  bool averages = false;
};

inline const std::vector<other_operation>& operations() {
  static const std::vector<other_operation> all = {
      {"sum_of_all", "ncclSum", [](double a, double b) { return a + b; }},
      {"average_of_all", "ncclAvg", [](double a, double b) { return a + b; }, true},
      {"largest_of_all", "ncclMax", [](double a, double b) { return std::max(a, b); }},
      {"smallest_of_all", "ncclMin", [](double a, double b) { return std::min(a, b); }},
      {"product_of_all", "ncclProd", [](double a, double b) { return a * b; }}};
  return all;
}

/// What ncclAllReduce makes of these, one number of each device.
inline double reduced(const numbers& one_of_each, const other_operation& by) {
  double made = one_of_each.front();
  for (std::size_t i = 1; i < one_of_each.size(); ++i)
    made = by.of_two(made, one_of_each[i]);
  return by.averages ? made / static_cast<double>(one_of_each.size()) : made;
}

/// As a device that adds floats in some order comes to it.
inline bool is_near(double got, double want) {
  return std::abs(got - want) <= 2e-6 * std::abs(want);
}

/// Whole numbers: their sums are exact in any order.
inline test_case sums_case(const char* function, const char* scene, const floats& in, int devices,
                           bool timed) {
  const int n = static_cast<int>(in.size()) / devices;
  test_case one = scene_case(fmt::format("n = {}", n), devices, function, scene, in);
  one.value("n", n);
  end_of_call(one, devices, timed);
  one.expect("output", [in, devices] {
    return rows_of(for_each_device(sums_of(in, devices), devices), devices,
                   "Where do the sums go to?");
  });
  if (devices > 1)
    one.known_mistake("output", {"as_before",
                                 "each device has what it had at first",
                                 [in] { return as_numbers(in); },
                                 {},
                                 "The sums go to d_data, on each device."});
  return one;
}

/// ncclAllReduce by another operation than ncclSum.
inline test_case nccl_sums_case(const char* function, const char* scene, const floats& in,
                                int devices, bool timed) {
  test_case one = sums_case(function, scene, in, devices, timed);
  const std::size_t n = in.size() / static_cast<std::size_t>(devices);
  for (const other_operation& by : operations()) {
    if (devices == 1 || std::string(by.name) == "ncclSum")
      continue;
    const auto fits = [=](const numbers& got) {
      for (std::size_t k = 0; k < got.size(); ++k) {
        numbers of_each;
        for (std::size_t i = k % n; i < in.size(); i += n)
          of_each.push_back(static_cast<double>(in[i]));
        if (!is_near(got[k], reduced(of_each, by)))
          return false;
      }
      return true;
    };
    one.known_mistake("output",
                      {by.id,
                       fmt::format("each element is what {} makes of the devices' elements, and "
                                   "not their sum",
                                   by.name),
                       {},
                       fits,
                       "The operation is one of the arguments of ncclAllReduce: ncclSum."});
  }
  return one;
}

/// Whether all devices have the sums of the first elements of each part, and of the others what one
/// of them had at first.
inline bool parts_added_in_part(const floats& in, const numbers& got, int devices) {
  const std::size_t all = static_cast<std::size_t>(devices), n = in.size() / all;
  const std::size_t size = (n + all - 1) / all;
  const floats sums = sums_of(in, devices);
  std::size_t first = size; // element of a part that is wrong
  for (std::size_t k = 0; k < got.size(); ++k)
    if (got[k] != static_cast<double>(sums[k % n]))
      first = std::min(first, k % n % size);
  if (first == 0 || first == size)
    return false;
  for (std::size_t k = 0; k < n; ++k) {
    bool known = k % size < first, same = true;
    for (std::size_t device = 0; device < all; ++device) {
      known = known || got[k] == static_cast<double>(in[device * n + k]);
      same = same && got[device * n + k] == got[k];
    }
    if (!known || !same)
      return false;
  }
  return true;
}

/// The sums on all devices, but for the last `rest` elements of each.
inline numbers with_rest_as_before(const floats& in, int devices, std::size_t rest) {
  numbers all = for_each_device(sums_of(in, devices), devices);
  const std::size_t n = in.size() / static_cast<std::size_t>(devices);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i % n >= n - rest)
      all[i] = in[i];
  return all;
}

inline test_case ring_case(const floats& in, int devices, bool timed) {
  test_case one = sums_case("ring_all_reduce", "run_ring", in, devices, timed);
  if (devices > 1)
    one.launches();
  const std::size_t all = static_cast<std::size_t>(devices), n = in.size() / all;
  if (n < all) {
    misconception none = {
        "few_as_before",
        "each device has what it had at first, as there are fewer elements than "
        "devices",
        [in] { return as_numbers(in); },
        {},
        "Some parts are empty then, and nothing is copied or added for those. The "
        "others go round as ever."};
    none.vague = true; // larger arrays may be right
    one.known_mistake("output", none);
  }
  if (const std::size_t rest = n % all; devices > 1 && rest != 0) {
    one.known_mistake(
        "output",
        {"rest_in_no_part",
         "the last elements of each device, n % devices of them, are what they were at first",
         [in, devices, rest] { return with_rest_as_before(in, devices, rest); },
         {},
         "They are in no part: a part has n / devices elements, rounded up, (n + devices - 1) / "
         "devices, and the last one is shorter. Rounded down, what is left over is nobody's."});
  }
  if (devices > 1) {
    misconception in_part = {
        "parts_added_in_part",
        "the first elements of each part are added, and of the others one device's go round",
        {},
        [=](const numbers& got) { return parts_added_in_part(in, got, devices); },
        fmt::format(
            "Are there threads for all elements of a part? add() has no loop: "
            "blocks_for(count) blocks, however many that are (a part has {} elements here).",
            (n + all - 1) / all)};
    in_part.vague = true; // perhaps for large parts only
    one.known_mistake("output", in_part);
  }
  if (devices > 1)
    one.known_mistake(
        "output",
        {"sums_stay_in_parts",
         "each device has the sums of one part only: the second round is missing",
         {},
         [=](const numbers& got) {
           const floats sums = sums_of(in, devices);
           const std::size_t size = (n + all - 1) / all;
           std::size_t others = 0, wrong = 0; // elements of parts that are not complete
           for (std::size_t k = 0; k < got.size(); ++k) {
             const bool own = k % n / size == (k / n + 1) % all;
             const bool right_sum = got[k] == static_cast<double>(sums[k % n]);
             if (own && !right_sum)
               return false;
             others += !own;
             wrong += !own && !right_sum;
           }
           return 2 * wrong > others;
         },
         "devices - 1 more steps: what is complete goes round, from each device to the next one."});
  return one;
}

inline floats scaled(const floats& in, int devices, bool apart) {
  const std::size_t n = in.size() / static_cast<std::size_t>(devices);
  floats out = in;
  float largest = 0;
  for (const float each : in)
    largest = std::max(largest, std::abs(each));
  for (std::size_t first = 0; first < in.size(); first += n) {
    float own = 0;
    for (std::size_t i = first; i < first + n; ++i)
      own = std::max(own, std::abs(in[i]));
    for (std::size_t i = first; i < first + n; ++i)
      out[i] = in[i] / (apart ? own : largest);
  }
  return out;
}

/// Whether each device has divided its first elements, and the others are as they were.
inline bool scaled_in_part(const floats& in, const numbers& got, int devices) {
  const std::size_t n = in.size() / static_cast<std::size_t>(devices);
  const floats right = scaled(in, devices, false);
  std::size_t first = n; // element that is wrong
  const auto is_right = [&](std::size_t k) {
    const double want = static_cast<double>(right[k]);
    return std::abs(got[k] - want) <= 1e-6 * std::abs(want);
  };
  for (std::size_t k = 0; k < got.size(); ++k)
    if (!is_right(k))
      first = std::min(first, k % n);
  if (first == 0 || first == n)
    return false;
  for (std::size_t k = 0; k < got.size(); ++k)
    if (k % n >= first && got[k] != static_cast<double>(in[k]))
      return false;
  return true;
}

inline test_case scale_case(const floats& in, int devices, bool timed) {
  const int n = static_cast<int>(in.size()) / devices;
  test_case one =
      scene_case(fmt::format("n = {}", n), devices, "scale_by_largest", "run_scale", in);
  one.launches().value("n", n);
  end_of_call(one, devices, timed);
  const auto of = [devices](const floats& all) {
    expectation made = rows_of(as_numbers(all), devices, "Is divide() launched on each device?");
    made.rtol = 1e-6;
    return made;
  };
  one.expect("output", [=] { return of(scaled(in, devices, false)); });
  misconception in_part = {
      "scaled_in_part",
      "the first elements of each device are divided, and the others are as they were at first",
      {},
      [=](const numbers& got) { return scaled_in_part(in, got, devices); },
      fmt::format("Are there threads for all {} elements? divide() has no loop: blocks_for(n) "
                  "blocks, however many that are.",
                  n)};
  in_part.vague = true; // perhaps of large arrays only
  one.known_mistake("output", in_part);
  if (devices > 1)
    one.known_mistake("output", {"own_largest",
                                 "each device has divided by its own largest value",
                                 [=] { return as_numbers(scaled(in, devices, true)); },
                                 {},
                                 "Between largest_of() and divide(), ncclAllReduce with ncclMax "
                                 "makes one of all these."});
  for (const other_operation& by : operations()) {
    if (devices == 1 || std::string(by.name) == "ncclMax")
      continue;
    const auto fits = [=](const numbers& got) {
      numbers largest(static_cast<std::size_t>(devices));
      for (std::size_t k = 0; k < in.size(); ++k) {
        double& own = largest[k / static_cast<std::size_t>(n)];
        own = std::max(own, static_cast<double>(std::abs(in[k])));
      }
      const double divisor = reduced(largest, by);
      for (std::size_t k = 0; k < got.size(); ++k)
        if (!is_near(got[k], static_cast<double>(in[k]) / divisor))
          return false;
      return true;
    };
    one.known_mistake(
        "output",
        {by.id,
         fmt::format("all is divided by what {} makes of the devices' largest values", by.name),
         {},
         fits,
         "The operation is one of the arguments of ncclAllReduce: ncclMax."});
  }
  return one;
}

} // namespace cudalab::lab12
