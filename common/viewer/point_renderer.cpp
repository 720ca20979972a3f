// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/point_renderer.h"

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

} // namespace cudalab::viewer
