// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/picture.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

#include <unistd.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace cudalab::viewer {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + file.string());
}

void append(void* to, void* bytes, int count) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes),
                                        static_cast<std::size_t>(count));
}

std::string as_png(const picture& drawn) {
  std::string bytes;
  if (stbi_write_png_to_func(append, &bytes, drawn.width, drawn.height, 3, drawn.rgb.data(),
                             3 * drawn.width) == 0)
    throw std::system_error(ENOMEM, std::generic_category(), "cannot make a PNG");
  return bytes;
}

} // namespace

picture from_bottom_up(int width, int height, const std::vector<unsigned char>& rgb) {
  picture turned{width, height, std::vector<unsigned char>(rgb.size())};
  const auto row = static_cast<std::ptrdiff_t>(3 * width);
  for (std::ptrdiff_t y = 0; y < height; ++y)
    std::copy_n(rgb.begin() + y * row, row, turned.rgb.begin() + (height - 1 - y) * row);
  return turned;
}

void write_png(const picture& drawn, const std::filesystem::path& target,
               const std::filesystem::path& partial) {
  const std::string bytes = as_png(drawn);
  const std::string written =
      partial.empty() ? target.string() + ".part-" + std::to_string(getpid()) : partial.string();
  std::FILE* file = std::fopen(written.c_str(), "wb");
  if (file == nullptr)
    fail(target);
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if ((std::fclose(file) != 0 || !whole) || std::rename(written.c_str(), target.c_str()) != 0) {
    const int error = errno;
    std::remove(written.c_str());
    errno = error;
    fail(target);
  }
}

} // namespace cudalab::viewer
