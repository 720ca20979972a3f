// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any text: no crash, no hang, no line lost; and text without CUDA's words comes out unchanged.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "emulator/translate/dropped_result.h"
#include "emulator/translate/for_clang.h"
#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

using generator = std::mt19937;

const std::vector<std::string> plain_words = {"k",
                                              "int",
                                              "x",
                                              "template",
                                              "struct",
                                              "s",
                                              "return",
                                              "if",
                                              "else",
                                              "for",
                                              "const",
                                              "auto",
                                              "static",
                                              "extern",
                                              "namespace",
                                              "operator",
                                              "(",
                                              ")",
                                              "[",
                                              "]",
                                              "{",
                                              "}",
                                              "<",
                                              ">",
                                              "<=",
                                              "->",
                                              "::",
                                              ",",
                                              ";",
                                              "=",
                                              "&&",
                                              "...",
                                              "+",
                                              "\n",
                                              "\n",
                                              " ",
                                              " ",
                                              "\t",
                                              "0",
                                              "1.5e-3f",
                                              "1'000",
                                              "\"s\"",
                                              "\"",
                                              "'",
                                              "\\",
                                              "R\"(",
                                              ")\"",
                                              "R\"x(<<<)x\"",
                                              "/*",
                                              "*/",
                                              "//",
                                              "#",
                                              "\n# 7 \"a.cu\" 2\n",
                                              "\n#line 3\n",
                                              "\\\n",
                                              "\r\n",
                                              "alignas(8)",
                                              "\xc3\xa9",
                                              "\x01",
                                              "@"};
const std::vector<std::string> cuda_words = {"<<<",
                                             ">>>",
                                             "<< <",
                                             ">> >",
                                             "<<<1, 2>>>(x)",
                                             "k<int><<<g, b, 0, s>>>(a, {1, 2}, 0)",
                                             "__shared__",
                                             "extern __shared__ T s[];",
                                             "__shared__ int a[3];",
                                             "__device__",
                                             "__constant__",
                                             "__managed__",
                                             "__global__",
                                             "cudaFree(p);",
                                             " cudaMalloc(&p, ",
                                             "cudaError_t"};

std::string soup(generator& random, std::size_t words, bool with_cuda) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    const bool cuda = with_cuda && random() % 4 == 0;
    const std::vector<std::string>& from = cuda ? cuda_words : plain_words;
    text += from[random() % from.size()];
    if (random() % 3 == 0)
      text += ' ';
  }
  return text;
}

std::string mutated(generator& random, std::string text) {
  const std::size_t changes = 1 + random() % 8;
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
    case 0:
      text.erase(at, 1 + random() % 20);
      break;
    case 1:
      text.insert(at, soup(random, 1 + random() % 3, true));
      break;
    case 2:
      text[at] = static_cast<char>(random());
      break;
    default:
      text.insert(at, text.substr(random() % text.size(), random() % 40));
    }
  }
  return text;
}

std::ptrdiff_t lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// `whole`: no bracket was taken out of a launch; where one was, the compiler's messages are about
/// other things than lines.
void survives(const std::string& text, bool whole = true) {
  const translation result = translate(text);
  if (whole && result.errors.empty() && lines_in(result.text) != lines_in(text))
    FAIL_CHECK("lines were lost or made in\n" << text << "\nwhich became\n" << result.text);
  const std::string marked = mark_dropped_results(text);
  if (lines_in(marked) != lines_in(text))
    FAIL_CHECK("mark_dropped_results lost lines in\n" << text);
  if (lines_in(written_for_clang(text)) != lines_in(text))
    FAIL_CHECK("written_for_clang lost lines in\n" << text);
}

} // namespace

TEST_CASE("fuzz: soup of words") {
  for (unsigned seed = 0; seed < 800; ++seed) {
    generator random(seed);
    survives(soup(random, 1 + random() % 60, true));
  }
}

TEST_CASE("fuzz: programs with a few things changed") {
  std::ifstream file(TRANSLATE_TEST_PROGRAM);
  const std::string program{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  REQUIRE(program.find("<<<") != std::string::npos);
  for (unsigned seed = 0; seed < 150; ++seed) {
    generator random(seed);
    survives(mutated(random, program), false);
  }
}

TEST_CASE("fuzz: text without CUDA's words comes out unchanged") {
  unsigned compared = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    generator random(seed);
    const std::string text = soup(random, 1 + random() % 60, false);
    if (text.find("<<") != text.npos || text.find("< <") != text.npos)
      continue; // two single < may have met
    ++compared;
    if (translate(text).text != text || mark_dropped_results(text) != text)
      FAIL_CHECK("changed:\n" << text);
  }
  CHECK(compared > 1000);
}

TEST_CASE("fuzz: long and deep text takes no more than its time") {
  std::string deep, many;
  for (int i = 0; i < 8'000; ++i)
    deep += "k<(";
  survives(deep + "<<<");
  for (int i = 0; i < 800; ++i)
    many += "k<<<1, 2>>>(a, b);\n__shared__ int x[4];\n";
  survives(many);
  survives(std::string(40'000, '<'));
  survives(std::string(40'000, '('));
}
