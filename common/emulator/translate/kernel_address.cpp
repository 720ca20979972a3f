// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/kernel_address.h"

namespace cudalab::emulator {
namespace {

/// Whether pieces [first, last) are `void*`, with or without const.
bool pointer_to_void(const code& source, std::size_t first, std::size_t last) {
  bool is_void = false, is_pointer = false;
  for (std::size_t at = first; at < last; ++at) {
    if (source[at] == "void" && !is_void)
      is_void = true;
    else if (source[at] == "*" && is_void && !is_pointer)
      is_pointer = true;
    else if (source[at] != "const")
      return false;
  }
  return is_pointer;
}

/// The first piece after a cast's type when a cast to void* begins at `at`; none: it does not.
std::size_t behind_cast(const code& source, std::size_t at) {
  if (source[at] == "(") {
    const std::size_t close = source.closing(at);
    return close != code::none && pointer_to_void(source, at + 1, close) ? close + 1 : code::none;
  }
  if ((source[at] != "reinterpret_cast" && source[at] != "static_cast") || source[at + 1] != "<")
    return code::none;
  const std::size_t close = source.closing_angle(at + 1);
  return close != code::none && pointer_to_void(source, at + 2, close) && source[close + 1] == "("
             ? close + 1
             : code::none;
}

/// `&ns::kernel<int>` at `at`, which may stand in parentheses.
span_of_code kernel_named(const code& source, std::size_t at,
                          const std::set<std::string_view>& kernels) {
  if (source[at] == "(") {
    const std::size_t close = source.closing(at);
    const span_of_code inner = kernel_named(source, at + 1, kernels);
    return close != code::none && inner.last == close ? inner : span_of_code{};
  }
  span_of_code name{at, at};
  if (source[name.last] == "&")
    ++name.last;
  if (source[name.last] == "::")
    ++name.last;
  while (source.is_name(name.last)) {
    const bool known = kernels.count(source[name.last++]) != 0;
    if (source[name.last] == "<") {
      const std::size_t close = source.closing_angle(name.last);
      if (close == code::none)
        return {};
      name.last = close + 1;
    }
    if (source[name.last] != "::")
      return known && source[name.last] != "(" ? name : span_of_code{};
    ++name.last;
  }
  return {};
}

/// Which argument of this function is the kernel; none: it launches nothing.
std::size_t kernel_argument(std::string_view function) {
  if (function == "cudaLaunchKernel" || function == "cudaLaunchCooperativeKernel")
    return 0;
  return function == "cudaLaunchKernelExC" ? 1 : code::none;
}

} // namespace

std::string_view kernel_declared(const code& source, std::size_t keyword) {
  for (std::size_t at = keyword + 1; at < source.size(); ++at) {
    if (source[at] == ";" || source[at] == "{" || source[at] == "}")
      break;
    if (source[at] == "<") {
      const std::size_t close = source.closing_angle(at);
      if (close != code::none)
        at = close;
    } else if (source[at] == "(" || source[at] == "[") {
      const std::string_view before = source[at - 1];
      const bool attribute = source[at] == "[" || before == "__attribute__" || before == "alignas";
      if (!attribute)
        return source.is_name(at - 1) ? before : std::string_view();
      at = source.closing(at);
      if (at == code::none)
        break;
    }
  }
  return {};
}

bool is_template_or_has_defaults(const code& source, std::size_t keyword) {
  for (std::size_t at = keyword; at > 0; --at) {
    const std::string_view before = source[at - 1];
    if (before == ";" || before == "}" || before == "{")
      break;
    if (before == "template")
      return true;
  }
  for (std::size_t at = keyword + 1; at < source.size(); ++at) {
    if (source[at] == ";" || source[at] == "{" || source[at] == "}")
      break;
    if (source[at] == "=")
      return true;
  }
  return false;
}

bool is_template_or_returns_nothing(const code& source, std::size_t keyword) {
  for (std::size_t at = keyword; at > 0; --at) {
    const std::string_view before = source[at - 1];
    if (before == ";" || before == "}" || before == "{")
      break;
    if (before == "template" || before == "void")
      return true;
  }
  const std::string_view name = kernel_declared(source, keyword);
  for (std::size_t at = keyword + 1; at < source.size() && source[at] != name; ++at)
    if (source[at] == "void")
      return true;
  return false;
}

std::string_view pointer_declared(const code& source, std::size_t open) {
  if (source[open] != "(" || source[open + 1] != "*" || open == 0 || source[open - 1] != "void")
    return {};
  std::size_t name = open + 2;
  if (source[name] == "const")
    ++name;
  const std::string_view word = source[name];
  if (!source.is_name(name) || word.front() == '_') // those are a library's
    return {};
  std::size_t behind = name + 1;
  if (source[behind] == "[" && source.closing(behind) != code::none)
    behind = source.closing(behind) + 1;
  return source[behind] == ")" && source[behind + 1] == "(" ? word : std::string_view();
}

std::size_t template_parameters(const code& source, std::size_t keyword) {
  for (std::size_t at = keyword; at > 0; --at) {
    const std::string_view before = source[at - 1];
    if (before == ";" || before == "}" || before == "{")
      break;
    if (before != "template")
      continue;
    const std::size_t close = source[at] == "<" ? source.closing_angle(at) : code::none;
    if (close == code::none)
      break;
    for (std::size_t piece = at; piece < close; ++piece)
      if (source[piece] == "...")
        return 0;
    return source.split_at_commas({at + 1, close}).size();
  }
  return 0;
}

std::string_view made_of_kernel(const code& source, std::size_t at,
                                const std::set<std::string_view>& kernels) {
  if (at == 0 || (source[at] != "=" && source[at] != "{"))
    return {};
  const std::size_t name = source[at - 1] == ":" ? at - 2 : at - 1;
  const std::size_t first = source[at] == "=" && source[at + 1] == "{" ? at + 2 : at + 1;
  const span_of_code kernel = kernel_named(source, first, kernels);
  if (kernel.empty() || !source.is_name(name))
    return {};
  const std::string_view behind = source[kernel.last];
  return behind == ";" || behind == "," || behind == "}" || behind == ")" || behind == "?"
             ? source[name]
             : std::string_view();
}

span_of_code cast_kernel(const code& source, std::size_t at,
                         const std::set<std::string_view>& kernels) {
  const std::size_t operand = behind_cast(source, at);
  return operand == code::none ? span_of_code{} : kernel_named(source, operand, kernels);
}

span_of_code cast_in_launch(const code& source, std::size_t at) {
  const std::size_t number = kernel_argument(source[at]);
  if (number == code::none || source[at + 1] != "(")
    return {};
  const std::size_t close = source.closing(at + 1);
  if (close == code::none)
    return {};
  const std::vector<span_of_code> arguments = source.split_at_commas({at + 2, close});
  if (number >= arguments.size() || arguments[number].empty())
    return {};
  const span_of_code argument = arguments[number];
  const std::size_t operand = behind_cast(source, argument.first);
  if (operand == code::none || operand >= argument.last)
    return {};
  if (source[argument.first] == "(" || source.closing(operand) + 1 != argument.last)
    return {operand, argument.last};
  return {operand + 1, argument.last - 1}; // reinterpret_cast<void*>(f) keeps its parentheses
}

} // namespace cudalab::emulator
