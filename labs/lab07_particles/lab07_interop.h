// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of exercise 4: a buffer object that is written piece by piece, one in a frame.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/lab.h"
#include "grader/test_case.h"
#include "lab/headless_gl.h"

namespace cudalab::lab07 {

/// The current context is drawn by an NVIDIA GPU: CUDA knows no other one's buffers.
inline bool is_nvidia(const lab::headless_gl& gl) {
  constexpr unsigned vendor = 0x1f00;
  const unsigned char* (*get_string)(unsigned) = nullptr;
  gl.find(get_string, "glGetString");
  const auto* name = reinterpret_cast<const char*>(get_string(vendor));
  return name != nullptr && std::string(name).find("NVIDIA") != std::string::npos;
}

/// Empty, or why no buffer object can be had here. The emulated device takes any OpenGL's.
inline std::string lacking_opengl(grader::backend on) {
  try {
    const lab::headless_gl gl([on](const lab::headless_gl& made) {
      return on == grader::backend::cpu || is_nvidia(made);
    });
    return "";
  } catch (const std::exception& missing) {
    return std::string("not tried: ") + missing.what();
  }
}

/// After frame k the first k + 1 pieces are new, the others as they were. `written`: in which frame
/// a piece is written, at last.
inline std::vector<double> seen_in_frames(const std::vector<float>& before,
                                          const std::vector<float>& pieces, int frames,
                                          bool anything_arrives) {
  const std::size_t piece = before.size() / static_cast<std::size_t>(frames);
  std::vector<double> now(before.begin(), before.end()), all;
  for (std::size_t frame = 0; frame <= static_cast<std::size_t>(frames); ++frame) {
    for (std::size_t i = frame * piece;
         anything_arrives && i < std::min(now.size(), (frame + 1) * piece); ++i)
      now[i] = pieces[i];
    all.insert(all.end(), now.begin(), now.end());
  }
  return all;
}

inline grader::test_case interop_case(grader::random_source& random, int floats, int frames) {
  const auto size = static_cast<std::size_t>(floats);
  const std::vector<float> before = random.floats(size), pieces = random.floats(size);
  grader::test_case one(fmt::format("a buffer object of {} float4, {} frames", floats / 4, frames),
                        "interop_scene");
  one.input("before", before)
      .on_host()
      .input("d_pieces", pieces)
      .output("seen", protocol::element_type::float32, size * static_cast<std::size_t>(frames + 1))
      .on_host()
      .value("floats", floats)
      .value("frames", frames);
  one.expect("seen", [=] {
    grader::expectation wanted{seen_in_frames(before, pieces, frames, true),
                               0,
                               0,
                               {static_cast<std::size_t>(frames) + 1, size, 0, 0},
                               {}};
    wanted.place_name = [frames](std::size_t row, std::size_t column) {
      return row == static_cast<std::size_t>(frames)
                 ? fmt::format("number {} of the buffer object after the end", column)
                 : fmt::format("number {} of the buffer object after frame {}", column, row);
    };
    return wanted;
  });
  one.known_mistake("seen", {"OpenGL sees nothing of what the step writes: is the buffer object "
                             "unmapped at the end of each frame?",
                             [=] { return seen_in_frames(before, pieces, frames, false); }});
  return one;
}

inline std::vector<grader::test_case> interop_cases(grader::random_source& random) {
  return {interop_case(random, 96, 3), interop_case(random, 4000, 5)};
}

} // namespace cudalab::lab07
