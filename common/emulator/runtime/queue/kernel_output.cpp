// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/kernel_output.h"

#include <cstdio>
#include <mutex>
#include <string>
#include <utility>

namespace cudalab::emulator {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

struct {
  std::mutex mutex;
  std::string* text = nullptr; ///< never destroyed: kernels may print until the very end
} buffer;

void write_out(const std::string& text) {
  if (text.empty())
    return;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

} // namespace

void print_from_kernel(std::string_view text) {
  const std::lock_guard lock(buffer.mutex);
  if (buffer.text == nullptr)
    buffer.text = new std::string;
  buffer.text->append(text);
  if (buffer.text->size() > most_bytes)
    write_out(std::exchange(*buffer.text, {}));
}

void show_kernel_output() {
  const std::lock_guard lock(buffer.mutex);
  if (buffer.text != nullptr)
    write_out(std::exchange(*buffer.text, {}));
}

void lose_kernel_output() {
  const std::lock_guard lock(buffer.mutex);
  if (buffer.text == nullptr || buffer.text->empty())
    return;
  std::fprintf(stderr,
               "%zu bytes that kernels printed are lost, as on a GPU: the program ended without "
               "waiting for them (cudaDeviceSynchronize)\n",
               buffer.text->size());
  buffer.text->clear();
}

} // namespace cudalab::emulator
