// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/offscreen.h"

namespace cudalab::viewer {

namespace {

void attach(const gl_calls& gl, unsigned kind, unsigned format, int width, int height) {
  unsigned content = 0;
  gl.GenRenderbuffers(1, &content);
  gl.BindRenderbuffer(GL_RENDERBUFFER, content);
  gl.RenderbufferStorage(GL_RENDERBUFFER, format, width, height);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, kind, GL_RENDERBUFFER, content);
}

} // namespace

picture read_framebuffer(const gl_calls& gl, int width, int height) {
  std::vector<unsigned char> rgb(static_cast<std::size_t>(3) * static_cast<std::size_t>(width) *
                                 static_cast<std::size_t>(height));
  gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl.ReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
  return from_bottom_up(width, height, rgb);
}

offscreen::offscreen(const gl_calls& gl, int width, int height)
    : gl_(gl), width_(width), height_(height) {
  unsigned framebuffer = 0;
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  attach(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height);
  attach(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, width, height);
  if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw missing_here("this OpenGL cannot draw pictures of " + std::to_string(width) + " x " +
                       std::to_string(height) + " pixels");
}

} // namespace cudalab::viewer
