// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// OpenGL's functions, looked up in the current context. Nothing needs to be linked.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

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

} // namespace cudalab::viewer
