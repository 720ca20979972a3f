// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Ways to get the index of a thread in its grid wrong.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lab01_mistakes.h"
#include "lab01_shapes.h"

namespace cudalab::lab01 {

/// The place along `axis`, made with the block's size along another one.
inline std::size_t place_with_size_along(int wrong, int axis, const thread_place& t) {
  const auto i = static_cast<std::size_t>(axis);
  return std::size_t{t.block_index[i]} * t.of.block[static_cast<std::size_t>(wrong)] +
         t.thread_index[i];
}

/// Sizes of one direction used in another one.
template <class Add>
void add_direction_mistakes(const grid_and_block& of, const Add& is) {
  const char* const names = "xyz";
  for (const auto& [axis, wrong] : {std::pair{1, 0}, {2, 0}, {2, 1}, {0, 1}, {1, 2}}) {
    const char right_name = names[axis], wrong_name = names[wrong];
    is({fmt::format("{}_with_block_{}", right_name, wrong_name),
        fmt::format("{0} is made with blockDim.{1}, the size of a block along {1}", right_name,
                    wrong_name),
        fmt::format("{0} = blockIdx.{0} * blockDim.{0} + threadIdx.{0}: each direction has sizes "
                    "of its own.",
                    right_name)},
       [axis = axis, wrong = wrong](const thread_place& t) {
         std::size_t at[3] = {t.at(0), t.at(1), t.at(2)};
         at[axis] = place_with_size_along(wrong, axis, t);
         return (at[2] * t.extent(1) + at[1]) * t.extent(0) + at[0];
       });
  }
  if (of.is_solid())
    is({"y_and_z_with_block_x",
        "y and z are both made with blockDim.x, the size of a block along x",
        "y = blockIdx.y * blockDim.y + threadIdx.y, and z likewise: each direction has sizes of "
        "its own."},
       [](const thread_place& t) {
         return (place_with_size_along(0, 2, t) * t.extent(1) + place_with_size_along(0, 1, t)) *
                    t.extent(0) +
                t.at(0);
       });
  is({"height_with_block_x", "height is made with blockDim.x, the size of a block along x",
      "height counts lines: gridDim.y * blockDim.y."},
     [](const thread_place& t) {
       const std::size_t height = std::size_t{t.of.grid[1]} * t.of.block[0];
       return (t.at(2) * height + t.at(1)) * t.extent(0) + t.at(0);
     });
  is({"width_with_block_y", "width is made with blockDim.y, the size of a block along y",
      "width counts the threads of a line: gridDim.x * blockDim.x."},
     [](const thread_place& t) {
       const std::size_t width = std::size_t{t.of.grid[0]} * t.of.block[1];
       return (t.at(2) * t.extent(1) + t.at(1)) * width + t.at(0);
     });
}

/// More threads along an axis than 16 bits count.
template <class Add>
void add_16_bit_mistakes(const grid_and_block& of, const Add& is) {
  const auto wrapped = [](std::size_t place, std::size_t most) {
    place &= 0xffff;
    return place > most ? place - 0x10000 : place;
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const std::size_t most : {0x7fff, 0xffff})
      for (const bool all_axes : {false, true}) {
        if (thread_place{{}, {}, of}.extent(axis) <= most + 1)
          continue;
        const char name = "xyz"[axis];
        is({"place_in_16_bits",
            fmt::format("from {0} = {1} on, {0} begins again at {2}: {1} is one more than 16 bits "
                        "hold",
                        name, most + 1, most == 0xffff ? "0" : "-32768"),
            fmt::format("Keep {} in an int: is it a short on the way?", name),
            fmt::format("{} up to {}", all_axes ? "each" : std::string(1, name), most)},
           [=](const thread_place& t) {
             std::size_t at[3];
             for (int each = 0; each < 3; ++each)
               at[each] = all_axes || each == axis ? wrapped(t.at(each), most) : t.at(each);
             return (at[2] * t.extent(1) + at[1]) * t.extent(0) + at[0];
           });
      }
}

/// Width, or width and height, are still those of the first call.
template <class Add>
void add_kept_extents(const grid_and_block& of, const grid_and_block& first, const Add& is) {
  const auto extent = [](const grid_and_block& grid, int axis) {
    return thread_place{{}, {}, grid}.extent(axis);
  };
  const std::size_t width = extent(first, 0), height = extent(first, 1);
  const std::string next =
      "Width and height belong to one launch: are they computed anew in each call? (A "
      "static variable is set in the first call, and keeps that.)";
  is({"width_of_first_call",
      fmt::format("the index is made with width {}, as it was in the first call ({}), and this "
                  "grid has width {}",
                  width, first.name(), extent(of, 0)),
      next, "width"},
     [width](const thread_place& t) {
       return (t.at(2) * t.extent(1) + t.at(1)) * width + t.at(0);
     });
  is({"width_of_first_call",
      fmt::format("the index is made with width {} and height {}, as they were in the first call "
                  "({}), and this grid has width {} and height {}",
                  width, height, first.name(), extent(of, 0), extent(of, 1)),
      next, "width and height"},
     [width, height](const thread_place& t) {
       return (t.at(2) * height + t.at(1)) * width + t.at(0);
     });
}

/// A direction is left out where the grid, or a block, is one layer deep along it.
template <class Add>
void add_left_out_directions(const Add& is) {
  for (const int axis : {1, 2})
    for (const bool of_grid : {true, false}) {
      const char name = "xyz"[axis];
      const std::string next =
          of_grid
              ? fmt::format("A block has layers of its own along {0}, blockDim.{0} of them", name)
              : fmt::format("The grid may still have several blocks along {0}, gridDim.{0} of "
                            "them, and blockIdx.{0} counts these",
                            name);
      is({fmt::format("{}_for_{}_only", name, of_grid ? "tall_grids" : "deep_blocks"),
          of_grid
              ? fmt::format("{0} is missing where the grid has one layer of blocks (gridDim.{0} "
                            "is 1)",
                            name)
              : fmt::format("{0} is missing where a block is one thread deep (blockDim.{0} is 1)",
                            name),
          fmt::format("{1}: {0} = blockIdx.{0} * blockDim.{0} + threadIdx.{0} for every grid, "
                      "without a condition.",
                      name, next)},
         [axis, of_grid](const thread_place& t) {
           const auto i = static_cast<std::size_t>(axis);
           std::size_t at[3] = {t.at(0), t.at(1), t.at(2)};
           if ((of_grid ? t.of.grid : t.of.block)[i] == 1)
             at[i] = 0;
           return (at[2] * t.extent(1) + at[1]) * t.extent(0) + at[0];
         });
    }
}

/// The height is taken for 1 where the grid, or a block, is one layer deep along z; or the width
/// likewise along y.
template <class Add>
void add_left_out_extents(const Add& is) {
  for (const bool height : {true, false})
    for (const bool of_grid : {true, false}) {
      const char across = height ? 'y' : 'x', next_axis = height ? 'z' : 'y';
      const char* const extent = height ? "height" : "width";
      is({fmt::format("{}_for_{}_only", extent, of_grid ? "deep_grids" : "deep_blocks"),
          fmt::format("the {0} is taken for 1 where {1}.{2} is 1", extent,
                      of_grid ? "gridDim" : "blockDim", next_axis),
          fmt::format("{0} is still several threads deep along {1}: {2} is gridDim.{3} * "
                      "blockDim.{3} for every grid, without a condition.",
                      of_grid ? "Such a grid" : "A grid of such blocks", next_axis, extent,
                      across)},
         [height, of_grid](const thread_place& t) {
           const bool flat = (of_grid ? t.of.grid : t.of.block)[height ? 2 : 1] == 1;
           const std::size_t high = flat && height ? 1 : t.extent(1),
                             wide = flat && !height ? 1 : t.extent(0);
           return (t.at(2) * high + t.at(1)) * wide + t.at(0);
         });
    }
}

/// @param first the shape of the first call of all
inline void add_index_mistakes(grader::test_case& one, const grid_and_block& of,
                               const grid_and_block& first) {
  using maker = std::function<std::size_t(thread_place)>;
  const auto is = [&](const mistake_words& words, const maker& make) {
    add_mistake(one, "d_out", words, [of, make] { return for_each_thread(of, make); });
  };
  const std::string formula = "index = (z * height + y) * width + x";
  is({"index_zero", "every thread stores 0",
      "Work out its x, y and z in the whole grid, then its index."},
     [](thread_place) { return std::size_t{0}; });
  add_mistake(one, "d_out",
              {"counted_block_by_block",
               "d_out has 0, 1, 2, ...: the threads are counted block by block, or stored at "
               "d_out[index]",
               "The index runs along a whole line of the grid, through all blocks that are side "
               "by side. Where to store it is given."},
              [of] {
                std::vector<double> want(of.blocks() * of.threads());
                for (std::size_t i = 0; i < want.size(); ++i)
                  want[i] = static_cast<double>(i);
                return want;
              });
  is({"only_x", "this is the thread's place along x alone: y and z are missing", formula},
     [](thread_place t) { return t.at(0); });
  is({"z_missing", "z is missing", formula},
     [](thread_place t) { return t.at(1) * t.extent(0) + t.at(0); });
  add_left_out_directions(is);
  add_left_out_extents(is);
  is({"block_index_missing", "this is the place in the block alone: blockIdx is missing",
      "x = blockIdx.x * blockDim.x + threadIdx.x, and y and z likewise."},
     [](thread_place t) {
       for (unsigned& each : t.block_index)
         each = 0;
       return folded(t, 0, 1);
     });
  is({"y_z_exchanged", "y and z are exchanged", "x counts first, then y, and z last: " + formula},
     [](thread_place t) { return folded(t, 0, 2); });
  is({"x_y_exchanged", "x and y are exchanged",
      "Neighbours along x have neighbouring indices: " + formula},
     [](thread_place t) { return folded(t, 1, 0); });
  if (of.is_solid()) // else x and y are exchanged
    is({"order_turned", "the order is turned round", "x counts fastest and z slowest: " + formula},
       [](thread_place t) { return folded(t, 2, 1); });
  is({"grid_dim_for_block_dim", "gridDim and blockDim are confused",
      "A block begins at blockIdx.x * blockDim.x, because it is blockDim.x threads wide."},
     [](thread_place t) {
       std::size_t at[3];
       for (std::size_t i = 0; i < 3; ++i)
         at[i] = std::size_t{t.block_index[i]} * t.of.grid[i] + t.thread_index[i];
       return (at[2] * t.extent(1) + at[1]) * t.extent(0) + at[0];
     });
  const std::string width =
      "A line of the grid runs through all blocks that are side by side: width is "
      "gridDim.x * blockDim.x, and height likewise.";
  is({"block_dim_for_width", "blockDim is taken for the width of the grid", width},
     [](thread_place t) { return (t.at(2) * t.of.block[1] + t.at(1)) * t.of.block[0] + t.at(0); });
  is({"grid_dim_for_width", "gridDim is taken for the width of the grid: it counts blocks", width},
     [](thread_place t) { return (t.at(2) * t.of.grid[1] + t.at(1)) * t.of.grid[0] + t.at(0); });
  is({"block_dim_for_width", "blockDim.x is taken for the width of the grid", width, "width alone"},
     [](const thread_place& t) {
       return (t.at(2) * t.extent(1) + t.at(1)) * t.of.block[0] + t.at(0);
     });
  is({"grid_dim_for_width", "gridDim.x is taken for the width of the grid: it counts blocks", width,
      "width alone"},
     [](const thread_place& t) {
       return (t.at(2) * t.extent(1) + t.at(1)) * t.of.grid[0] + t.at(0);
     });
  is({"width_for_height", "width is used for both",
      "A layer has `height` lines of `width` threads: " + formula},
     [](thread_place t) { return (t.at(2) * t.extent(0) + t.at(1)) * t.extent(0) + t.at(0); });
  is({"width_and_height_exchanged", "width and height of the grid are exchanged",
      "width counts along x, gridDim.x * blockDim.x; height along y, gridDim.y * blockDim.y."},
     [](const thread_place& t) {
       return (t.at(2) * t.extent(0) + t.at(1)) * t.extent(1) + t.at(0);
     });
  for (int axis = 0; axis < 3; ++axis) {
    const char name = "xyz"[axis];
    const auto without = [axis](thread_place t, bool block) {
      (block ? t.block_index : t.thread_index)[static_cast<std::size_t>(axis)] = 0;
      return folded(t, 0, 1);
    };
    const std::string whole =
        fmt::format("{0} = blockIdx.{0} * blockDim.{0} + threadIdx.{0}.", name);
    is({"part_of_place_missing", fmt::format("{0} is made without threadIdx.{0}", name), whole,
        fmt::format("threadIdx.{}", name)},
       [without](const thread_place& t) { return without(t, false); });
    is({"part_of_place_missing", fmt::format("{0} is made without blockIdx.{0}", name), whole,
        fmt::format("blockIdx.{}", name)},
       [without](const thread_place& t) { return without(t, true); });
  }
  const auto with_height = [&](const std::string& id, const std::string& what,
                               std::size_t (*height)(const thread_place&)) {
    is({id, what + " is taken for the height of the grid",
        "height counts the lines of a layer: gridDim.y * blockDim.y."},
       [height](const thread_place& t) {
         return (t.at(2) * height(t) + t.at(1)) * t.extent(0) + t.at(0);
       });
  };
  with_height("depth_for_height", "the depth, gridDim.z * blockDim.z,",
              [](const thread_place& t) { return t.extent(2); });
  with_height("block_dim_for_height", "blockDim.y",
              [](const thread_place& t) { return std::size_t{t.of.block[1]}; });
  with_height("grid_dim_for_height", "gridDim.y",
              [](const thread_place& t) { return std::size_t{t.of.grid[1]}; });
  add_direction_mistakes(of, is);
  add_16_bit_mistakes(of, is);
  if (first.name() != of.name())
    add_kept_extents(of, first, is);
}

} // namespace cudalab::lab01
