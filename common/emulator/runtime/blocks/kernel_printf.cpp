// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// printf, and what compilers make of it, in a program that emucc links (with --wrap): the kernels'
// goes to the buffer, the host's to standard output.
#include <cstdarg>
#include <cstdio>
#include <string>

#include "emulator/runtime/execution.h"
#include "emulator/runtime/queue/kernel_output.h"

using namespace cudalab::emulator;

namespace {

int print(const char* format, std::va_list arguments) {
  if (current_block == nullptr)
    return std::vfprintf(stdout, format, arguments);
  char room[512]; // on a kernel's stack, which is small
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(room, sizeof room, format, arguments);
  if (length >= static_cast<int>(sizeof room)) {
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::vsnprintf(text.data(), text.size(), format, again);
    text.pop_back();
    print_from_kernel(text);
  } else if (length > 0) {
    print_from_kernel({room, static_cast<std::size_t>(length)});
  }
  va_end(again);
  return length;
}

} // namespace

extern "C" {

[[gnu::format(printf, 1, 2)]] int __wrap_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print(format, arguments);
  va_end(arguments);
  return result;
}

[[gnu::format(printf, 2, 3)]] int __wrap___printf_chk(int, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print(format, arguments);
  va_end(arguments);
  return result;
}

[[gnu::format(printf, 1, 0)]] int __wrap_vprintf(const char* format, std::va_list arguments) {
  return print(format, arguments);
}

int __wrap_puts(const char* text) {
  if (current_block == nullptr)
    return std::fputs(text, stdout) == EOF ? EOF : std::fputc('\n', stdout);
  print_from_kernel(std::string(text) + '\n');
  return 0;
}

int __wrap_putchar(int character) {
  if (current_block == nullptr)
    return std::fputc(character, stdout);
  const char one = static_cast<char>(character);
  print_from_kernel({&one, 1});
  return character;
}

} // extern "C"
