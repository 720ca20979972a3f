// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// LAB_FUNCTION as the worker sees it: it registers a function under its name, with the types and
/// names of its parameters, so that the judge can have it called. Included by bindings.cpp before
/// the lab's header.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <cuda_runtime.h>

#include "protocol/messages.h"

namespace cudalab::worker {

/// The request does not fit the bound function, or the shared memory: the judge's mistake.
struct bad_call : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class passing { value, input_pointer, output_pointer, result };

struct parameter {
  std::string name; ///< as LAB_FUNCTION gives it; protocol::result_name for what is returned
  protocol::element_type type = protocol::element_type::int32;
  worker::passing passing = worker::passing::value;
  std::size_t components = 1; ///< numbers in one value: 3 for dim3. Of a float4*: 4
};

/// What is passed for a parameter: a pointer, or a value's numbers. For what is returned: where to
/// put it, in host memory.
using actual = std::variant<void*, std::vector<double>>;

struct bound_function {
  std::string name;
  std::vector<parameter> parameters; ///< what is returned is the last one
  /// Calls it; needs one actual of the right kind for each parameter.
  std::function<void(const std::vector<actual>&)> invoke;
};

/// The functions of this program, by name.
std::map<std::string, bound_function>& bound_functions();

/// The function that `call` names. @throws bad_call when there is none, or when the arguments do
/// not fit its parameters one by one.
const bound_function& function_for(const protocol::call& call);

namespace detail {

/// The type of the numbers that a T is made of.
template <typename T>
struct numbers_of;
template <>
struct numbers_of<int> {
  using type = int;
};
template <>
struct numbers_of<unsigned> {
  using type = unsigned;
};
template <>
struct numbers_of<float> {
  using type = float;
};
template <>
struct numbers_of<double> {
  using type = double;
};
template <>
struct numbers_of<dim3> {
  using type = unsigned;
};
template <>
struct numbers_of<float3> {
  using type = float;
};
template <>
struct numbers_of<float4> {
  using type = float;
};

template <typename T>
using number_in = typename numbers_of<T>::type;

template <typename T>
constexpr std::size_t count_in = sizeof(T) / sizeof(number_in<T>);

template <typename T>
constexpr protocol::element_type element_type_in() {
  using number = number_in<T>;
  if constexpr (std::is_same_v<number, int>)
    return protocol::element_type::int32;
  else if constexpr (std::is_same_v<number, unsigned>)
    return protocol::element_type::uint32;
  else if constexpr (std::is_same_v<number, float>)
    return protocol::element_type::float32;
  else
    return protocol::element_type::float64;
}

template <typename P>
parameter describe() {
  using pointee = std::remove_pointer_t<P>;
  using plain = std::remove_cv_t<pointee>;
  const passing how = !std::is_pointer_v<P>      ? passing::value
                      : std::is_const_v<pointee> ? passing::input_pointer
                                                 : passing::output_pointer;
  return {{}, element_type_in<plain>(), how, count_in<plain>};
}

template <typename R, typename... P>
std::vector<parameter> describe_all() {
  std::vector<parameter> all{describe<P>()...};
  if constexpr (!std::is_void_v<R>)
    all.push_back({protocol::result_name, element_type_in<R>(), passing::result, count_in<R>});
  return all;
}

template <typename P>
P convert(const actual& value) {
  if constexpr (std::is_pointer_v<P>) {
    return static_cast<P>(std::get<void*>(value));
  } else {
    using plain = std::remove_cv_t<P>;
    std::array<number_in<plain>, count_in<plain>> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<number_in<plain>>(std::get<std::vector<double>>(value).at(i));
    plain result{};
    std::memcpy(static_cast<void*>(&result), numbers.data(), sizeof result);
    return result;
  }
}

template <typename R, typename... P, std::size_t... i>
void invoke(R (*function)(P...), const std::vector<actual>& actuals, std::index_sequence<i...>) {
  if constexpr (std::is_void_v<R>) {
    function(convert<P>(actuals.at(i))...);
  } else {
    const R result = function(convert<P>(actuals.at(i))...);
    std::memcpy(std::get<void*>(actuals.at(sizeof...(P))), &result, sizeof result);
  }
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

template <typename R, typename... P>
constexpr std::size_t count_parameters(R (*)(P...)) {
  return sizeof...(P);
}

/// Registers `function` when it is made. Pointers to const are inputs; other pointers are outputs
/// or both. Numbers (int, unsigned, float, double), dim3, float3, float4 and the structures named
/// with LAB_STRUCT may be pointed to, passed by value, and returned.
struct registration {
  template <typename R, typename... P>
  registration(const char* name, R (*function)(P...), const char* parameter_names) {
    detail::add({name, detail::describe_all<R, P...>(),
                 [function](const std::vector<actual>& actuals) {
                   detail::invoke(function, actuals, std::index_sequence_for<P...>());
                 }},
                parameter_names);
  }
};

} // namespace cudalab::worker

#define CUDALAB_JOIN_(a, b) a##b
#define CUDALAB_JOIN(a, b) CUDALAB_JOIN_(a, b)
#undef LAB_STRUCT
#define LAB_STRUCT(name, number)                                                                   \
  template <>                                                                                      \
  struct cudalab::worker::detail::numbers_of<name> {                                               \
    using type = number;                                                                           \
  };                                                                                               \
  static_assert(std::is_trivially_copyable_v<name> && sizeof(name) % sizeof(number) == 0,          \
                "LAB_STRUCT(" #name ", " #number "): every member must be of this type");
#undef LAB_FUNCTION
#define LAB_FUNCTION(function, ...)                                                                \
  static_assert(::cudalab::worker::count_names(#__VA_ARGS__) ==                                    \
                    ::cudalab::worker::count_parameters(&function),                                \
                "LAB_FUNCTION(" #function ", ...): one name for each parameter");                  \
  static const ::cudalab::worker::registration CUDALAB_JOIN(cudalab_binding_, __COUNTER__){        \
      #function, &function, #__VA_ARGS__};
