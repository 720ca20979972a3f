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
inline floats smoothed(floats picture, int width, int steps) {
  const std::size_t line = static_cast<std::size_t>(width), rows = picture.size() / line;
  for (int step = 0; step < steps; ++step) {
    floats next = picture;
    for (std::size_t row = 1; row + 1 < rows; ++row)
      for (std::size_t x = 0; x < line; ++x) {
        const std::size_t at = row * line + x;
        const float left = x > 0 ? picture[at - 1] : 0.0f;
        const float right = x + 1 < line ? picture[at + 1] : 0.0f;
        next[at] = 0.2f * (picture[at] + left + right + picture[at - line] + picture[at + line]);
      }
    picture = std::move(next);
  }
  return picture;
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

/// Steps that leave out all own rows of a strip but its first and its last.
inline floats smoothed_edges(floats picture, int width, int rows, int steps) {
  const std::size_t line = static_cast<std::size_t>(width);
  const std::size_t strip = static_cast<std::size_t>(rows), all = picture.size() / line - 2;
  for (int step = 0; step < steps; ++step) {
    const floats next = smoothed(picture, width, 1);
    for (std::size_t row = 0; row < all; ++row)
      if (row % strip == 0 || row % strip + 1 == strip)
        std::copy_n(next.begin() + static_cast<std::ptrdiff_t>((row + 1) * line), line,
                    picture.begin() + static_cast<std::ptrdiff_t>((row + 1) * line));
  }
  return picture;
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
        [=] { return as_numbers(smoothed_edges(in, width, rows, steps)); },
        {},
        fmt::format("Of {} own rows, {} between the first and the last. From how many rows on are "
                    "inner rows computed?",
                    rows, rows == 3 ? "1 is" : fmt::format("{} are", rows - 2))};
    inner.vague = true; // perhaps for strips of some heights only
    one.known_mistake("output", inner);
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
  if (devices > 1)
    one.known_mistake("output", {"own_largest",
                                 "each device has divided by its own largest value",
                                 [=] { return as_numbers(scaled(in, devices, true)); },
                                 {},
                                 "Between largest_of() and divide(), ncclAllReduce with ncclMax "
                                 "makes one of all these."});
  return one;
}

} // namespace cudalab::lab12
