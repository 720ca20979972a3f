// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "kernel_writer.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace cudalab::proof {
namespace {

using memory = region::memory;

std::string str(long value) {
  return std::to_string(value);
}

/// Of its thread, in a phase: each phase gives the threads others' elements.
int shift_of(const region& in, int phase, int threads) {
  return phase == 0 ? 0 : (phase * 3 + in.id) % threads;
}

/// Of which several threads may own parts of the same 4 bytes.
bool has_narrow_elements(const cell_type& type) {
  return type.bytes % 4 != 0;
}

} // namespace

bool copyable(const cell_type& type) {
  return !type.is(cell_type::kind::special);
}

bool bit_fields(const cell_type& type) {
  return type.is(cell_type::kind::bits);
}

bool any_type(const cell_type& type) {
  return copyable(type) && !bit_fields(type);
}

bool plain_data(const cell_type& type) {
  return copyable(type) && !type.is(cell_type::kind::with_constructor);
}

bool scalars(const cell_type& type) {
  return type.is(cell_type::kind::scalar);
}

bool rows(const cell_type& type) {
  return plain_data(type) && !scalars(type) && !bit_fields(type);
}

type_filter named(const std::string& name) {
  return [name](const cell_type& type) { return type.name == name; };
}

type_filter same_as(const element& other) {
  return named(other.type().name);
}

kernel_writer::kernel_writer(std::uint64_t seed, int number, int first_region, planted_fault fault,
                             bool comparable)
    : random_(seed * 1000003 + static_cast<std::uint64_t>(number)), number_(number),
      first_region_(first_region), fault_(fault), comparable_(comparable) {
  threads_ = one_of<int>({5, 8, 17, 32, 33, 40});
  blocks_ = 1 + below(3);
}

memory kernel_writer::memory_for(const cell_type& type, region::use how) {
  const bool needs_no_code = plain_data(type);
  if (how == region::use::read_only)
    return needs_no_code && one_in(3) ? memory::constant : memory::buffer;
  if (how == region::use::links || !needs_no_code)
    return memory::buffer;
  if (how == region::use::contested && phase_ == 0)
    return one_in(2) ? memory::buffer : memory::device_variable;
  const bool dynamic_taken =
      std::any_of(regions_->begin(), regions_->end(),
                  [](const region& each) { return each.where == memory::dynamic_shared; });
  switch (below(8)) {
  case 0:
    return dynamic_taken ? memory::shared : memory::dynamic_shared;
  case 1:
    return memory::device_variable;
  case 2:
    return memory::kernel_static;
  case 3:
  case 4:
    return memory::shared;
  default:
    return memory::buffer;
  }
}

const region& kernel_writer::add_region(const cell_type& type, region::use how, memory where) {
  region made;
  made.id = first_region_ + static_cast<int>(regions_->size());
  made.type = &type;
  made.how = how;
  made.where = where;
  made.name = (made.read_only() ? "c" : how == region::use::contested ? "a" : "g") + str(made.id);
  made.per_thread = 1 + below(4);
  // 12 bytes of which nvcc knows that they begin at a multiple of 16 are read as 16.
  if (comparable_ && (type.bytes & (type.bytes - 1)) != 0)
    made.per_thread |= 1;
  made.elements = made.per_thread * threads_ * (made.shared() ? 1 : blocks_);
  if (made.where == memory::buffer)
    made.unwritten = 8;
  if (made.where == memory::constant) // there is little of it, for all kernels of the program
    made.elements = 5 + below(12);
  if (comparable_ && made.shared() && !fits_in_shared(made)) {
    made.where = memory::buffer;
    made.elements = made.per_thread * threads_ * blocks_;
    made.unwritten = 8;
  }
  regions_->push_back(made);
  taken_.insert(made.id);
  return regions_->back();
}

/// nvcc's limit is 48 KiB.
bool kernel_writer::fits_in_shared(const region& made) const {
  long bytes = made.bytes();
  for (const region& each : *regions_)
    if (each.shared())
      bytes += each.bytes() + 256;
  return bytes < 40000;
}

/// Comparable: not the bit-fields of which nvcc reads other bytes than clang does: half of 8 bytes,
/// or 4 bytes for 3.
bool kernel_writer::allows(const cell_type& type, const type_filter& wanted) const {
  return wanted(type) && !(comparable_ && (type.name == "wide_bits" || type.name == "mixed_bits"));
}

bool kernel_writer::fits(const region& in, const type_filter& wanted, region::use how) const {
  return in.how == how && wanted(*in.type) &&
         !(how == region::use::contested && in.shared() && phase_ == 0) &&
         !(comparable_ && taken_.count(in.id) != 0);
}

