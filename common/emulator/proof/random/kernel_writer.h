// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Writes one random kernel. What each construct of C++ looks like is in the files
/// constructs_*.cpp; here are the arrays that they work on, and who may touch what.
///
/// Between two barriers an element belongs to one thread, is only read, or is only changed by
/// atomic functions. So a kernel has no race, and each thread's accesses follow from its number.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "memory_places.h"

namespace cudalab::proof {

/// A mistake to put into a kernel, at the at-th choice of an element.
struct planted_fault {
  enum class kind { none, race, missing_barrier, out_of_bounds, unwritten_read };
  kind what = kind::none;
  int at = 0;
};

using type_filter = std::function<bool(const cell_type&)>;
bool copyable(const cell_type& type);   ///< all but those that only their own constructs use
bool any_type(const cell_type& type);   ///< the same, with members that can be referred to
bool plain_data(const cell_type& type); ///< trivial
bool scalars(const cell_type& type);
bool rows(const cell_type& type); ///< structures and the like, of plain data
bool bit_fields(const cell_type& type);
type_filter named(const std::string& name);
type_filter same_as(const element& other);

class kernel_writer {
public:
  kernel_writer(std::uint64_t seed, int number, int first_region, planted_fault fault,
                bool comparable = false);

  // Chance.
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

  // Memory.
  element own(const type_filter& wanted);      ///< the thread may read and write it
  element own_like(const element& other);      ///< another one of the same array, or the same one;
                                               ///< comparable: one of the same type and memory
  element own_row(const type_filter& wanted);  ///< the first of its thread's elements
  element given(const type_filter& wanted);    ///< nobody writes it
  element readable(const type_filter& wanted); ///< one of the two
  /// Comparable: of an array that the kernel gets as a pointer. Where nvcc 13.0 knows how an array
  /// is aligned, its memcpy reads some bytes twice, and stores several bytes at once.
  element own_through_pointer(const type_filter& wanted);
  element readable_through_pointer(const type_filter& wanted);
  element own_row_through_pointer(const type_filter& wanted);
  element contested(const type_filter& wanted);        ///< for atomic functions only
  element contested_global(const type_filter& wanted); ///< the same, not in shared memory
  const region& shared_array(const std::string& type); ///< of the whole block
  const region& given_array(const std::string& type);  ///< in global memory
  const field& scalar_of(const element& from);         ///< no bit-field

  // Text.
  std::string unique(const std::string& stem);
  void define(const std::string& lines); ///< before the kernel; belongs to the construct at hand
  statement line(const std::string& code, plan touches) const;
  statement lines(const std::vector<std::string>& code, plan touches) const;
  number thread_is(int& chosen); ///< "t == 3"

  // Kernels of which no optimiser may leave out or repeat an access: comparable.h.
  bool comparable() const { return comparable_; }
  type_filter whole(type_filter wanted) const; ///< comparable: without padding
  /// All of a variable's members in one value; else that of one member.
  std::string used(const cell_type& type, const std::string& variable, const field& one);
  std::string integer() const { return comparable_ ? "" : "(int)"; } ///< before what n is added

  // What is being written.
  std::shared_ptr<construct_use> begin_construct(const std::string& name);
  void begin_statement() { taken_.clear(); }
  void end_construct(std::shared_ptr<construct_use> outer) { use_ = std::move(outer); }
  const std::shared_ptr<construct_use>& use() const { return use_; }
  expression value(int depth); ///< an expression of an arithmetic type
  int open_loop() { return loops_++; }
  void close_loop() { --loops_; }
  int loops() const { return loops_; }
  void next_phase() { ++phase_; }
  int phase() const { return phase_; }

  const std::deque<region>& regions() const { return *regions_; }
  /// The plans refer to them.
  std::shared_ptr<const std::deque<region>> kept_regions() const { return regions_; }
  text& definitions() { return definitions_; }
  int kernel() const { return number_; }
  int threads() const { return threads_; }
  int blocks() const { return blocks_; }
  int choices() const { return choices_; }

private:
  bool allows(const cell_type& type, const type_filter& wanted) const;
  const region& region_for(const type_filter& wanted, region::use how);
  bool fits(const region& in, const type_filter& wanted, region::use how) const;
  bool fits_in_shared(const region& made) const;
  const region& add_region(const cell_type& type, region::use how, region::memory where);
  region::memory memory_for(const cell_type& type, region::use how);
  number own_index(const region& in, int which);
  number inner_index(const region& in);
  number any_index(const region& in);
  number misplaced(const region& in, number index);
  element at(const region& in, number index, plan before = nothing);

  std::mt19937_64 random_;
  int number_, first_region_;
  planted_fault fault_;
  bool comparable_;
  std::set<int> taken_; ///< comparable: arrays that the statement at hand touches already
  int threads_, blocks_;
  std::shared_ptr<std::deque<region>> regions_ = std::make_shared<std::deque<region>>();
  text definitions_;
  std::shared_ptr<construct_use> use_;
  int phase_ = 0, loops_ = 0, choices_ = 0, names_ = 0;
};

} // namespace cudalab::proof
