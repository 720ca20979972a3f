// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// With a context of EGL that needs no window. EGL is looked up when the test runs, as a program's
// windowing library does it; where it is missing, the test says so.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include <dlfcn.h>

#include "emulator/graphics.h"
#include "emulator/include/cuda_gl_interop.h"
#include "emulator/runtime/memory/device_memory.h"

namespace {

/// An OpenGL context of the calling thread, or none.
class headless_gl {
public:
  headless_gl() {
    library_ = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr)
      return;
    function<void* (*)(const char*)>(get_address_, "eglGetProcAddress");
    // EGL_PLATFORM_SURFACELESS_MESA
    void* (*get_display)(unsigned, void*, const long*) = nullptr;
    function(get_display, "eglGetPlatformDisplay");
    unsigned (*initialize)(void*, int*, int*) = nullptr;
    function(initialize, "eglInitialize");
    unsigned (*bind)(unsigned) = nullptr;
    function(bind, "eglBindAPI");
    void* (*create)(void*, void*, void*, const int*) = nullptr;
    function(create, "eglCreateContext");
    function(make_current_, "eglMakeCurrent");
    if (!get_display || !initialize || !bind || !create || !make_current_)
      return;
    display_ = get_display(0x31dd, nullptr, nullptr);
    if (display_ == nullptr || !initialize(display_, nullptr, nullptr) || !bind(0x30a2))
      return; // EGL_OPENGL_API
    const int none[] = {0x3038};
    context_ = create(display_, nullptr, nullptr, none);
    current(true);
  }

  bool current(bool on) {
    works_ = context_ != nullptr &&
             make_current_(display_, nullptr, nullptr, on ? context_ : nullptr) != 0;
    return works_;
  }
  bool works() const { return works_; }

  template <class Function>
  void function(Function& to, const char* name) const {
    void* found = dlsym(library_, name);
    if (found == nullptr && get_address_ != nullptr)
      found = get_address_(name);
    to = reinterpret_cast<Function>(found);
  }

private:
  void *library_ = nullptr, *display_ = nullptr, *context_ = nullptr;
  void* (*get_address_)(const char*) = nullptr;
  unsigned (*make_current_)(void*, void*, void*, void*) = nullptr;
  bool works_ = false;
};

constexpr unsigned array_buffer = 0x8892, dynamic_draw = 0x88e8, array_buffer_binding = 0x8894;

struct buffer_functions {
  explicit buffer_functions(const headless_gl& gl) {
    gl.function(generate, "glGenBuffers");
    gl.function(bind, "glBindBuffer");
    gl.function(fill, "glBufferData");
    gl.function(read, "glGetBufferSubData");
    gl.function(get, "glGetIntegerv");
  }
  void (*generate)(int, unsigned*) = nullptr;
  void (*bind)(unsigned, unsigned) = nullptr;
  void (*fill)(unsigned, long, const void*, unsigned) = nullptr;
  void (*read)(unsigned, long, long, void*) = nullptr;
  void (*get)(unsigned, int*) = nullptr;
};

} // namespace