const region& kernel_writer::region_for(const type_filter& wanted, region::use how) {
  std::vector<const region*> fit;
  for (const region& each : *regions_)
    if (fits(each, wanted, how))
      fit.push_back(&each);
  if (!fit.empty() && !one_in(static_cast<int>(regions_->size()) < 9 ? 3 : 20)) {
    const region& chosen = *one_of(fit);
    taken_.insert(chosen.id);
    return chosen;
  }
  std::vector<const cell_type*> types;
  for (const cell_type& each : cell_types())
    if (allows(each, wanted))
      types.push_back(&each);
  if (types.empty())
    throw std::logic_error("no type fits");
  const cell_type& type = *one_of(types);
  return add_region(type, how, memory_for(type, how));
}

/// Which of its own elements a thread takes.
number kernel_writer::inner_index(const region& in) {
  const int count = in.per_thread;
  if (loops_ > 0 && one_in(2)) {
    const auto depth = static_cast<std::size_t>(below(loops_));
    return {"k" + str(static_cast<long>(depth)) + " % " + str(count),
            [depth, count](const position& at) { return at.loops[depth] % count; }};
  }
  if (one_in(4))
    return {"t % " + str(count), [count](const position& at) { return at.thread % count; }};
  const long chosen = below(count);
  return {str(chosen), [chosen](const position&) { return chosen; }};
}

/// @param which of the thread's own elements; -1: any
number kernel_writer::own_index(const region& in, int which) {
  const number inner =
      which < 0 ? inner_index(in) : number{str(which), [which](const position&) { return which; }};
  const int shift = shift_of(in, phase_, threads_), count = in.per_thread, threads = threads_;
  std::string slot = shift == 0 ? "t" : "(t + " + str(shift) + ") % " + str(threads);
  const bool blocks = !in.shared();
  if (blocks)
    slot = shift == 0 && one_in(2) ? "i" : "(b * " + str(threads) + " + " + slot + ")";
  else if (shift != 0)
    slot = "(" + slot + ")";
  return {slot + " * " + str(count) + " + " + inner.text, [=](const position& at) {
            const int base = blocks ? at.block * threads : 0;
            return (base + (at.thread + shift) % threads) * count + inner.value(at);
          }};
}

number kernel_writer::any_index(const region& in) {
  const long step = 1 + below(5), from = below(7), count = in.elements;
  return {"(i * " + str(step) + " + " + str(from) + ") % " + str(count), [=](const position& at) {
            return ((at.block * at.threads + at.thread) * step + from) % count;
          }};
}

/// The fault, when it is this one's turn: one thread takes an element that is not its own.
number kernel_writer::misplaced(const region& in, number index) {
  using kind = planted_fault::kind;
  if (fault_.what == kind::none || fault_.what == kind::missing_barrier ||
      in.how == region::use::links || choices_++ != fault_.at)
    return index;
  const int thread = below(threads_), block = below(blocks_);
  const long count = in.elements;
  std::string text;
  long there = 0;
  bool moved = false; // by so many; else: to this place
  if (fault_.what == kind::race) {
    if (has_narrow_elements(*in.type)) // docs/access_proof.md: what cannot be seen
      return index;
    const bool other_block = !in.shared() && blocks_ > 1 && one_in(2);
    there = in.per_thread * (other_block ? threads_ : 1 + below(3));
    moved = true;
    text = "(" + index.text + " + " + str(there) + ") % " + str(count);
  } else if (fault_.what == kind::unwritten_read && in.unwritten > 0) {
    there = count + below(in.unwritten);
    text = str(there);
  } else if (fault_.what == kind::out_of_bounds && !in.shared() &&
             in.where != memory::kernel_static) {
    there = count + in.unwritten + below(3);
    text = str(there);
  } else {
    return index;
  }
  return {"(t == " + str(thread) + " && b == " + str(block) + " ? " + text + " : " + index.text +
              ")",
          [=, own = index.value](const position& at) {
            if (at.thread != thread || at.block != block)
              return own(at);
            return moved ? (own(at) + there) % count : there;
          }};
}

element kernel_writer::at(const region& in, number index, plan before) {
  index = misplaced(in, std::move(index));
  element made{&in, index, std::move(before), ""};
  switch (below(6)) {
  case 0:
    made.text = "(*(" + in.name + " + (" + index.text + ")))";
    break;
  case 1:
    made.text = "(&" + in.name + "[" + index.text + "])[0]";
    break;
  default:
    made.text = in.name + "[" + index.text + "]";
  }
  return made;
}

element kernel_writer::own(const type_filter& wanted) {
  const region& in = region_for(wanted, region::use::own_elements);
  return at(in, own_index(in, -1));
}

