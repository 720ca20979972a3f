// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 07 in numbers: a float at a time against 16 bytes, blocks of all shapes, a copy in shared
// memory that nobody needs, and gravity with and without tiles.
//
//   ./lab bench lab07
#include <stdexcept>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab/gl_interop.h"
#include "lab07.h"

namespace given {
#include "lab07_baseline.cu"
}

namespace reference {
#include "lab07.cu"
}

// ---- The published variant with a copy of one array in shared memory
// -----------------------------

__global__ void fountain_shared_kernel(float4* vbo, float4* state, int width, int height,
                                       int max_age, float t, float r) {
  extern __shared__ float4 copies[]; // one a thread: nobody else reads it
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float4& own = copies[threadIdx.y * blockDim.x + threadIdx.x];
  own = state[i];
  float4 position = vbo[i];
  if (own.x >= max_age) {
    own = make_float4(0.0f, 0.02f * (float(x) / width - 0.5f), 0.015f + 0.01f * r,
                      0.02f * (float(y) / height - 0.5f));
    position = make_float4(0.2f * sinf(t), 0.0f, 0.2f * cosf(t), 1.0f);
  }
  const bool inside = position.x * position.x + position.z * position.z < 25.0f;
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  own.x += 1.0f;
  own.z -= 0.0001f;
  if (position.y <= 0.0f && inside)
    own.z *= -0.2f;
  const float4 colour = reference::colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[width * height + i] = colour;
  state[i] = own;
}

