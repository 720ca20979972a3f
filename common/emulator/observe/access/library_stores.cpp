// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Functions of the C library that store where they are told to, or write to a stream. emucc gives
// them these names in checked code: a store is seen before it happens, wherever it is made.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <new>
#include <random>

#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/host/touched_by_host.h"

/// Kernels print, too.
extern "C" int __wrap_vprintf(const char* format, std::va_list arguments);

#define CALLER __builtin_return_address(0)

namespace {

using namespace cudalab::emulator;

void stores(const void* to, std::size_t bytes, const void* pc) {
  if (bytes != 0)
    touched(to, access_bytes(bytes), access_kind::write, 1, pc);
}

/// Streams are objects of the library, and only the library makes them.
std::FILE* known(std::FILE* stream, const void* pc) {
  if (keeps_to_own_memory() && stream != stdout && stream != stderr && stream != nullptr)
    host_stored_elsewhere(stream, pc);
  return stream;
}

/// %n stores: nobody can see where.
const char* without_stores(const char* format, const void* pc) {
  if (!keeps_to_own_memory() || format == nullptr)
    return format;
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    at += 1 + std::strspn(at + 1, "0123456789$*.'+- #hlLqjztI");
    if (*at == 'n')
      host_stored_elsewhere(at, pc);
    at += *at != '\0';
  }
  return format;
}

[[gnu::format(printf, 3, 0)]] int print(char* to, std::size_t bytes, const char* format,
                                        std::va_list arguments, const void* pc) {
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, without_stores(format, pc), again);
  va_end(again);
  if (length >= 0)
    stores(to, std::min(bytes, static_cast<std::size_t>(length) + 1), pc);
  return std::vsnprintf(to, bytes, format, arguments);
}

constexpr std::size_t any_size = PTRDIFF_MAX / 2;

} // namespace

extern "C" {

wchar_t* cudalab_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  stores(to, count * sizeof *to, CALLER);
  return std::wmemcpy(to, from, count);
}
wchar_t* cudalab_wmemmove(wchar_t* to, const wchar_t* from, std::size_t count) {
  stores(to, count * sizeof *to, CALLER);
  return std::wmemmove(to, from, count);
}
wchar_t* cudalab_wmemset(wchar_t* to, wchar_t value, std::size_t count) {
  stores(to, count * sizeof *to, CALLER);
  return std::wmemset(to, value, count);
}

char* cudalab_strcpy(char* to, const char* from) {
  stores(to, std::strlen(from) + 1, CALLER);
  return std::strcpy(to, from);
}
char* cudalab_stpcpy(char* to, const char* from) {
  const std::size_t length = std::strlen(from);
  stores(to, length + 1, CALLER);
  return static_cast<char*>(std::memcpy(to, from, length + 1)) + length;
}
char* cudalab_strncpy(char* to, const char* from, std::size_t bytes) {
  stores(to, bytes, CALLER);
  return std::strncpy(to, from, bytes);
}
char* cudalab_strcat(char* to, const char* from) {
  stores(to + std::strlen(to), std::strlen(from) + 1, CALLER);
  return std::strcat(to, from);
}

#define NUMBER(name, type, ...)                                                                    \
  type cudalab_##name(const char* text, char** end __VA_OPT__(, int base)) {                       \
    if (end != nullptr)                                                                            \
      stores(end, sizeof *end, CALLER);                                                            \
    return std::name(text, end __VA_OPT__(, base));                                                \
  }
NUMBER(strtol, long, base)
NUMBER(strtoll, long long, base)
NUMBER(strtoul, unsigned long, base)
NUMBER(strtoull, unsigned long long, base)
NUMBER(strtof, float)
NUMBER(strtod, double)

// The library calls what stands in the object.
void cudalab_random_begins(void*, const void*) {}
void cudalab_random_ends(void*) {}
unsigned cudalab_random_value(void*) {
  static std::random_device device;
  return device();
}

int cudalab_rand_r(unsigned* seed) {
  stores(seed, sizeof *seed, CALLER);
  return rand_r(seed);
}

[[gnu::format(printf, 3, 0)]] int cudalab_vsnprintf(char* to, std::size_t bytes, const char* format,
                                                    std::va_list arguments) {
  return print(to, bytes, format, arguments, CALLER);
}
[[gnu::format(printf, 3, 4)]] int cudalab_snprintf(char* to, std::size_t bytes, const char* format,
                                                   ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print(to, bytes, format, arguments, CALLER);
  va_end(arguments);
  return length;
}
[[gnu::format(printf, 2, 3)]] int cudalab_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print(to, any_size, format, arguments, CALLER);
  va_end(arguments);
  return length;
}

[[gnu::format(printf, 1, 0)]] int cudalab_vprintf(const char* format, std::va_list arguments) {
  return __wrap_vprintf(without_stores(format, CALLER), arguments);
}
[[gnu::format(printf, 1, 2)]] int cudalab_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = __wrap_vprintf(without_stores(format, CALLER), arguments);
  va_end(arguments);
  return length;
}
[[gnu::format(printf, 2, 0)]] int cudalab_vfprintf(std::FILE* stream, const char* format,
                                                   std::va_list arguments) {
  return std::vfprintf(known(stream, CALLER), without_stores(format, CALLER), arguments);
}
[[gnu::format(printf, 2, 3)]] int cudalab_fprintf(std::FILE* stream, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length =
      std::vfprintf(known(stream, CALLER), without_stores(format, CALLER), arguments);
  va_end(arguments);
  return length;
}
int cudalab_fputs(const char* text, std::FILE* stream) {
  return std::fputs(text, known(stream, CALLER));
}
int cudalab_fputc(int character, std::FILE* stream) {
  return std::fputc(character, known(stream, CALLER));
}
int cudalab_putc(int character, std::FILE* stream) {
  return std::fputc(character, known(stream, CALLER));
}
std::size_t cudalab_fwrite(const void* from, std::size_t size, std::size_t count,
                           std::FILE* stream) {
  return std::fwrite(from, size, count, known(stream, CALLER));
}
int cudalab_fflush(std::FILE* stream) {
  return std::fflush(known(stream, CALLER));
}

} // extern "C"
