// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Functions of the C and C++ libraries that read and write through pointers.
#include "constructs.h"

namespace cudalab::proof {
namespace {

std::string size_of(const element& of, long count = 1) {
  return "sizeof(" + of.type().name + ")" + (count == 1 ? "" : " * " + std::to_string(count));
}

/// memcpy and the like touch padding too.
plan all_bytes(const element& of, bool write, long count = 1) {
  return [=](const position& at) {
    return expected(touch{write, manner::plain, of.in->id, of.index.value(at) * of.type().bytes,
                          of.type().bytes * count});
  };
}

statement memcpy_between(kernel_writer& k) {
  const element to = k.own_through_pointer(plain_data),
                from = k.readable_through_pointer(same_as(to));
  // nvcc knows the first in kernels.
  const std::string name =
      k.comparable() ? "memcpy" : k.one_of<std::string>({"memcpy", "memmove", "__builtin_memcpy"});
  return k.line(name + "(&" + to.text + ", &" + from.text + ", " + size_of(to) + ");",
                then({from.before, copy(from, to)}));
}

statement memcpy_out(kernel_writer& k) {
  const element from = k.readable_through_pointer(k.whole(plain_data));
  const std::string v = k.unique("v");
  std::vector<std::string> code = {from.type().name + " " + v + ";", "memcpy(&" + v + ", &" +
                                                                         from.text + ", " +
                                                                         size_of(from) + ");"};
  if (k.comparable())
    code.push_back("f += " + k.used(from.type(), v, from.type().fields[0]) + ";");
  return k.lines(code, then({from.before, from.read()}));
}

statement memcpy_in(kernel_writer& k) {
  const element to = k.own_row_through_pointer(k.whole(plain_data));
  const std::string v = k.unique("v");
  const long count = to.in->per_thread;
  return k.lines({to.type().name + " " + v + "[" + std::to_string(count) + "] = {};",
                  "memcpy(&" + to.text + ", " + v + ", sizeof " + v + ");"},
                 all_bytes(to, true, count));
}

statement memset_row(kernel_writer& k) {
  const element to = k.own_row_through_pointer(plain_data);
  const long count = to.in->per_thread;
  return k.line("memset(&" + to.text + ", 0, " + size_of(to, count) + ");",
                all_bytes(to, true, count));
}

statement std_copy(kernel_writer& k) {
  const element to = k.own(any_type), from = k.readable(same_as(to));
  const bool by_count = k.one_in(2);
  const std::string name = k.unique("from");
  return k.lines({"const " + to.type().name + "* " + name + " = &" + from.text + ";",
                  by_count ? "std::copy_n(" + name + ", 1, &" + to.text + ");"
                           : "std::copy(" + name + ", " + name + " + 1, &" + to.text + ");"},
                 then({from.before, copy(from, to)}));
}

statement std_fill(kernel_writer& k) {
  const element to = k.own_row(scalars);
  const long count = to.in->per_thread;
  const std::string p = k.unique("p");
  return k.lines({to.type().name + "* " + p + " = &" + to.text + ";",
                  "std::fill(" + p + ", " + p + " + " + std::to_string(count) + ", (" +
                      to.type().name + ")1);"},
                 to.range(true, count));
}

plan swapped(const element& one, const element& two) {
  return then({one.read(), copy(two, one), two.write()});
}

/// How std::array does it.
plan swapped_by_elements(const element& one, const element& two) {
  std::vector<plan> each;
  for (const field& part : one.type().fields)
    each.push_back(then({one.read(part), two.read(part), one.write(part), two.write(part)}));
  return then(each);
}

statement std_swap(kernel_writer& k) {
  // nvcc takes std::swap in kernels of types that a constant expression can have.
  const auto literal = [](const cell_type& type) { return any_type(type) && plain_data(type); };
  const element one = k.own(k.comparable() ? k.whole(literal) : any_type), two = k.own_like(one);
  return k.line("std::swap(" + one.text + ", " + two.text + ");",
                one.type().is(cell_type::kind::array) ? swapped_by_elements(one, two)
                                                      : swapped(one, two));
}

statement std_exchange(kernel_writer& k) {
  const element to = k.own(scalars);
  const expression x = k.value(1);
  return k.line("n += " + k.integer() + "std::exchange(" + to.text + ", (" + to.type().name + ")" +
                    x.text + ");",
                then({x.touches, to.read(), to.write()}));
}

/// It returns a reference, here to the first: all that nobody writes is 0.
statement std_min(kernel_writer& k) {
  const element a = k.given(scalars), b = k.given(same_as(a));
  const std::string name = k.one_of<std::string>({"min", "max"});
  return k.line("f += (float)std::" + name + "(" + a.text + ", " + b.text + ");",
                then({in_any_order({then({a.before}), then({b.before})}),
                      in_any_order({a.read(), b.read()}), a.read()}));
}

statement std_min_of_list(kernel_writer& k) {
  const element a = k.own(scalars), b = k.own_like(a), c = k.own_like(a);
  return k.line("f += (float)std::min({" + a.text + ", " + b.text + ", " + c.text + "});",
                then({a.read(), b.read(), c.read()}));
}

statement cuda_min(kernel_writer& k) {
  const element a = k.own(named("int")), b = k.readable(named("int"));
  return k.line("n += min(" + a.text + ", " + b.text + ");",
                in_any_order({a.read(), then({b.before, b.read()})}));
}

statement std_accumulate(kernel_writer& k) {
  const element from = k.own_row(scalars);
  const std::string p = k.unique("p");
  const long count = from.in->per_thread;
  return k.lines(
      {"const " + from.type().name + "* " + p + " = &" + from.text + ";",
       "f += std::accumulate(" + p + ", " + p + " + " + std::to_string(count) + ", 0.0f);"},
      from.range(false, count));
}

statement std_pair(kernel_writer& k) {
  const element a = k.own(scalars), b = k.own(scalars);
  const std::string p = k.unique("p");
  return k.lines({"std::pair<" + a.type().name + ", " + b.type().name + "> " + p + "(" + a.text +
                      ", " + b.text + ");",
                  "std::tie(" + a.text + ", " + b.text + ") = " + p + ";"},
                 then({in_any_order({a.read(), b.read()}), a.write(), b.write()}));
}

} // namespace

std::vector<construct> library_constructs() {
  return {{"memcpy", memcpy_between},
          {"memcpy to a variable", memcpy_out},
          {"memcpy from a variable", memcpy_in},
          {"memset", memset_row},
          {"std::copy", std_copy, "nvcc 13.0 makes no code of the library's memmove in kernels"},
          {"std::fill", std_fill},
          {"std::swap", std_swap},
          {"std::exchange", std_exchange},
          {"std::min", std_min,
           "the lesser element is read again, through the reference that is returned"},
          {"std::min of a list", std_min_of_list},
          {"min", cuda_min},
          {"std::accumulate", std_accumulate},
          {"std::pair", std_pair}};
}

} // namespace cudalab::proof
