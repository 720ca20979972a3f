// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What was given out of the device's range, and where there is room. Nothing here locks.
#pragma once

#include <map>

#include "emulator/runtime/memory/allocation.h"

namespace cudalab::emulator {

/// A part of the range for one use.
struct memory_region {
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
  std::size_t gap = 0;       ///< never given out, after each piece
  std::size_t alignment = 1; ///< a power of two

  std::size_t bytes() const { return static_cast<std::size_t>(end - begin); }
};

/// Live allocations never overlap anything; a freed one is forgotten when its place is given out
/// again.
class memory_books {
public:
  /// First fit, from `from` on. Null: there is no room.
  std::byte* find_room(const memory_region& region, std::byte* from, std::size_t bytes) const;
  void add(const allocation& made);
  /// Keeps addresses for memory that comes and goes by add() and remove(). It counts as freed.
  void plan(const allocation& coming);
  /// The addresses may be given out again. @pre no memory is there now
  void end_plan(const std::byte* begin);
  /// Keeps addresses for pieces of memory that come and go by add() and remove(), with no gaps.
  void reserve(const std::byte* begin, std::size_t bytes);
  /// They may be given out again. @pre no memory is there now @return false: they are not what
  /// reserve() was called for
  bool end_reservation(const std::byte* begin, std::size_t bytes);
  /// Whether all of it is in one reservation.
  bool is_reserved(const std::byte* begin, std::size_t bytes) const;
  /// The plan that holds the address, or null.
  allocation* planned(const std::byte* address);
  const allocation* planned(const std::byte* address) const;
  /// @pre it is live
  allocation remove(const std::byte* begin, const void* caller, std::uint64_t operation = 0);

  const allocation* live_at(const std::byte* begin) const;
  const allocation* freed_at(const std::byte* begin) const;
  /// The live one that holds the address, or null.
  const allocation* holder(const std::byte* address) const;
  /// Live or freed; null: there has never been any.
  const allocation* nearest(const std::byte* address) const;
  const allocation* nearest_live(const std::byte* address) const;
  /// nearest() passes over what was freed there.
  void pass_over(const std::byte* begin);

  std::map<const std::byte*, allocation>& live() { return live_; }
  const std::map<const std::byte*, allocation>& live() const { return live_; }

private:
  std::map<const std::byte*, allocation> live_;
  std::map<const std::byte*, allocation> planned_;
  std::map<const std::byte*, const std::byte*>
      taken_; ///< begin and end of all live, planned and reserved ones
  std::map<const std::byte*, const std::byte*> reserved_; ///< likewise
  std::map<const std::byte*, allocation> freed_;
  std::map<const std::byte*, allocation> passed_over_; ///< freed, too
};

} // namespace cudalab::emulator
