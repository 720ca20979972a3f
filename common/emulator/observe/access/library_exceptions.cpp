// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Exceptions of the library, and pointers to exceptions. emucc gives the functions these names in
// checked code, those of std::exception_ptr in submissions only.
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/host/touched_by_host.h"

#define CALLER __builtin_return_address(0)

namespace {

using namespace cudalab::emulator;

void tell_store_of_exception(const void* to, std::size_t bytes, const void* pc) {
  touched(to, access_bytes(bytes), access_kind::write, 1, pc);
}

/// A std::exception_ptr is the address of the exception, in memory that the program may change. The
/// library would count in front of that address, and throw what lies there. So the pointers that
/// count are here, and only an address that was handed out is taken back.
class exceptions_held {
public:
  const void* add(const std::exception_ptr& real) {
    const void* object = nullptr;
    static_assert(sizeof real == sizeof object);
    std::memcpy(&object, &real, sizeof object);
    if (object == nullptr)
      return nullptr;
    const std::lock_guard lock(mutex_);
    held& one = all_[object];
    one.real = real;
    ++one.pointers;
    return object;
  }
  bool add(const void* object) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(object);
    if (found != all_.end())
      ++found->second.pointers;
    return found != all_.end();
  }
  /// @return the last pointer is given away: the exception ends with it, outside of the lock
  std::pair<bool, std::exception_ptr> remove(const void* object) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(object);
    if (found == all_.end())
      return {false, nullptr};
    if (--found->second.pointers != 0)
      return {true, nullptr};
    std::exception_ptr last = std::move(found->second.real);
    all_.erase(found);
    return {true, std::move(last)};
  }
  std::exception_ptr at(const void* object) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(object);
    return found == all_.end() ? nullptr : found->second.real;
  }

private:
  struct held {
    std::exception_ptr real;
    std::size_t pointers = 0; ///< of the program
  };
  std::mutex mutex_;
  std::map<const void*, held> all_;
};

exceptions_held& held_exceptions() {
  static auto& only = *new exceptions_held;
  return only;
}

} // namespace

extern "C" {

// An exception's text lies behind a pointer in its memory, which the program may have changed: the
// library would count in it, and free it. So no text is shared, and none is freed.
void cudalab_exception_ends(void*) {}
void* cudalab_logic_error_copy(void* to, const std::logic_error& from) {
  tell_store_of_exception(to, sizeof from, CALLER);
  return new (to) std::logic_error(from.std::logic_error::what());
}
void* cudalab_runtime_error_copy(void* to, const std::runtime_error& from) {
  tell_store_of_exception(to, sizeof from, CALLER);
  return new (to) std::runtime_error(from.std::runtime_error::what());
}

// What follows takes the place of members of std::exception_ptr, and has their parameters.
const void** cudalab_current_exception(const void** to) {
  tell_store_of_exception(to, sizeof *to, CALLER);
  *to = held_exceptions().add(std::current_exception());
  return to;
}
void cudalab_exception_pointer_copied(const void* const* pointer) {
  if (*pointer != nullptr && !held_exceptions().add(*pointer))
    host_stored_elsewhere(*pointer, CALLER);
}
void cudalab_exception_pointer_ends(const void** pointer) {
  tell_store_of_exception(pointer, sizeof *pointer, CALLER);
  if (*pointer == nullptr)
    return;
  const auto [known, last] = held_exceptions().remove(*pointer);
  if (!known)
    host_stored_elsewhere(*pointer, CALLER);
  *pointer = nullptr;
}
/// Of a null pointer, the library crashes.
[[noreturn]] void cudalab_rethrow_exception(const void* const* pointer) {
  std::exception_ptr real = held_exceptions().at(*pointer);
  if (real == nullptr && *pointer != nullptr)
    host_called_elsewhere(*pointer, CALLER);
  std::rethrow_exception(std::move(real));
}

} // extern "C"
