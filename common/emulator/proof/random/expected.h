// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a thread must be seen doing: which bytes it reads and writes, and in which order.
///
/// A node is a touch of some bytes, or nodes one after the other, or nodes in any order. How many
/// accesses a compiler makes of a touch is left open, and so is what it does to padding; which
/// bytes are read and written, how often, and what comes before what is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cudalab::proof {

enum class manner : char { plain = 'p', volatile_access = 'v', block_atomic = 'b', atomic = 'a' };

/// Where a construct stands in a generated program.
struct construct_use {
  std::string name;
  std::set<int> lines; ///< of the program's text, helper functions included
  std::vector<std::shared_ptr<construct_use>> parts;

  void stands_at(int line) {
    lines.insert(line);
    for (const auto& part : parts)
      part->stands_at(line);
  }
};

struct touch {
  bool write = false;
  manner how = manner::plain;
  int region = 0;
  long begin = 0; ///< in bytes, from the region's beginning
  long bytes = 0;

  long end() const { return begin + bytes; }
};

class expected {
public:
  enum class order { touch, sequence, any };

  expected() = default; ///< nothing
  /// @param needed for each byte whether it must be touched; empty: all. Others may be.
  explicit expected(const touch& what, const std::vector<bool>& needed = {});
  expected(order how, std::vector<expected> parts);

  enum class need { must, may };
  /// Takes one byte of an access, which must be touched or, asked for that, may be; false when it
  /// is not the turn of any such byte.
  bool take(const touch& access, long byte, need which);
  /// Whether all that must come has come.
  bool done() const;
  /// Whether anything must come at all.
  bool empty() const { return done(); }

  void belongs_to(std::shared_ptr<const construct_use> use) { use_ = std::move(use); }
  /// In words: what has not come yet.
  std::string missing() const;

  /// Calls use(touch, needed, construct) for all, in one possible order.
  template <class Use>
  void for_each(const Use& use, const construct_use* of = nullptr) const {
    if (use_)
      of = use_.get();
    if (order_ == order::touch && touch_.bytes > 0)
      use(touch_, bytes_, of);
    for (const expected& part : parts_)
      part.for_each(use, of);
  }
  const std::vector<expected>& parts() const { return parts_; }
  std::vector<expected>& parts() { return parts_; }
  const construct_use* use() const { return use_.get(); }

  enum byte_state : std::uint8_t { taken, optional, needed };

private:
  order order_ = order::touch;
  touch touch_;
  std::vector<std::uint8_t> bytes_; ///< byte_state of each
  long left_ = 0;                   ///< bytes that must come
  std::vector<expected> parts_;
  std::shared_ptr<const construct_use> use_;
};

} // namespace cudalab::proof
