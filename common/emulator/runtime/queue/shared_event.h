// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An event of several processes: how often it was recorded, by all of them, and how many of these
/// records are done. It lies in memory that all of them have.
#pragma once

#include <cstdint>
#include <memory>

#include "emulator/runtime/memory/physical_memory.h"

namespace cudalab::emulator {

class shared_event {
public:
  /// @return null: the system gives no memory
  static std::shared_ptr<shared_event> make(const std::string& label);
  static std::shared_ptr<shared_event> of(std::shared_ptr<physical_memory> pages);
  ~shared_event();
  shared_event(const shared_event&) = delete;
  shared_event& operator=(const shared_event&) = delete;

  const physical_memory& pages() const { return *pages_; }

  /// Somebody records it now. @return its number: 1, 2, ...
  std::uint64_t record();
  /// The stream has come to that record.
  void reach(std::uint64_t number);
  /// The last record. 0: there is none.
  std::uint64_t last() const;
  /// Whether the record is done, or can never be: its process has ended.
  bool is_over(std::uint64_t number) const;
  /// Until it is.
  void wait(std::uint64_t number) const;

private:
  struct state;
  shared_event(std::shared_ptr<physical_memory> pages, state* all);

  std::shared_ptr<physical_memory> pages_;
  state* all_;
};

} // namespace cudalab::emulator
