// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/film.h"

#include <chrono>

#include "viewer/watchdog.h"

namespace cudalab::viewer {

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
