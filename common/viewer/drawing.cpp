// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/drawing.h"

#include <chrono>

#include "viewer/watchdog.h"

namespace cudalab::viewer {

namespace {

constexpr unsigned position_slot = 0, colour_slot = 1;

constexpr const char* vertex_shader = R"(#version 120
uniform mat4 matrix;
uniform float size; // of a point that is 1 away from the eye, in pixels
attribute vec4 position, colour;
varying vec3 seen;
void main() {
  gl_Position = matrix * position;
  gl_PointSize = clamp(size / gl_Position.w, 1.5, 64.0);
  seen = colour.rgb;
})";

// Like small balls: darker towards their edge.
constexpr const char* fragment_shader = R"(#version 120
varying vec3 seen;
void main() {
  vec2 from_centre = 2.0 * gl_PointCoord - 1.0;
  float r2 = dot(from_centre, from_centre);
  if (r2 > 1.0)
    discard;
  gl_FragColor = vec4(seen * (1.0 - 0.5 * r2), 1.0);
})";

unsigned compiled(const gl_calls& gl, unsigned kind, const char* source) {
  const unsigned shader = gl.CreateShader(kind);
  gl.ShaderSource(shader, 1, &source, nullptr);
  gl.CompileShader(shader);
  return shader;
}

} // namespace

point_renderer::point_renderer(const gl_calls& gl) : gl_(gl), program_(gl.CreateProgram()) {
  gl.AttachShader(program_, compiled(gl, GL_VERTEX_SHADER, vertex_shader));
  gl.AttachShader(program_, compiled(gl, GL_FRAGMENT_SHADER, fragment_shader));
  gl.BindAttribLocation(program_, position_slot, "position");
  gl.BindAttribLocation(program_, colour_slot, "colour");
  gl.LinkProgram(program_);
  int linked = 0;
  gl.GetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (linked == 0)
    throw std::runtime_error("this OpenGL does not take the viewer's shaders");
  matrix_ = gl.GetUniformLocation(program_, "matrix");
  size_ = gl.GetUniformLocation(program_, "size");
  gl.Enable(GL_DEPTH_TEST);
  gl.Enable(GL_POINT_SPRITE);
  gl.Enable(GL_VERTEX_PROGRAM_POINT_SIZE);
}

void point_renderer::draw(unsigned buffer, int count, const matrix4& matrix, float point, int width,
                          int height) const {
  gl_.Viewport(0, 0, width, height);
  gl_.ClearColor(0.02f, 0.02f, 0.05f, 1);
  gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gl_.UseProgram(program_);
  gl_.UniformMatrix4fv(matrix_, 1, GL_FALSE, matrix.data());
  gl_.Uniform1f(size_, point * static_cast<float>(height));
  gl_.BindBuffer(GL_ARRAY_BUFFER, buffer);
  const std::size_t colours = std::size_t{4} * sizeof(float) * static_cast<std::size_t>(count);
  gl_.VertexAttribPointer(position_slot, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  gl_.VertexAttribPointer(colour_slot, 4, GL_FLOAT, GL_FALSE, 0,
                          reinterpret_cast<const void*>(colours));
  gl_.EnableVertexAttribArray(position_slot);
  gl_.EnableVertexAttribArray(colour_slot);
  gl_.DrawArrays(GL_POINTS, 0, count);
  gl_.BindBuffer(GL_ARRAY_BUFFER, 0);
}

namespace {

std::ptrdiff_t bytes_of(const std::vector<float>& content) {
  return static_cast<std::ptrdiff_t>(content.size() * sizeof(float));
}

} // namespace

film::film(const gl_calls& gl, const scene& shown, bool copy)
    : gl_(gl), renderer_(gl), shown_(shown), copy_(copy) {
  start(shown);
}

film::~film() {
  drop_buffer();
}

void film::drop_buffer() {
  particles_.reset(); // the device forgets the buffer object first
  if (buffer_ != 0)
    gl_.DeleteBuffers(1, &buffer_);
  buffer_ = 0;
}

void film::start(const scene& shown) {
  drop_buffer();
  shown_ = shown;
  const std::vector<float> content = first_content(shown);
  gl_.GenBuffers(1, &buffer_);
  gl_.BindBuffer(GL_ARRAY_BUFFER, buffer_);
  gl_.BufferData(GL_ARRAY_BUFFER, bytes_of(content), content.data(), GL_DYNAMIC_DRAW);
  const upload_function upload = [this](const std::vector<float>& positions_and_colours) {
    gl_.BindBuffer(GL_ARRAY_BUFFER, buffer_);
    gl_.BufferSubData(GL_ARRAY_BUFFER, 0, bytes_of(positions_and_colours),
                      positions_and_colours.data());
  };
  const watched_call watched("interop_begin");
  particles_ = make_particles(shown, buffer_, upload, copy_);
}

void film::change_block(const block_shape& block) {
  shown_.block = block;
  particles_->change_block(block);
}

double film::step() {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const watched_call watched(std::string("one step of the ") + facts_of(shown_.what).name);
  particles_->step();
  return std::chrono::duration<double>(clock::now() - begin).count();
}

void film::draw(const camera& from, int width, int height) const {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  renderer_.draw(buffer_, shown_.count(), from.matrix(aspect),
                 radius_of(shown_) * facts_of(shown_.what).point, width, height);
}

std::string film::news() {
  const std::string now = particles_->remark();
  if (now == told_)
    return "";
  told_ = now;
  return now;
}

camera first_camera(const scene& shown) {
  return camera(facts_of(shown.what).centre, radius_of(shown));
}

} // namespace cudalab::viewer
