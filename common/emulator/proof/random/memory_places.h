// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The arrays of a generated kernel, and single elements of them.
#pragma once

#include <string>
#include <vector>

#include "cell_types.h"
#include "program_text.h"

namespace cudalab::proof {

struct region {
  enum class memory { buffer, shared, dynamic_shared, device_variable, constant, kernel_static };
  enum class use { own_elements, read_only, links, contested };

  int id = 0; ///< in the program
  std::string name;
  const cell_type* type = nullptr;
  memory where = memory::buffer;
  use how = use::own_elements;
  int per_thread = 1; ///< elements that belong to one thread
  int elements = 0;   ///< in use; of shared memory: in each block
  int unwritten = 0;  ///< further elements of a buffer, which nobody writes

  bool shared() const { return where == memory::shared || where == memory::dynamic_shared; }
  bool read_only() const { return how == use::read_only || how == use::links; }
  long bytes() const { return (elements + unwritten) * type->bytes; }
  /// "const float* g3"
  std::string parameter() const { return (read_only() ? "const " : "") + type->name + "* " + name; }
};

/// What links[e] holds: an index of the same array.
inline long link_from(const region& links, long e) {
  return (e * 5 + 3) % links.elements;
}

struct element {
  const region* in = nullptr;
  number index;
  plan before = nothing; ///< reads that the index needs
  std::string text;      ///< an lvalue

  const cell_type& type() const { return *in->type; }
  std::string operator[](const field& part) const { return text + part.path; }

  plan read(manner how = manner::plain) const { return whole(false, how); }
  plan write(manner how = manner::plain) const { return whole(true, how); }
  plan read(const field& part, manner how = manner::plain) const { return some(part, false, how); }
  plan write(const field& part, manner how = manner::plain) const { return some(part, true, how); }
  plan perhaps_read() const;
  /// So many elements from this one on.
  plan range(bool write, long count) const;

private:
  plan whole(bool write, manner how) const;
  plan some(const field& part, bool write, manner how) const;
};

/// Each value of `from` is read before it is written to `to`.
plan copy(const element& from, const element& to);

} // namespace cudalab::proof
