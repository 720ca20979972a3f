// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A scene that moves, drawn as round points: the lab's particles, and the buffer object that they
/// share with OpenGL. OpenGL's functions are looked up in the current context; nothing needs to be
/// linked.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "viewer/controls.h"
#include "viewer/particles.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

namespace cudalab::viewer {

/// The machine lacks something; what() says what, and how to get it.
struct missing_here : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Gives a function's address, or nullptr.
using gl_lookup = std::function<void*(const char* name)>;

// clang-format off
#define CUDALAB_GL_FUNCTIONS(use)                                                                  \
  use(AttachShader) use(BindAttribLocation) use(BindBuffer) use(BindFramebuffer)                   \
  use(BindRenderbuffer) use(BufferData) use(BufferSubData) use(CheckFramebufferStatus) use(Clear)  \
  use(ClearColor) use(CompileShader) use(CreateProgram) use(CreateShader) use(DeleteBuffers)       \
  use(DrawArrays) use(Enable) use(EnableVertexAttribArray) use(FramebufferRenderbuffer)            \
  use(GenBuffers) use(GenFramebuffers) use(GenRenderbuffers) use(GetProgramiv) use(GetString)      \
  use(GetUniformLocation) use(LinkProgram) use(PixelStorei) use(ReadPixels)                        \
  use(RenderbufferStorage) use(ShaderSource) use(Uniform1f) use(UniformMatrix4fv) use(UseProgram)  \
  use(VertexAttribPointer) use(Viewport)
// clang-format on

/// gl.DrawArrays(...) is glDrawArrays(...).
struct gl_calls {
  /// @throws missing_here when this OpenGL lacks one of them
  explicit gl_calls(const gl_lookup& look_up) {
#define CUDALAB_GL_FIND(name) find(name, look_up, "gl" #name);
    CUDALAB_GL_FUNCTIONS(CUDALAB_GL_FIND)
#undef CUDALAB_GL_FIND
  }

#define CUDALAB_GL_MEMBER(name) decltype(&::gl##name) name = nullptr;
  CUDALAB_GL_FUNCTIONS(CUDALAB_GL_MEMBER)
#undef CUDALAB_GL_MEMBER

private:
  template <class Function>
  static void find(Function*& function, const gl_lookup& look_up, const char* name) {
    function = reinterpret_cast<Function*>(look_up(name));
    if (function == nullptr)
      throw missing_here(std::string("this OpenGL has no ") + name +
                         "; the viewer needs OpenGL 3.0 or newer");
  }
};

/// Draws positions and colours as round points. Lives as long as its OpenGL context.
class point_renderer {
public:
  /// @throws std::runtime_error when OpenGL does not take the shaders
  explicit point_renderer(const gl_calls& gl);

  /// Draws into the current framebuffer, all of it.
  /// @param buffer a buffer object: count positions of four floats, then count colours of four
  /// @param point how large a point is, in units of the scene
  void draw(unsigned buffer, int count, const matrix4& matrix, float point, int width,
            int height) const;

private:
  const gl_calls& gl_;
  unsigned program_ = 0;
  int matrix_ = -1, size_ = -1;
};

/// What is drawn, and how it goes on.
class film {
public:
  /// @throws students_mistake, as start() and step() do
  film(const gl_calls& gl, const scene& shown, bool copy);
  ~film();
  film(const film&) = delete;
  film& operator=(const film&) = delete;

  /// Begins again, with this scene.
  void start(const scene& shown);
  /// Goes on with blocks of another shape.
  void change_block(const block_shape& block);
  /// @return how long it took, in seconds
  double step();
  void draw(const camera& from, int width, int height) const;

  const scene& shown() const { return shown_; }
  /// What there is to tell the person who looks, and has not been told yet; may be empty.
  std::string news();

private:
  void drop_buffer();

  const gl_calls& gl_;
  point_renderer renderer_;
  scene shown_;
  bool copy_;
  unsigned buffer_ = 0;
  std::unique_ptr<particles> particles_;
  std::string told_;
};

/// From where a scene is looked at in the beginning.
camera first_camera(const scene& shown);

} // namespace cudalab::viewer
