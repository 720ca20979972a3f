// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The types of array elements in generated programs, with their layout, written down by hand: it
/// is not asked of the compiler that is on trial.
#pragma once

#include <string>
#include <vector>

namespace cudalab::proof {

/// A scalar inside of an element.
struct field {
  std::string path; ///< ".x", ".where.y", "[2]", or empty: the element itself
  std::string type; ///< "float", "int", ...
  long offset = 0, bytes = 0;
  bool bits = false;                    ///< a bit-field: `bytes` are those that its bits are in
  long unit_offset = 0, unit_bytes = 0; ///< of a bit-field: what else may be touched with it
};

struct cell_type {
  std::string name;
  long bytes = 0;
  std::vector<field> fields;
  enum class kind { scalar, structure, bits, vector, array, with_constructor, special } what;

  bool is(kind wanted) const { return what == wanted; }
  /// For each byte whether it is part of a value; the others are padding.
  std::vector<bool> value_bytes() const;
};

const std::vector<cell_type>& cell_types();
const cell_type& cell_type_named(const std::string& name);

/// Their definitions in C++: the head of every generated program.
extern const char* const cell_definitions;

} // namespace cudalab::proof
