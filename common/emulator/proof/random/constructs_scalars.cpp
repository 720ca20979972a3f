// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Assignments, increments, pointers.
#include "constructs.h"

namespace cudalab::proof {
namespace {

statement load(kernel_writer& k) {
  const expression from = k.value(2);
  return k.line("f += " + from.text + ";", from.touches);
}

statement store(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& part = k.scalar_of(to);
  const expression from = k.value(2);
  return k.line(to[part] + " = (" + part.type + ")" + from.text + ";",
                then({from.touches, to.write(part)}));
}

statement compound_assignment(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& part = k.scalar_of(to);
  const expression from = k.value(1);
  const std::string sign = k.one_of<std::string>({"+", "-", "*"});
  return k.line(to[part] + " " + sign + "= (" + part.type + ")" + from.text + ";",
                then({from.touches, to.read(part), to.write(part)}));
}

statement increment(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& part = k.scalar_of(to);
  const bool before = k.one_in(2);
  return k.line((before ? "++" : "") + to[part] + (before ? ";" : "--;"),
                then({to.read(part), to.write(part)}));
}

statement chained_assignment(kernel_writer& k) {
  const element one = k.own(scalars), two = k.own_like(one);
  const expression from = k.value(0);
  // What the inner assignment gives is the element, which a compiler need not read again.
  return k.line(one.text + " = " + two.text + " = (" + one.type().name + ")" + from.text + ";",
                then({from.touches, two.write(), two.perhaps_read(), one.write()}));
}

statement chosen_element(kernel_writer& k) {
  const element one = k.own(scalars), two = k.own_like(one);
  int chosen = 0;
  const number condition = k.thread_is(chosen);
  return k.line("(" + condition.text + " ? " + one.text + " : " + two.text + ") = 1;",
                only_if([condition](const position& at) { return condition.value(at) != 0; },
                        one.write(), two.write()));
}

statement through_pointer(kernel_writer& k) {
  const element to = k.own(scalars);
  const std::string p = k.unique("p");
  return k.lines({to.type().name + "* " + p + " = &" + to.text + ";", "*" + p + " += 1;",
                  "n += " + k.integer() + p + "[0];"},
                 then({to.read(), to.write(), to.read()}));
}

statement walking_pointer(kernel_writer& k) {
  const element first = k.own_row(scalars);
  const std::string p = k.unique("p"), j = k.unique("j");
  const long count = first.in->per_thread;
  const auto each = [first, count](const position& at) {
    std::vector<expected> all;
    for (long i = 0; i < count; ++i) {
      element one = first;
      one.index.value = [i, first](const position& there) { return first.index.value(there) + i; };
      all.push_back(one.write()(at));
    }
    return expected(expected::order::sequence, std::move(all));
  };
  return k.lines({first.type().name + "* " + p + " = &" + first.text + ";",
                  "for (int " + j + " = 0; " + j + " < " + std::to_string(count) + "; ++" + j +
                      ") *" + p + "++ = (" + first.type().name + ")" + j + ";"},
                 each);
}

statement reference(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& part = k.scalar_of(to);
  const std::string r = k.unique("r");
  const expression from = k.value(1);
  return k.lines({part.type + "& " + r + " = " + to[part] + ";",
                  r + " = (" + part.type + ")" + from.text + ";"},
                 then({from.touches, to.write(part)}));
}

statement written_by_function(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& part = k.scalar_of(to);
  const std::string name = k.unique("write_to");
  const bool reference = k.one_in(2);
  k.define("__device__ void " + name + "(" + part.type + (reference ? "& v" : "* v") +
           ", float x) {\n  " + (reference ? "v" : "*v") + " = (" + part.type + ")x;\n}");
  const expression from = k.value(1);
  return k.line(name + "(" + (reference ? "" : "&") + to[part] + ", " + from.text + ");",
                then({from.touches, to.write(part)}));
}

statement unused_value(kernel_writer& k) {
  const element from = k.readable(scalars);
  return k.line("n += " + from.text + " != " + from.text + ";",
                in_any_order({then({from.before, from.read()}), then({from.before, from.read()})}));
}

statement short_circuit(kernel_writer& k) {
  const element one = k.given(named("int")), two = k.given(named("unsigned char"));
  // Comparable: another element is read last.
  const element last = k.comparable() ? k.given(named("int")) : one;
  // All that nobody writes is 0.
  return k.line("n += " + one.text + " == 0 && (" + two.text + " != 0 || " + last.text + " > 0);",
                then({one.before, one.read(), two.before, two.read(), last.before, last.read()}));
}

statement rows_of_rows(kernel_writer& k) {
  const element first = k.own_row(scalars);
  const long width = first.in->per_thread;
  const long column = k.below(static_cast<int>(width));
  element to = first;
  to.index.value = [first, column](const position& at) { return first.index.value(at) + column; };
  return k.line("(*reinterpret_cast<" + first.type().name + "(*)[" + std::to_string(width) +
                    "]>(&" + first.text + "))[" + std::to_string(column) + "] = 3;",
                to.write());
}

} // namespace

std::vector<construct> scalar_constructs() {
  return {{"load", load},
          {"load", load},
          {"store", store},
          {"store", store},
          {"compound assignment", compound_assignment},
          {"increment", increment},
          {"chained assignment", chained_assignment},
          {"chosen element", chosen_element, "nvcc stores in each branch"},
          {"pointer", through_pointer},
          {"walking pointer", walking_pointer},
          {"reference", reference},
          {"written by a function", written_by_function},
          {"unused value", unused_value, "what is read twice and compared with itself is not read"},
          {"short circuit", short_circuit},
          {"rows of rows", rows_of_rows}};
}

} // namespace cudalab::proof
