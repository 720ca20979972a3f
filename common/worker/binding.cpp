// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/binding.h"

#include <sstream>

namespace cudalab::worker {
namespace {

std::string words_for(const parameter& formal) {
  const std::string type = name_of(formal.type);
  switch (formal.passing) {
  case passing::input_pointer:
    return "const " + type + "*";
  case passing::output_pointer:
    return type + "*";
  default:
    return formal.components == 1 ? type : std::to_string(formal.components) + " times " + type;
  }
}

std::string words_for(const protocol::argument& given) {
  if (const auto* scalar = std::get_if<protocol::scalar_argument>(&given))
    return "the number " + scalar->name + " (" + name_of(scalar->type) + ")";
  if (const auto* vector = std::get_if<protocol::vector_argument>(&given))
    return "the value " + vector->name + " (" + std::to_string(vector->values.size()) + " times " +
           name_of(vector->type) + ")";
  const auto& buffer = std::get<protocol::buffer_argument>(given);
  return std::string(buffer.direction == protocol::direction::input ? "the input "
                                                                    : "the output ") +
         buffer.name + " (" + name_of(buffer.type) + "*)";
}

bool fits(const parameter& formal, const protocol::argument& given) {
  if (const auto* scalar = std::get_if<protocol::scalar_argument>(&given))
    return formal.passing == passing::value && formal.type == scalar->type &&
           formal.components == 1;
  if (const auto* vector = std::get_if<protocol::vector_argument>(&given))
    return formal.passing == passing::value && formal.type == vector->type &&
           formal.components == vector->values.size();
  const auto& buffer = std::get<protocol::buffer_argument>(given);
  if (formal.passing == passing::result)
    return buffer.direction == protocol::direction::output && formal.type == buffer.type &&
           buffer.space == protocol::memory_space::host && formal.components == buffer.elements;
  const auto wanted = buffer.direction == protocol::direction::input ? passing::input_pointer
                                                                     : passing::output_pointer;
  return formal.passing == wanted && formal.type == buffer.type &&
         buffer.elements % formal.components == 0;
}

} // namespace

std::map<std::string, bound_function>& bound_functions() {
  static std::map<std::string, bound_function> functions;
  return functions;
}

void detail::add(bound_function function, const char* parameter_names) {
  std::istringstream names(parameter_names);
  for (parameter& formal : function.parameters) {
    if (formal.passing == passing::result)
      continue;
    std::getline(names >> std::ws, formal.name, ',');
    formal.name.erase(formal.name.find_last_not_of(' ') + 1);
  }
  std::string name = function.name;
  bound_functions().emplace(std::move(name), std::move(function));
}

const bound_function& function_for(const protocol::call& call) {
  const auto found = bound_functions().find(call.function);
  if (found == bound_functions().end())
    throw bad_call("the checks of this lab ask for a function " + call.function +
                   ", which the lab's header does not bind with LAB_FUNCTION");
  const bound_function& function = found->second;
  if (call.arguments.size() != function.parameters.size())
    throw bad_call("the checks of this lab give " + call.function + " " +
                   std::to_string(call.arguments.size()) + " arguments; it has " +
                   std::to_string(function.parameters.size()) + " parameters");
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (!fits(function.parameters[i], call.arguments[i]))
      throw bad_call("the checks of this lab give " + call.function + " " +
                     words_for(call.arguments[i]) + " for parameter " + std::to_string(i + 1) +
                     ", which is " + words_for(function.parameters[i]) + " " +
                     function.parameters[i].name);
  return function;
}

} // namespace cudalab::worker