void fountain_shared(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                     float r, dim3 block) {
  const std::size_t bytes = block.x * block.y * sizeof(float4);
  fountain_shared_kernel<<<reference::grid_for(width, height, block), block, bytes>>>(
      d_vbo, d_state, width, height, max_age, t, r);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Rows
// ----------------------------------------------------------------------------------------

using fountain = void (*)(float4*, float4*, int, int, int, float, float, dim3);

const std::string first = "float*", improved = "float4*", copied = "float4*, copy in shared memory";

/// A square mesh in full flight: in each step a few particles begin again.
struct mesh {
  explicit mesh(int edge) : side(edge), vbo(2 * size()), state(size()) {
    std::vector<float4> ages(size());
    for (std::size_t i = 0; i < ages.size(); ++i)
      ages[i] = make_float4(static_cast<float>(i * 7919 % max_age), 0.0f, 0.02f, 0.0f);
    state.copy_from(ages.data());
    CUDA_CHECK(cudaMemset(vbo.data(), 0, vbo.bytes()));
  }
  std::size_t size() const { return static_cast<std::size_t>(side) * side; }

  bench::row row(const std::string& name, fountain step, dim3 block) {
    float4 *const v = vbo.data(), *const s = state.data();
    const double bytes = 80.0 * static_cast<double>(size()); // 32 read, 48 written
    return {
        name, {bytes, 0}, [=, edge = side] { step(v, s, edge, edge, max_age, 1.0f, 0.5f, block); }};
  }

  /// The same with what it needs: `operations` a particle.
  bench::row row(int exercise, const std::string& name, fountain step, dim3 block,
                 double operations, const std::string& kept_by) {
    return bench::with(row(name, step, block), least(exercise, operations, kept_by));
  }
  bench::statement least(int exercise, double operations, const std::string& kept_by) const {
    const double count = static_cast<double>(size());
    return {exercise,
            {{"memory", 80 * count}, {"fp32", operations * count}, {"launch", 1}},
            "80 n bytes (32 read, 48 written), " + std::to_string(static_cast<int>(operations)) +
                " n operations; 1 launch",
            kept_by};
  }

  static constexpr int max_age = 600;
  int side;
  lab::device_buffer<float4> vbo, state;
};

const std::string at_the_memory = "Little but the memory: it turns from reading to writing and "
                                  "back, which takes time of its own.";

void tell_widths(bench::story& story, int side, bool state) {
  mesh particles(side);
  const dim3 block(16, 16);
  const std::string launch = "Most of a step of so few particles is its launch, and their 5 MB "
                             "stay in the L2 cache.";
  const bool small = !bench::emulated && side < 1024;
  std::vector<bench::row> rows = {
      particles.row(0, first, given::fountain_step, block, 13,
                    small
                        ? launch
                        : "It moves 4 bytes at a time: a warp asks four times for what one request "
                          "could bring, and each sector is touched by several."),
      particles.row(1, improved, reference::fountain_step, block, 13,
                    small ? launch : at_the_memory),
      particles.row(0, copied, fountain_shared, block, 13,
                    small ? launch
                          : at_the_memory + " The copy in shared memory neither helps nor hurts.")};
  if (!state)
    for (bench::row& each : rows)
      each.says = {};
  story.table("fountain, " + std::to_string(side) + " x " + std::to_string(side), first,
              std::move(rows));
}

void tell_followers(bench::story& story, int side) {
  mesh particles(side);
  const dim3 block(16, 16);
  const float3 random = make_float3(0.1f, 0.2f, 0.3f), target = make_float3(0.0f, 1.0f, 0.0f);
  float4 *const v = particles.vbo.data(), *const s = particles.state.data();
  const bench::amount moved{80.0 * static_cast<double>(particles.size()), 0};
  story.table(
      "swarm and sparkler, " + std::to_string(side) + " x " + std::to_string(side), "",
      {bench::with(
           {"swarm", moved,
            [=] { reference::swarm_step(v, s, side, side, mesh::max_age, random, target, block); }},
           particles.least(2, 25,
                           at_the_memory + " A square root and two divisions a "
                                           "particle come besides.")),
       bench::with({"sparkler", moved,
                    [=] {
                      reference::sparkler_step(v, s, side, side, mesh::max_age, random, target,
                                               block);
                    }},
                   particles.least(2, 13,
                                   at_the_memory + " A warp in which one spark begins again "
                                                   "waits for its sine and cosine."))});
}

void tell_blocks(bench::story& story, int side) {
  const dim3 shapes[] = {{1, 1},   {2, 2},  {4, 4},   {8, 8},   {12, 12}, {16, 16},
                         {20, 20}, {32, 4}, {32, 8},  {32, 16}, {16, 8},  {8, 16},
                         {16, 1},  {1, 16}, {256, 1}, {1, 256}};
  mesh particles(side);
  for (const auto& [name, step] : {std::pair{first, fountain(given::fountain_step)},
                                   std::pair{improved, fountain(reference::fountain_step)},
                                   std::pair{copied, fountain(fountain_shared)}}) {
    std::vector<bench::row> rows;
    for (const dim3& block : shapes)
      rows.push_back(
          particles.row(std::to_string(block.x) + " x " + std::to_string(block.y), step, block));
    story.table("blocks, " + std::to_string(side) + " x " + std::to_string(side) + ", " + name,
                "16 x 16", std::move(rows));
  }
}

void tell_gravity(bench::story& story, int count, bool stated) {
  std::vector<float4> positions(static_cast<std::size_t>(count));
  unsigned random = 1;
  const auto coordinate = [&random] {
    random = random * 1664525u + 1013904223u;
    return static_cast<float>(random >> 8) / 8388608.0f - 1.0f;
  };
  for (float4& each : positions) {
    each.x = coordinate();
    each.y = coordinate();
    each.z = coordinate();
    each.w = 1.0f;
  }
  const lab::device_buffer<float4> in(positions.data(), positions.size());
  lab::device_buffer<float4> vbo(2 * positions.size()), state(positions.size());
  CUDA_CHECK(cudaMemset(state.data(), 0, state.bytes()));
  // One "operation" is one interaction: TFLOP/s are then 1000 G interactions a second.
  const bench::amount work{0, static_cast<double>(count) * count};
  const float4* const from = in.data();
  float4 *const to = vbo.data(), *const s = state.data();
  std::vector<bench::row> rows = {
      {"straight from global memory (given)", work,
       [=] { given::gravity_step(from, to, s, count); }},
      {"in tiles (reference)", work, [=] { reference::gravity_step(from, to, s, count); }}};
  if (stated) {
    bench::statement least{
        0,
        {{"fp32", 12 * work.flops}, {"memory", 80.0 * count}, {"launch", 1}},
        "12 n^2 operations (a pair, for each axis: subtract, times 1000, divide, "
        "add), 80 n bytes",
        {}};
    least.kept_by = "Each pair waits for a load, and makes three exact divisions, each of them a "
                    "dozen instructions.";
    rows[0].says = least;
    least.exercise = 3;
    least.kept_by = "None of these operations can be a multiply-add, of which the peak consists; "
                    "comparing with 0.1 is as many instructions again; and a division keeps a unit "
                    "busy that takes 16 a clock, not 128.";
    rows[1].says = least;
  }
  story.table("gravity, " + std::to_string(count) +
                  " bodies (1 TFLOP/s here: 1000 G interactions a second)",
              "straight from global memory (given)", std::move(rows));
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 07: particles");
  story.not_measured(4, "it maps a buffer of OpenGL's: calls of two drivers, and no kernel.");
  if (bench::emulated) {
    tell_widths(story, 64, true);
    tell_followers(story, 24);
    tell_blocks(story, 24);
    tell_gravity(story, 512, true);
    return story.end();
  }
  for (const int side : {256, 1024, 2048, 4096})
    tell_widths(story, side, side == 256 || side == 4096);
  tell_followers(story, 4096);
  tell_blocks(story, 256);
  for (const int count : {16384, 65536, 262144})
    tell_gravity(story, count, count == 262144);
  story.remark("At 256 x 256 most of a step is its launch.");
  return story.end();
}
