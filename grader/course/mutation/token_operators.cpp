// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "grader/course/mutation/operators.h"

namespace cudalab::mutation {

namespace {

using emulator::token_kind;
using choices = std::map<std::string, std::vector<std::string>>;

/// Of two: the bound moved by one, and the other way round.
const choices comparisons = {{"<", {"<=", ">="}}, {"<=", {"<", ">"}}, {">", {">=", "<="}},
                             {">=", {">", "<"}},  {"==", {"!="}},     {"!=", {"=="}}};
const choices sums = {
    {"+", {"-"}}, {"-", {"+"}}, {"*", {"/", "+"}}, {"/", {"*"}}, {"%", {"/", "*"}}};
const choices assignments = {
    {"+=", {"=", "-="}}, {"-=", {"=", "+="}}, {"*=", {"=", "/="}}, {"/=", {"=", "*="}}};
const choices connectives = {{"&&", {"||"}}, {"||", {"&&"}}};
const choices steps = {{"++", {"--"}}, {"--", {"++"}}};
const choices built_ins = {{"threadIdx", {"blockIdx"}},
                           {"blockIdx", {"threadIdx"}},
                           {"blockDim", {"gridDim"}},
                           {"gridDim", {"blockDim"}}};
const choices axes = {{"x", {"y", "z"}}, {"y", {"x", "z"}}, {"z", {"x", "y"}}};
const choices members = {{"x", {"y"}}, {"y", {"x"}},   {"z", {"y"}},
                         {"w", {"z"}}, {"re", {"im"}}, {"im", {"re"}}};
const choices directions = {{"cudaMemcpyHostToDevice", {"cudaMemcpyDeviceToHost"}},
                            {"cudaMemcpyDeviceToHost", {"cudaMemcpyHostToDevice"}},
                            {"cudaMemcpyDeviceToDevice", {"cudaMemcpyHostToDevice"}}};
const choices extremes = {{"min", {"max"}}, {"max", {"min"}}};

class collector {
public:
  collector(const code& source, std::size_t at) : token_(source[at]) {}

  void replace(const std::string& by, const std::string& name) {
    edits.push_back({token_.begin, token_.text.size(), by, name});
  }
  void choose(const choices& from, const std::string& name) {
    if (const auto found = from.find(token_.text); found != from.end())
      for (const std::string& each : found->second)
        replace(each, name);
  }

  std::vector<edit> edits;

private:
  const code_token& token_;
};

/// 16 to 17 and 15, 0u to 1u. Hexadecimal numbers are masks: left alone.
void change_integer(const std::string& text, collector& out) {
  long value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string suffix(read.ptr, text.data() + text.size());
  if (suffix.find_first_not_of("uUlL") != suffix.npos)
    return;
  out.replace(fmt::format("{}{}", value + 1, suffix), "constant");
  if (value > 0)
    out.replace(fmt::format("{}{}", value - 1, suffix), "constant");
}

/// 0.5f to 0.55f and 0.0f, 0.0f to 1.0f.
void change_float(const std::string& text, collector& out) {
  const std::string suffix = text.back() == 'f' ? "f" : "";
  const double value = std::strtod(text.c_str(), nullptr);
  if (value != 0) {
    const std::string larger = fmt::format("{:.9g}", value * 1.1);
    const bool whole = larger.find_first_of(".e") == larger.npos;
    out.replace(larger + (whole ? ".0" : "") + suffix, "float constant");
  }
  out.replace((value == 0 ? "1.0" : "0.0") + suffix, "float constant");
}

void change_number(const std::string& text, collector& out) {
  if (text.find_first_of("xX") != text.npos)
    return;
  if (text.find_first_of(".eE") != text.npos)
    change_float(text, out);
  else
    change_integer(text, out);
}

} // namespace

std::vector<edit> token_edits(const code& source, std::size_t at) {
  const code_token &token = source[at], &before = source[at - 1], &next = source[at + 1];
  collector out(source, at);
  if (token.kind == token_kind::number) {
    change_number(token.text, out);
  } else if (source.is_binary(at) && !before.is("template")) {
    out.choose(comparisons, "comparison");
    out.choose(sums, "arithmetic");
    out.choose(assignments, "assignment");
    out.choose(connectives, "and, or");
  } else if (token.is("<") && token.space_before && next.is("<") && next.space_after) {
    return {{token.begin, 2, ">>", "shift"}};
  } else if (token.is(">") && token.space_before && next.is(">") && next.space_after) {
    return {{token.begin, 2, "<<", "shift"}};
  } else if (token.is("sizeof") && next.partner != none) {
    const std::size_t end = source[next.partner].end();
    return {{token.begin, end - token.begin, "1", "bytes"}};
  } else if (before.is(".")) {
    const bool built_in = built_ins.count(source[at - 2].text) != 0;
    out.choose(built_in ? axes : members, "axis");
  } else {
    out.choose(steps, "step");
    out.choose(built_ins, "block and thread");
    out.choose(directions, "copy direction");
    if (next.is("("))
      out.choose(extremes, "minimum, maximum");
  }
  return out.edits;
}

} // namespace cudalab::mutation
