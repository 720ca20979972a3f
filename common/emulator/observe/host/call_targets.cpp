// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/call_targets.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <new>
#include <set>
#include <stdexcept>
#include <typeinfo>

// The linker's: of the section that emucc adds to a submission.
extern "C" {
[[gnu::weak]] extern const void* const __start_submission_targets;
[[gnu::weak]] extern const void* const __stop_submission_targets;
}

namespace cudalab::emulator {

namespace {

/// Behind the two destructors in a class's table of virtual functions.
const void* what_of(const std::exception& object) {
  return (*reinterpret_cast<const void* const* const*>(&object))[2];
}

/// Those of the submission, and the library's what().
const std::set<const void*>& all_targets() {
  static const auto& all = *[] {
    auto* const made =
        new std::set<const void*>(&__start_submission_targets, &__stop_submission_targets);
    made->insert({what_of(std::exception()), what_of(std::bad_exception()),
                  what_of(std::bad_alloc()), what_of(std::bad_array_new_length()),
                  what_of(std::bad_cast()), what_of(std::bad_typeid()),
                  what_of(std::bad_function_call()), what_of(std::logic_error("")),
                  what_of(std::runtime_error(""))});
    return made;
  }();
  return all;
}

} // namespace

bool may_be_called(const void* function) {
  constinit thread_local const void* last = nullptr;
  if (function != last && all_targets().count(function) == 0)
    return false;
  last = function;
  return true;
}

bool is_stream_of_text(const void* stream) {
  const std::ostream* const known[] = {&std::cout, &std::cerr, &std::clog};
  return std::any_of(std::begin(known), std::end(known), [&](const std::ostream* each) {
    return stream == each || stream == static_cast<const std::ios*>(each);
  });
}

} // namespace cudalab::emulator
