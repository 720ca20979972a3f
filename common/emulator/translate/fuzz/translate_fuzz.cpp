// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as a preprocessed .cu file: no crash, no hang, and text without CUDA's words comes out
// unchanged. (tests/fuzz_test.cpp makes text of CUDA's words, and has more to say of it.)
#include <algorithm>

#include "emulator/translate/dropped_result.h"
#include "emulator/translate/for_clang.h"
#include "emulator/translate/translate.h"
#include "fuzzing/property.h"

using namespace cudalab::emulator;
using namespace cudalab::fuzzing;

namespace {

auto lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

bool may_be_cuda(const std::string& text) {
  for (const char* word : {"__", "cuda", "<", "asm"})
    if (text.find(word) != std::string::npos)
      return true;
  return false;
}

void try_translation(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  const translation result = translate(text);
  const std::string marked = mark_dropped_results(text);
  must(lines_in(marked) == lines_in(text), "mark_dropped_results keeps lines");
  must(lines_in(written_for_clang(text)) == lines_in(text), "written_for_clang keeps lines");
  if (!may_be_cuda(text))
    must(result.text == text && marked == text, "plain C++ is left alone");
}

const fuzz_test translate_fuzz("translate_fuzz", try_translation);

} // namespace
