// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as text for a terminal. The first byte chooses the terminal.
#include <algorithm>

#include "fuzzing/property.h"
#include "grader/report/fuzz/clean.h"
#include "grader/report/terminal.h"
#include "grader/report/wrap.h"

using namespace cudalab::fuzzing;
using namespace cudalab::grader;

namespace {

std::string without_blanks(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }),
             text.end());
  return text;
}

void must_fit(const std::string& wrapped, std::size_t width) {
  for (std::size_t at = 0; at < wrapped.size();) {
    const std::size_t end = wrapped.find('\n', at);
    must(end != std::string::npos, "every line has an end");
    const std::string line = wrapped.substr(at, end - at);
    must(columns_of(line) <= width || line.find(' ') == std::string::npos,
         "only a word alone is longer than a line");
    at = end + 1;
  }
}

void try_terminal_text(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return;
  const style how{false, data[0] % 2 == 1, 60 + data[0] / 4U};
  const std::string text = shown(how, text_of(data + 1, size - 1));
  must_be_clean(text);
  must(shown(how, text) == text, "what can be shown is shown as it is");
  if (!how.utf8)
    must(std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; }), "ASCII");

  const std::string wrapped = wrap(text, how.width);
  must(without_blanks(wrapped) == without_blanks(text), "no word is lost");
  must_fit(wrapped, how.width);

  for (const std::size_t columns : {std::size_t{0}, std::size_t{7}, how.width}) {
    const std::string head = cut(text, columns);
    must(text.compare(0, head.size(), head) == 0, "what is cut is the beginning");
    must(columns_of(head) == std::min(columns, columns_of(text)), "and has so many columns");
    must_be_clean(head);
  }
}

const fuzz_test terminal_fuzz("terminal_fuzz", try_terminal_text);

} // namespace
