// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// LAB_FUNCTION as the worker sees it: it registers a function under its name, with the types and
/// names of its parameters, so that the judge can have it called. Included by bindings.cpp before
/// the lab's header.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/messages.h"

namespace cudalab::worker {

/// The request does not fit the bound function, or the shared memory: the judge's mistake.
struct bad_call : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class passing { value, input_pointer, output_pointer };

struct parameter {
  std::string name; ///< as LAB_FUNCTION gives it
  protocol::element_type type = protocol::element_type::int32;
  worker::passing passing = worker::passing::value;
};

/// What is passed for a parameter: a pointer, or a number.
using actual = std::variant<void*, double>;

struct bound_function {
  std::string name;
  std::vector<parameter> parameters;
  /// Calls it; needs one actual of the right kind for each parameter.
  std::function<void(const std::vector<actual>&)> invoke;
};

/// The functions of this program, by name.
std::map<std::string, bound_function>& bound_functions();

/// The function that `call` names. @throws bad_call when there is none, or when the arguments do
/// not fit its parameters one by one.
const bound_function& function_for(const protocol::call& call);

namespace detail {

template <typename T>
struct element;
template <>
struct element<int> {
  static constexpr auto type = protocol::element_type::int32;
};
template <>
struct element<unsigned> {
  static constexpr auto type = protocol::element_type::uint32;
};
template <>
struct element<float> {
  static constexpr auto type = protocol::element_type::float32;
};
template <>
struct element<double> {
  static constexpr auto type = protocol::element_type::float64;
};

template <typename P>
parameter describe() {
  using pointee = std::remove_pointer_t<P>;
  using plain = std::remove_cv_t<pointee>;
  if constexpr (!std::is_pointer_v<P>)
    return {{}, element<plain>::type, passing::value};
  else
    return {{},
            element<plain>::type,
            std::is_const_v<pointee> ? passing::input_pointer : passing::output_pointer};
}

template <typename P>
P convert(const actual& value) {
  if constexpr (std::is_pointer_v<P>)
    return static_cast<P>(std::get<void*>(value));
  else
    return static_cast<P>(std::get<double>(value));
}

template <typename... P, std::size_t... i>
void invoke(void (*function)(P...), const std::vector<actual>& actuals, std::index_sequence<i...>) {
  function(convert<P>(actuals.at(i))...);
}

void add(bound_function function, const char* parameter_names);

} // namespace detail

/// How many names a list like "d_M, d_N, I" holds.
constexpr std::size_t count_names(const char* list) {
  std::size_t count = *list == '\0' ? 0 : 1;
  for (; *list != '\0'; ++list)
    count += *list == ',';
  return count;
}

template <typename... P>
constexpr std::size_t count_parameters(void (*)(P...)) {
  return sizeof...(P);
}

/// Registers `function` when it is made. Pointers to const are inputs; other pointers are outputs
/// or both; int, unsigned, float and double are passed by value.
struct registration {
  template <typename... P>
  registration(const char* name, void (*function)(P...), const char* parameter_names) {
    detail::add({name,
                 {detail::describe<P>()...},
                 [function](const std::vector<actual>& actuals) {
                   detail::invoke(function, actuals, std::index_sequence_for<P...>());
                 }},
                parameter_names);
  }
};

} // namespace cudalab::worker

#define CUDALAB_JOIN_(a, b) a##b
#define CUDALAB_JOIN(a, b) CUDALAB_JOIN_(a, b)
#undef LAB_FUNCTION
#define LAB_FUNCTION(function, ...)                                                                \
  static_assert(::cudalab::worker::count_names(#__VA_ARGS__) ==                                    \
                    ::cudalab::worker::count_parameters(&function),                                \
                "LAB_FUNCTION(" #function ", ...): one name for each parameter");                  \
  static const ::cudalab::worker::registration CUDALAB_JOIN(cudalab_binding_, __COUNTER__){        \
      #function, &function, #__VA_ARGS__};
