// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Exercise 4's scene: a buffer object of a real OpenGL, without a window. Part of lab07_scenes.cu.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "lab/cuda_check.h"
#include "lab/gl_interop.h"
#include "lab/headless_gl.h"
#include "lab/scene.h"
#include "lab07.h"

#ifdef CUDALAB_EMULATED_DEVICE
#include "emulator/graphics.h"
#endif

namespace {

/// How often a buffer was registered, how many are registered now, and how many of these are
/// mapped: the emulated device knows.
struct registrations {
  std::size_t made, live, mapped;
};

registrations registrations_now() {
#ifdef CUDALAB_EMULATED_DEVICE
  const auto seen = cudalab::emulator::registrations();
  return {seen.made, seen.live, seen.mapped};
#else
  return {0, 0, 0};
#endif
}

#ifdef CUDALAB_EMULATED_DEVICE
constexpr bool registrations_are_seen = true;
bool may_be_mapped(const void* pointer) {
  return cudalab::emulator::is_mapped(pointer);
}
#else
constexpr bool registrations_are_seen = false;
bool may_be_mapped(const void*) {
  return true; // who knows
}
#endif

bool is_device_memory(const void* pointer) {
  cudaPointerAttributes of{};
  return cudaPointerGetAttributes(&of, pointer) == cudaSuccess && of.type == cudaMemoryTypeDevice;
}

using lab::complain_unless;

constexpr unsigned array_buffer = 0x8892, dynamic_draw = 0x88e8;

/// CUDA can use the current context's buffers.
bool cuda_shares_it(const lab::headless_gl&) {
  unsigned count = 0;
  int device = 0;
  const bool shares =
      cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll) == cudaSuccess && count > 0;
  cudaGetLastError();
  return shares;
}

/// The program's OpenGL: made once, since that takes a tenth of a second.
const lab::headless_gl& opengl() {
  static const lab::headless_gl gl(cuda_shares_it);
  return gl;
}

/// A buffer object with the given content.
class buffer_object {
public:
  buffer_object(const float* content, std::size_t floats) : bytes_(floats * sizeof(float)) {
    const lab::headless_gl& gl = opengl();
    gl.find(generate_, "glGenBuffers");
    gl.find(bind_, "glBindBuffer");
    gl.find(fill_, "glBufferData");
    gl.find(read_, "glGetBufferSubData");
    gl.find(remove_, "glDeleteBuffers");
    generate_(1, &name_);
    bind_(array_buffer, name_);
    fill_(array_buffer, static_cast<std::ptrdiff_t>(bytes_), content, dynamic_draw);
  }
  ~buffer_object() { remove_(1, &name_); }
  buffer_object(const buffer_object&) = delete;
  buffer_object& operator=(const buffer_object&) = delete;

  unsigned name() const { return name_; }

  /// What OpenGL would draw now.
  void read(float* to) const {
    bind_(array_buffer, name_);
    read_(array_buffer, 0, static_cast<std::ptrdiff_t>(bytes_), to);
  }

private:
  std::size_t bytes_;
  unsigned name_ = 0;
  void (*generate_)(int, unsigned*) = nullptr;
  void (*bind_)(unsigned, unsigned) = nullptr;
  void (*fill_)(unsigned, std::ptrdiff_t, const void*, unsigned) = nullptr;
  void (*read_)(unsigned, std::ptrdiff_t, std::ptrdiff_t, void*) = nullptr;
  void (*remove_)(int, const unsigned*) = nullptr;
};

/// The step that is handed to interop_frame(): it writes one piece of the buffer.
class piece_writer {
public:
  piece_writer(const float* d_from, std::size_t first, std::size_t floats)
      : d_from_(d_from), first_(first), floats_(floats) {}

  void operator()(float4* d_vbo) {
    ++calls_;
    complain_unless(d_vbo != nullptr, "interop_frame called step with a null pointer",
                    "Ask for the mapped pointer while the buffer object is mapped, and look at "
                    "what each of these calls returns: put it into CUDA_CHECK.");
    const cudaError_t copied =
        cudaMemcpy(reinterpret_cast<float*>(d_vbo) + first_, d_from_ + first_,
                   floats_ * sizeof(float), cudaMemcpyDeviceToDevice);
    if (copied != cudaSuccess && is_device_memory(d_vbo)) // it was made to fail
      throw lab::cuda_error(copied, "the copy in step", __FILE__, __LINE__);
    complain_unless(copied == cudaSuccess,
                    std::string("interop_frame called step with a pointer that is no device memory "
                                "now (") +
                        cudaGetErrorName(copied) + ")",
                    "The buffer object must be mapped when step is called, and its pointer asked "
                    "for anew after each map: it may be elsewhere than in the last frame.");
    complain_unless(may_be_mapped(d_vbo),
                    "interop_frame called step with device memory that is not the buffer object's",
                    "Hand step the pointer that cudaGraphicsResourceGetMappedPointer gives: its "
                    "kernels write where OpenGL draws from, and nothing need be copied.");
  }

  int calls() const { return calls_; }

private:
  const float* d_from_;
  std::size_t first_, floats_;
  int calls_ = 0;
};

} // namespace

void interop_scene(const float* before, const float* d_pieces, float* seen, int floats,
                   int frames) {
  const auto size = static_cast<std::size_t>(floats);
  const std::size_t piece = size / static_cast<std::size_t>(frames);
  const buffer_object buffer(before, size);
  const registrations at_first = registrations_now();
  interop_begin(buffer.name());
  const bool registered = registrations_now().made != at_first.made;
  if (!registered && cudaPeekAtLastError() != cudaSuccess)
    return; // it should have thrown, and whoever made the call fail sees that it has not
  for (std::size_t frame = 0; frame < static_cast<std::size_t>(frames); ++frame) {
    piece_writer step(d_pieces, frame * piece, piece);
    interop_frame(std::ref(step));
    complain_unless(step.calls() == 1,
                    "interop_frame called step " + std::to_string(step.calls()) + " times",
                    "It should call it once, with the mapped pointer.");
    complain_unless(registrations_now().mapped <= at_first.mapped,
                    "the buffer object is still mapped when interop_frame returns",
                    "OpenGL draws from it now, and must not while it is CUDA's: interop_frame maps "
                    "it and unmaps it, in every frame.");
    buffer.read(seen + frame * size);
  }
  const registrations used = registrations_now();
  complain_unless(used.made <= at_first.made + 1,
                  "the buffer object was registered " + std::to_string(used.made - at_first.made) +
                      " times for " + std::to_string(frames) + " frames",
                  "Registering is slow, and once is enough: in interop_begin.");
  complain_unless(registered || !registrations_are_seen,
                  "interop_begin has not registered the buffer object",
                  "Register it there, with cudaGraphicsGLRegisterBuffer: the caller learns at once "
                  "when that is not possible.");
  interop_end();
  complain_unless(registrations_now().live <= at_first.live,
                  "the buffer object is still registered after interop_end",
                  "interop_end should call cudaGraphicsUnregisterResource.");
  buffer.read(seen + static_cast<std::size_t>(frames) * size);
}
