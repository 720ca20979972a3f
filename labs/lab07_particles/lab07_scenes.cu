// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What the grader calls, given: many steps of your functions, on copies of one beginning.
#include "lab07_scenes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab07.h"
#include "lab07_interop_scene.h"

namespace {

void copy(float4* to, const float4* from, int elements) {
  CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * sizeof(float4),
                             cudaMemcpyDeviceToDevice));
}

float3 three_at(const float* numbers, int step) {
  return {numbers[3 * step], numbers[3 * step + 1], numbers[3 * step + 2]};
}

/// A mesh that outlives the call: making it would take longer than stepping it.
struct mesh {
  mesh(int width, int height)
      : vbo(std::size_t{2} * static_cast<std::size_t>(width * height)),
        state(static_cast<std::size_t>(width * height)) {}
  lab::device_buffer<float4> vbo, state;
};

mesh& mesh_of(int width, int height) {
  static std::unique_ptr<mesh> kept;
  if (!kept || kept->state.size() != static_cast<std::size_t>(width * height)) {
    kept.reset();
    kept = std::make_unique<mesh>(width, height);
  }
  return *kept;
}

/// Makes all rows like the given one, by copies that grow.
void repeat_row(float4* d_all, const float4* d_row, int width, int height) {
  copy(d_all, d_row, width);
  for (int done = 1; done < height; done *= 2)
    copy(d_all + done * width, d_all, std::min(done, height - done) * width);
}

/// Takes `rows` rows out of `height`, spread evenly.
void take_rows(float4* d_to, const float4* d_from, int width, int height, int rows) {
  const std::size_t bytes = static_cast<std::size_t>(width) * sizeof(float4);
  CUDA_CHECK(cudaMemcpy2DAsync(d_to, bytes, d_from, bytes * static_cast<std::size_t>(height / rows),
                               bytes, static_cast<std::size_t>(rows), cudaMemcpyDeviceToDevice));
}

} // namespace

void large_fountain_scene(const float4* d_row_vbo, const float4* d_row_state, float4* d_rows_vbo,
                          float4* d_rows_state, int width, int height, int rows, int max_age,
                          float t, const float* r, int steps, dim3 block) {
  mesh& all = mesh_of(width, height);
  const int count = width * height;
  repeat_row(all.vbo.data(), d_row_vbo, width, height);
  repeat_row(all.state.data(), d_row_state, width, height);
  for (int step = 0; step < steps; ++step)
    fountain_step(all.vbo.data(), all.state.data(), width, height, max_age,
                  t + 0.01f * static_cast<float>(step), r[step], block);
  take_rows(d_rows_vbo, all.vbo.data(), width, height, rows);
  take_rows(d_rows_vbo + width * rows, all.vbo.data() + count, width, height, rows);
  take_rows(d_rows_state, all.state.data(), width, height, rows);
}

void fountain_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                    float4* d_state, int width, int height, int max_age, float t, const float* r,
                    int steps, dim3 block) {
  copy(d_vbo, d_vbo_before, 2 * width * height);
  copy(d_state, d_state_before, width * height);
  for (int step = 0; step < steps; ++step)
    fountain_step(d_vbo, d_state, width, height, max_age, t + 0.01f * static_cast<float>(step),
                  r[step], block);
}

void swarm_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                 float4* d_state, int width, int height, int max_age, const float* r,
                 const float* target, int steps, dim3 block) {
  copy(d_vbo, d_vbo_before, 2 * width * height);
  copy(d_state, d_state_before, width * height);
  for (int step = 0; step < steps; ++step)
    swarm_step(d_vbo, d_state, width, height, max_age, three_at(r, step), three_at(target, step),
               block);
}

void sparkler_scene(const float4* d_vbo_before, const float4* d_state_before, float4* d_vbo,
                    float4* d_state, int width, int height, int max_age, const float* r,
                    const float* target, int steps, dim3 block) {
  copy(d_vbo, d_vbo_before, 2 * width * height);
  copy(d_state, d_state_before, width * height);
  for (int step = 0; step < steps; ++step)
    sparkler_step(d_vbo, d_state, width, height, max_age, three_at(r, step), three_at(target, step),
                  block);
}

void gravity_scene(const float4* d_before, const float4* d_state_before, float4* d_vbo,
                   float4* d_spare, float4* d_state, int count, int steps) {
  copy(d_state, d_state_before, count);
  CUDA_CHECK(cudaMemsetAsync(d_spare, 0, 2 * static_cast<std::size_t>(count) * sizeof(float4)));
  // From one array into the other, so that the last step writes d_vbo.
  float4 *to = steps % 2 == 1 ? d_vbo : d_spare, *other = steps % 2 == 1 ? d_spare : d_vbo;
  const float4* from = d_before;
  for (int step = 0; step < steps; ++step) {
    gravity_step(from, to, d_state, count);
    from = to;
    std::swap(to, other);
  }
}
