// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/dropped_result.h"

#include <cctype>
#include <map>

#include "emulator/translate/code.h"

namespace cudalab::emulator {
namespace {

/// cudaMalloc, but not cudaError_t and not what asks for the last error.
bool is_of_runtime(std::string_view name) {
  return name.size() > 4 && name.substr(0, 4) == "cuda" &&
         std::isupper(static_cast<unsigned char>(name[4])) && name != "cudaGetLastError" &&
         name != "cudaPeekAtLastError";
}

/// cuMemAlloc. (Functions of others begin with cu, too.)
bool is_of_driver(std::string_view name) {
  for (const std::string_view begin : {"cuInit", "cuDevice", "cuCtx", "cuMem", "cuStream",
                                       "cuEvent", "cuFunc", "cuLaunch", "cuPointer", "cuOccupancy"})
    if (name.substr(0, begin.size()) == begin)
      return true;
  return false;
}

bool is_call_of_cuda(const code& source, std::size_t at) {
  return source.is_name(at) && (is_of_runtime(source[at]) || is_of_driver(source[at])) &&
         source[at + 1] == "(";
}

/// Whether a statement begins at `at`.
bool begins_statement(const code& source, std::size_t at) {
  if (at == 0)
    return false;
  const std::string_view before = source[at - 1];
  if (before == ";" || before == "{" || before == "}" || before == "else" || before == "do")
    return true;
  if (before != ")")
    return false;
  const std::size_t open = source.opening(at - 1);
  if (open == code::none || open == 0)
    return false;
  const std::string_view keyword = source[open - 1];
  return keyword == "if" || keyword == "for" || keyword == "while" || keyword == "constexpr";
}

/// Whether it is the third part of a for, or a declaration: `cudaStream_t(x)`.
bool is_statement(const code& source, std::size_t at, std::size_t close) {
  return source[close + 1] == ";" && begins_statement(source, at) &&
         source[at].substr(source[at].size() - 2) != "_t";
}

} // namespace

std::string mark_dropped_results(std::string text) {
  const code source(text);
  std::map<std::size_t, std::string> inserted; ///< before the character at; one may hold others
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (!is_call_of_cuda(source, at))
      continue;
    const std::size_t close = source.closing(at + 1);
    if (close == code::none || !is_statement(source, at, close))
      continue;
    const token& last = source.tokens()[source.token_index(close)];
    inserted[source.tokens()[source.token_index(at)].begin] += '(';
    inserted[last.begin + last.length] += ", ::cudalab::emulator::drop())";
  }
  std::string result;
  std::size_t done = 0;
  for (const auto& [at, what] : inserted) {
    const bool takes_blank = what == "(" && at > done && text[at - 1] == ' ';
    result.append(text, done, at - done - (takes_blank ? 1 : 0));
    result += what;
    done = at;
  }
  return result.append(text, done, text.npos);
}

} // namespace cudalab::emulator
