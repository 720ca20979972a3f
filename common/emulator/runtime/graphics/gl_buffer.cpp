// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/graphics/gl_buffer.h"

#include <cstring>

#include "emulator/runtime/graphics/gl_library.h"

namespace cudalab::emulator {

namespace {

// Values of OpenGL's own headers, which need not be installed here.
constexpr unsigned copy_read_buffer = 0x8f36; ///< a binding that drawing does not use
constexpr unsigned buffer_size = 0x8764;
constexpr unsigned map_read = 1, map_write = 2, map_invalidate = 8;

/// OpenGL's functions of the current context; looked up each time, for contexts change.
struct gl_functions {
  unsigned (*get_error)();
  unsigned char (*is_buffer)(unsigned);
  void (*bind_buffer)(unsigned, unsigned);
  void (*get_integer)(unsigned, int*);
  void (*get_buffer_parameter)(unsigned, unsigned, int*);
  void* (*map_buffer_range)(unsigned, std::ptrdiff_t, std::ptrdiff_t, unsigned);
  unsigned char (*unmap_buffer)(unsigned);

  bool complete() const {
    return get_error && is_buffer && bind_buffer && get_integer && get_buffer_parameter &&
           map_buffer_range && unmap_buffer;
  }
};

template <class Function>
void look_up(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(find_gl_function(name));
}

std::optional<gl_functions> find_gl() {
  if (current_gl_context() == nullptr)
    return std::nullopt;
  gl_functions gl{};
  look_up(gl.get_error, "glGetError");
  look_up(gl.is_buffer, "glIsBuffer");
  look_up(gl.bind_buffer, "glBindBuffer");
  look_up(gl.get_integer, "glGetIntegerv");
  look_up(gl.get_buffer_parameter, "glGetBufferParameteriv");
  look_up(gl.map_buffer_range, "glMapBufferRange");
  look_up(gl.unmap_buffer, "glUnmapBuffer");
  return gl.complete() ? std::optional(gl) : std::nullopt;
}

/// Binds the buffer for as long as it lives; then what was bound before is again.
class bound_buffer {
public:
  bound_buffer(const gl_functions& gl, unsigned buffer) : gl_(gl) {
    gl.get_integer(copy_read_buffer, &before_);
    gl.bind_buffer(copy_read_buffer, buffer);
  }
  ~bound_buffer() { gl_.bind_buffer(copy_read_buffer, static_cast<unsigned>(before_)); }
  bound_buffer(const bound_buffer&) = delete;
  bound_buffer& operator=(const bound_buffer&) = delete;

  std::size_t size() const {
    int bytes = 0;
    gl_.get_buffer_parameter(copy_read_buffer, buffer_size, &bytes);
    return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
  }

  /// @param use is given the buffer's memory, while it is mapped. @return success
  template <class Use>
  bool map(std::size_t bytes, unsigned access, const Use& use) const {
    if (bytes == 0)
      return true;
    void* memory =
        gl_.map_buffer_range(copy_read_buffer, 0, static_cast<std::ptrdiff_t>(bytes), access);
    if (memory == nullptr) {
      gl_.get_error(); // ours, not the program's
      return false;
    }
    use(memory);
    return gl_.unmap_buffer(copy_read_buffer) != 0;
  }

private:
  const gl_functions& gl_;
  int before_ = 0;
};

} // namespace

bool is_gl_buffer(unsigned buffer) {
  const auto gl = find_gl();
  return gl && gl->is_buffer(buffer) != 0;
}

std::optional<std::vector<std::byte>> read_gl_buffer(unsigned buffer) {
  if (!is_gl_buffer(buffer))
    return std::nullopt;
  const auto gl = find_gl();
  const bound_buffer bound(*gl, buffer);
  std::vector<std::byte> content(bound.size());
  const bool read = bound.map(content.size(), map_read, [&](const void* memory) {
    std::memcpy(content.data(), memory, content.size());
  });
  return read ? std::optional(std::move(content)) : std::nullopt;
}

bool write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content) {
  if (!is_gl_buffer(buffer))
    return false;
  const auto gl = find_gl();
  const bound_buffer bound(*gl, buffer);
  return bound.size() == content.size() &&
         bound.map(content.size(), map_write | map_invalidate,
                   [&](void* memory) { std::memcpy(memory, content.data(), content.size()); });
}

} // namespace cudalab::emulator
