// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What fuzz tests are written with: docs/fuzzing.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace cudalab::fuzzing {

/// A fuzz test, by what tries one input. All of them are one program, which is compiled and linked
/// with the sanitizers once: it runs the test whose name it is called by.
class fuzz_test {
public:
  using try_input = void (*)(const std::uint8_t* data, std::size_t size);

  fuzz_test(const char* name, try_input how);

  /// @returns null: none is called so
  static const fuzz_test* find(const std::string& name);

  void operator()(const std::uint8_t* data, std::size_t size) const { how(data, size); }

private:
  const char* name;
  try_input how;
  const fuzz_test* next; ///< the one that was declared before
};

/// Ends the program when a property does not hold; libFuzzer then keeps the input.
inline void must(bool holds, const char* property) {
  if (holds)
    return;
  std::fprintf(stderr, "does not hold: %s\n", property);
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

} // namespace cudalab::fuzzing
