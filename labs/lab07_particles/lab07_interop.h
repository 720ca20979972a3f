// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of exercise 4: a buffer object that is written piece by piece, one in a frame.
#pragma once

#include <algorithm>
#include <cmath>
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
inline std::string lacking_opengl(grader::backend_kind on) {
  try {
    const lab::headless_gl gl([on](const lab::headless_gl& made) {
      return on == grader::backend_kind::cpu || is_nvidia(made);
    });
    return "";
  } catch (const std::exception& missing) {
    return std::string("not tried: ") + missing.what();
  }
}

/// How the pieces may come to OpenGL.
enum class arrival {
  as_written,
  never,
  at_the_end, ///< all of them, when the last frame has been drawn
  alone       ///< each one, but nobody knows what the rest of the buffer holds then
};

/// After frame k the first k + 1 pieces are new, the others as they were.
inline std::vector<double> seen_in_frames(const std::vector<float>& before,
                                          const std::vector<float>& pieces, std::size_t frames,
                                          arrival how) {
  const std::size_t size = before.size(), piece = size / frames;
  std::vector<double> now(before.begin(), before.end()), all;
  for (std::size_t frame = 0; frame <= frames; ++frame) {
    const bool ended = frame == frames;
    if (how == arrival::alone && !ended)
      now.assign(size, std::nan(""));
    if (how == arrival::at_the_end && ended)
      std::copy_n(pieces.begin(), frames * piece, now.begin());
    for (std::size_t i = frame * piece;
         (how == arrival::as_written || how == arrival::alone) && i < (frame + 1) * piece && !ended;
         ++i)
      now[i] = pieces[i];
    all.insert(all.end(), now.begin(), now.end());
  }
  return all;
}

inline void add_known_mistakes(grader::test_case& one, const std::vector<float>& before,
                               const std::vector<float>& pieces, std::size_t frames) {
  const auto add = [&](arrival how, const char* id, const char* message, const char* next) {
    one.known_mistake(
        "seen",
        {id, message, [=] { return seen_in_frames(before, pieces, frames, how); }, {}, next});
  };
  add(arrival::never, "interop_never_seen", "OpenGL sees nothing of what the step writes",
      "Is the buffer object registered or mapped with ...FlagsReadOnly? That promises that kernels "
      "only read it. Is it unmapped at the end of each frame?");
  add(arrival::at_the_end, "interop_seen_at_the_end",
      "OpenGL sees what the step writes after interop_end only",
      "OpenGL draws after each frame: interop_frame maps the buffer object and unmaps it, in every "
      "frame.");
  add(arrival::alone, "interop_content_lost", "what the buffer object held before a frame is lost",
      "...FlagsWriteDiscard promises that the kernels write everything anew: but they read the old "
      "positions. Register it with cudaGraphicsRegisterFlagsNone.");
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
    grader::expectation wanted{
        seen_in_frames(before, pieces, static_cast<std::size_t>(frames), arrival::as_written),
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
  add_known_mistakes(one, before, pieces, static_cast<std::size_t>(frames));
  return one;
}

inline std::vector<grader::test_case> interop_cases(grader::random_source& random) {
  return {interop_case(random, 96, 3), interop_case(random, 4000, 5)};
}

} // namespace cudalab::lab07
