// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pictures/case_values.h"

#include <stdexcept>
#include <variant>

namespace cudalab::grader {

namespace {

/// The argument of this kind and name, with its place in the call.
template <class Argument>
std::pair<const Argument*, std::size_t> find(const test_case& one, const std::string& name) {
  const auto& all = one.call().arguments;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const auto* found = std::get_if<Argument>(&all[i]); found != nullptr && found->name == name)
      return {found, i};
  throw std::logic_error("a picture asks for an argument that the case lacks: " + name);
}

} // namespace

seen_output output_of(const finished_case& of, const std::string& name) {
  const auto* buffer = find<protocol::buffer_argument>(of.one, name).first;
  seen_output result{&of.one.expected(name), {}, {}};
  if (of.outputs == nullptr)
    return result;
  const auto found = of.outputs->find(name);
  if (found == of.outputs->end() ||
      found->second.size() != buffer->elements * protocol::size_of(buffer->type))
    return result;
  result.got = values_of(found->second, buffer->type);
  result.cells =
      compare(found->second, buffer->type, *result.wanted, name == protocol::result_name).cells;
  return result;
}

std::vector<double> input_of(const finished_case& of, const std::string& name) {
  const auto [buffer, at] = find<protocol::buffer_argument>(of.one, name);
  return values_of(of.one.content(at), buffer->type);
}

double scalar_of(const test_case& one, const std::string& name) {
  return find<protocol::scalar_argument>(one, name).first->value;
}

const finished_case* telling_case(const std::vector<finished_case>& cases,
                                  const std::function<bool(const test_case&)>& fits) {
  const finished_case* first = nullptr;
  for (const finished_case& each : cases) {
    if (!fits(each.one))
      continue;
    if (!each.right)
      return &each;
    if (first == nullptr)
      first = &each;
  }
  return first;
}

} // namespace cudalab::grader