element kernel_writer::own_through_pointer(const type_filter& wanted) {
  for (;;)
    if (const element chosen = own(wanted);
        !comparable_ || chosen.in->where == region::memory::buffer)
      return chosen;
}

element kernel_writer::own_row_through_pointer(const type_filter& wanted) {
  for (;;)
    if (const element chosen = own_row(wanted);
        !comparable_ || chosen.in->where == region::memory::buffer)
      return chosen;
}

element kernel_writer::readable_through_pointer(const type_filter& wanted) {
  for (;;)
    if (const element chosen = readable(wanted);
        !comparable_ || chosen.in->where == region::memory::buffer)
      return chosen;
}

element kernel_writer::own_like(const element& other) {
  if (comparable_) {
    const auto same_place = [&](const region& each) {
      return fits(each, same_as(other), region::use::own_elements) &&
             each.shared() == other.in->shared();
    };
    const auto found = std::find_if(regions_->begin(), regions_->end(), same_place);
    const memory where =
        other.in->where == memory::dynamic_shared ? memory::shared : other.in->where;
    const region& in = found != regions_->end()
                           ? *found
                           : add_region(other.type(), region::use::own_elements, where);
    taken_.insert(in.id);
    return at(in, own_index(in, -1));
  }
  return at(*other.in, own_index(*other.in, -1));
}

element kernel_writer::own_row(const type_filter& wanted) {
  const region& in = region_for(wanted, region::use::own_elements);
  return at(in, own_index(in, 0));
}

element kernel_writer::given(const type_filter& wanted) {
  const region& in = region_for(wanted, region::use::read_only);
  if (!one_in(5))
    return at(in, any_index(in));
  // The index is itself in memory.
  const region& links = region_for(named("int"), region::use::links);
  const element link = at(links, any_index(links));
  const long count = in.elements;
  number index{link.text + " % " + str(count), [&links, link, count](const position& at) {
                 return link_from(links, link.index.value(at)) % count;
               }};
  return at(in, std::move(index), link.read());
}

element kernel_writer::readable(const type_filter& wanted) {
  return one_in(2) ? own(wanted) : given(wanted);
}

element kernel_writer::contested(const type_filter& wanted) {
  const region& in = region_for(wanted, region::use::contested);
  return at(in, any_index(in));
}

element kernel_writer::contested_global(const type_filter& wanted) {
  for (;;)
    if (const element chosen = contested(wanted); !chosen.in->shared())
      return chosen;
}

type_filter kernel_writer::whole(type_filter wanted) const {
  if (!comparable_)
    return wanted;
  return [wanted = std::move(wanted)](const cell_type& type) {
    const std::vector<bool> used = type.value_bytes();
    return wanted(type) && std::find(used.begin(), used.end(), false) == used.end();
  };
}

std::string kernel_writer::used(const cell_type& type, const std::string& variable,
                                const field& one) {
  if (!comparable_)
    return "(float)" + variable + one.path;
  const std::string name = unique("all_of");
  std::string sum;
  for (const field& each : type.fields)
    sum += (sum.empty() ? "" : " + ") + ("(float)v" + each.path);
  define("__device__ float " + name + "(const " + type.name + "& v) { return " + sum + "; }");
  return name + "(" + variable + ")";
}

const region& kernel_writer::shared_array(const std::string& type) {
  return add_region(cell_type_named(type), region::use::own_elements, memory::shared);
}

const region& kernel_writer::given_array(const std::string& type) {
  return add_region(cell_type_named(type), region::use::read_only, memory::buffer);
}

const field& kernel_writer::scalar_of(const element& from) {
  for (;;)
    if (const field& chosen = one_of(from.type().fields); !chosen.bits)
      return chosen;
}

std::string kernel_writer::unique(const std::string& stem) {
  return stem + str(number_) + "_" + str(names_++);
}

void kernel_writer::define(const std::string& lines) {
  std::istringstream each(lines);
  for (std::string one; std::getline(each, one);)
    definitions_.push_back({one, use_});
}

statement kernel_writer::line(const std::string& code, plan touches) const {
  return lines({code}, std::move(touches));
}

statement kernel_writer::lines(const std::vector<std::string>& code, plan touches) const {
  statement made{{}, std::move(touches)};
  for (std::size_t i = 0; i < code.size(); ++i) {
    made.lines.push_back({code[i], use_});
    if (comparable_ && i + 1 < code.size() && code[i].back() == ';')
      made.lines.push_back({"fence();", nullptr});
  }
  return made;
}

std::shared_ptr<construct_use> kernel_writer::begin_construct(const std::string& name) {
  auto outer = use_;
  use_ = std::make_shared<construct_use>();
  use_->name = name;
  return outer;
}

} // namespace cudalab::proof