TEST_CASE("without OpenGL, its buffers cannot be registered") {
  cudaGraphicsResource_t resource = nullptr;
  unsigned count = 0;
  CHECK(cudaGraphicsGLRegisterBuffer(&resource, 1, 0) == cudaErrorInvalidGraphicsContext);
  CHECK(cudaGLGetDevices(&count, nullptr, 0, cudaGLDeviceListAll) ==
        cudaErrorInvalidGraphicsContext);
  CHECK(cudaGraphicsUnregisterResource(nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("a buffer object of OpenGL is device memory while it is mapped") {
  headless_gl gl;
  if (!gl.works()) {
    MESSAGE("not tested: there is no EGL here that makes a context without a window "
            "(sudo apt install libegl1 libgl1-mesa-dri)");
    return;
  }
  const buffer_functions buffers(gl);
  REQUIRE((buffers.read != nullptr));
  const std::size_t made_before = cudalab::emulator::registrations().made;
  std::vector<float> content = {1, 2, 3, 4};
  const std::size_t bytes = content.size() * sizeof(float);
  unsigned buffer = 0;
  buffers.generate(1, &buffer);
  buffers.bind(array_buffer, buffer);
  buffers.fill(array_buffer, static_cast<long>(bytes), content.data(), dynamic_draw);

  cudaGraphicsResource_t resource = nullptr;
  CHECK(cudaGraphicsGLRegisterBuffer(&resource, buffer + 100, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsNone) ==
          cudaSuccess);
  void* mapped = nullptr;
  std::size_t size = 0;
  CHECK(cudaGraphicsResourceGetMappedPointer(&mapped, &size, resource) == cudaErrorNotMapped);
  CHECK(cudaGraphicsUnmapResources(1, &resource) == cudaErrorNotMapped);
  REQUIRE(cudaGraphicsMapResources(1, &resource) == cudaSuccess);
  CHECK(cudaGraphicsMapResources(1, &resource) == cudaErrorAlreadyMapped);
  REQUIRE(cudaGraphicsResourceGetMappedPointer(&mapped, &size, resource) == cudaSuccess);
  CHECK(size == bytes);
  CHECK(cudalab::emulator::registrations().made == made_before + 1);
  CHECK(cudalab::emulator::registrations().live == 1);
  CHECK(cudalab::emulator::registrations().mapped == 1);

  float got[4] = {};
  CHECK(cudaMemcpy(got, mapped, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(got[3] == 4);
  const float changed = 7;
  CHECK(cudaMemcpy(static_cast<float*>(mapped) + 1, &changed, sizeof changed,
                   cudaMemcpyHostToDevice) == cudaSuccess);

  CHECK(gl.current(false) == true);
  CHECK(cudaGraphicsUnmapResources(1, &resource) == cudaErrorInvalidGraphicsContext);
  CHECK(gl.current(true) == true);
  CHECK(cudaGraphicsUnmapResources(1, &resource) == cudaSuccess);
  int bound = 0;
  buffers.get(array_buffer_binding, &bound);
  CHECK(bound == static_cast<int>(buffer)); // the program's binding is as it was
  buffers.read(array_buffer, 0, static_cast<long>(bytes), content.data());
  CHECK(content == std::vector<float>{1, 7, 3, 4});
  // The pointer is gone.
  CHECK(!cudalab::emulator::device_memory::instance().find(mapped));
  CHECK(cudalab::emulator::registrations().mapped == 0);
  CHECK(cudaGraphicsUnregisterResource(resource) == cudaSuccess);
  CHECK(cudaGraphicsUnregisterResource(resource) == cudaErrorInvalidResourceHandle);
  CHECK(cudalab::emulator::registrations().live == 0);
  gl.current(false);
  cudaGetLastError();
}

TEST_CASE("what is mapped read-only is not written back") {
  headless_gl gl;
  if (!gl.works())
    return; // said above
  const buffer_functions buffers(gl);
  unsigned buffer = 0;
  int content = 5;
  buffers.generate(1, &buffer);
  buffers.bind(array_buffer, buffer);
  buffers.fill(array_buffer, sizeof content, &content, dynamic_draw);
  cudaGraphicsResource_t resource = nullptr;
  REQUIRE(cudaGraphicsGLRegisterBuffer(&resource, buffer, 0) == cudaSuccess);
  CHECK(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsReadOnly) == cudaSuccess);
  REQUIRE(cudaGraphicsMapResources(1, &resource) == cudaSuccess);
  void* mapped = nullptr;
  REQUIRE(cudaGraphicsResourceGetMappedPointer(&mapped, nullptr, resource) == cudaSuccess);
  CHECK(cudaMemset(mapped, 0, sizeof content) == cudaSuccess);
  CHECK(cudaGraphicsUnmapResources(1, &resource) == cudaSuccess);
  buffers.read(array_buffer, 0, sizeof content, &content);
  CHECK(content == 5);
  CHECK(cudaGraphicsUnregisterResource(resource) == cudaSuccess);
  gl.current(false);
}

TEST_CASE("a buffer object is somewhere else each time it is mapped") {
  headless_gl gl;
  if (!gl.works())
    return; // said above
  const buffer_functions buffers(gl);
  unsigned buffer = 0;
  int content = 5;
  buffers.generate(1, &buffer);
  buffers.bind(array_buffer, buffer);
  buffers.fill(array_buffer, sizeof content, &content, dynamic_draw);
  cudaGraphicsResource_t resource = nullptr;
  REQUIRE(cudaGraphicsGLRegisterBuffer(&resource, buffer, 0) == cudaSuccess);
  std::set<void*> places;
  for (int i = 0; i < 5; ++i) {
    REQUIRE(cudaGraphicsMapResources(1, &resource) == cudaSuccess);
    void* mapped = nullptr;
    REQUIRE(cudaGraphicsResourceGetMappedPointer(&mapped, nullptr, resource) == cudaSuccess);
    places.insert(mapped);
    REQUIRE(cudaGraphicsUnmapResources(1, &resource) == cudaSuccess);
  }
  CHECK(places.size() == 5);
  CHECK(cudaGraphicsUnregisterResource(resource) == cudaSuccess);
  gl.current(false);
}
