// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/operators.h"

namespace cudalab::mutation {

namespace {

/// What is left out; "" for what cannot be: a declaration, the value that a function returns.
std::string kind_of(const code& source, const statement& one) {
  const code_token& first = source[one.first];
  if (one.declaration || first.is("}") || first.is("("))
    return "";
  if (first.is("return"))
    return one.last == one.first + 1 ? "return left out" : "";
  if (first.text.rfind("__sync", 0) == 0 || first.text.rfind("__threadfence", 0) == 0)
    return "barrier left out";
  if (first.is("CUDA_CHECK"))
    return "checked call left out";
  for (std::size_t i = one.first; i < one.last; ++i) {
    const std::string& text = source[i].text;
    const bool whole = source[i].inside == source[one.first].inside;
    if (whole && (text == "=" || text == "+=" || text == "-=" || text == "*=" || text == "/=" ||
                  text == "++" || text == "--"))
      return "assignment left out";
  }
  return "call left out";
}

} // namespace

std::vector<edit> statement_edits(const code& source) {
  std::vector<edit> found;
  for (const statement& one : statements_of(source)) {
    const std::string name = kind_of(source, one);
    if (!source[one.first].marked || name.empty())
      continue;
    const std::size_t begin = source[one.first].begin;
    found.push_back({begin, source[one.last].end() - begin, ";", name});
  }
  return found;
}

} // namespace cudalab::mutation
