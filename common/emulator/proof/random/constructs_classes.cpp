// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Constructors, operators, lambdas, virtual calls, templates.
#include "constructs.h"

namespace cudalab::proof {
namespace {

const type_filter points = named("point"), circles = named("circle");

plan part(const element& of, std::size_t which, bool write) {
  const field& chosen = of.type().fields[which];
  return write ? of.write(chosen) : of.read(chosen);
}

/// The hidden pointer to the table of virtual functions.
plan vptr(const element& of, bool write) {
  const field pointer = {"", "", 0, 8};
  return write ? of.write(pointer) : of.read(pointer);
}

plan both_read(const element& of) {
  return in_any_order({part(of, 0, false), part(of, 1, false)});
}

statement constructed(kernel_writer& k) {
  const element to = k.own(points);
  const expression x = k.value(1);
  switch (k.below(3)) {
  case 0:
    return k.line("new (&" + to.text + ") point(" + x.text + ", 1);",
                  then({x.touches, part(to, 0, true), part(to, 1, true)}));
  case 1:
    return k.line("new (&" + to.text + ") point;", then({part(to, 0, true), part(to, 1, true)}));
  default:
    return k.line(to.text + " = point(" + x.text + ", 2);",
                  then({x.touches, part(to, 0, true), part(to, 1, true)}));
  }
}

statement placed_structure(kernel_writer& k) {
  const element to = k.own(named("vec3"));
  const expression x = k.value(1);
  return k.line("new (&" + to.text + ") vec3{" + x.text + ", 1, 2};",
                then({x.touches, to.write()}));
}

statement operator_plus(kernel_writer& k) {
  const element to = k.own(points), a = k.readable(points), b = k.readable(points);
  return k.line(
      to.text + " = " + a.text + " + " + b.text + ";",
      then({in_any_order({then({a.before, both_read(a)}), then({b.before, both_read(b)})}),
            part(to, 0, true), part(to, 1, true)}));
}

statement operator_plus_assign(kernel_writer& k) {
  const element to = k.own(points), a = k.readable(points);
  std::vector<plan> steps = {a.before};
  for (const std::size_t which : {0u, 1u}) {
    steps.push_back(in_any_order({part(a, which, false), part(to, which, false)}));
    steps.push_back(part(to, which, true));
  }
  return k.line(to.text + " += " + a.text + ";", then(steps));
}

statement called_and_converted(kernel_writer& k) {
  const element a = k.readable(points), b = k.readable(points);
  return k.line(
      "f += " + a.text + "() + " + b.text + ";",
      in_any_order({then({a.before, part(a, 0, false)}), then({b.before, part(b, 1, false)})}));
}

statement own_subscript(kernel_writer& k) {
  const element to = k.own(named("box<int, 3>"));
  return k.line(to.text + "[2] += " + to.text + "[0];",
                then({part(to, 0, false), part(to, 2, false), part(to, 2, true)}));
}

statement virtual_call(kernel_writer& k) {
  const element to = k.own(circles);
  const std::string o = k.unique("o");
  const expression r = k.value(1);
  const plan made =
      then({r.touches, vptr(to, true), part(to, 0, true), vptr(to, true), part(to, 1, true)});
  if (k.one_in(2)) // known to be a circle
    return k.lines({"circle* " + o + " = new (&" + to.text + ") circle(t, " + r.text + ");",
                    "f += " + o + "->circle::area();", "n += " + o + "->number();"},
                   then({made, part(to, 1, false), part(to, 0, false)}));
  return k.lines({"shape* " + o + " = new (&" + to.text + ") circle(t, " + r.text + ");",
                  "f += " + o + "->area();"},
                 then({made, vptr(to, false), part(to, 1, false)}));
}

statement lambda_writes(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& chosen = k.scalar_of(to);
  const std::string set = k.unique("set");
  const expression x = k.value(1);
  if (k.one_in(2))
    return k.lines(
        {"auto " + set + " = [&](auto v) { " + to[chosen] + " = (" + chosen.type + ")v; };",
         set + "(" + x.text + ");"},
        then({x.touches, to.write(chosen)}));
  return k.lines(
      {"auto " + set + " = [p = &" + to[chosen] + "](float v) { *p = (" + chosen.type + ")v; };",
       set + "(" + x.text + ");"},
      then({x.touches, to.write(chosen)}));
}

statement passed_lambda(kernel_writer& k) {
  const element to = k.own(any_type);
  const field& chosen = k.scalar_of(to);
  const std::string name = k.unique("apply");
  const expression x = k.value(0);
  k.define("template <class T, class F> __device__ void " + name +
           "(T& v, F change) { v = (T)change(v); }");
  return k.line(name + "(" + to[chosen] + ", [&](auto old) { return old + " + x.text + "; });",
                then({to.read(chosen), x.touches, to.write(chosen)}));
}

statement initialiser_list(kernel_writer& k) {
  const expression x = k.value(1), y = k.value(1);
  return k.line("for (float v : {" + x.text + ", " + y.text + "}) f += v;",
                then({x.touches, y.touches}));
}

statement range(kernel_writer& k) {
  const element from = k.own(k.whole(rows));
  const std::string v = k.unique("v");
  return k.lines({"const " + from.type().name + "(&" + v + "_row)[1] = *reinterpret_cast<const " +
                      from.type().name + "(*)[1]>(&" + from.text + ");",
                  "for (const auto " + v + " : " + v + "_row)",
                  "  f += " + k.used(from.type(), v, k.scalar_of(from)) + ";"},
                 from.read());
}

statement template_of_member(kernel_writer& k) {
  const element to = k.own(named("vec3"));
  const std::string name = k.unique("clear_member");
  const std::size_t which = static_cast<std::size_t>(k.below(3));
  k.define("template <auto member, class T> __device__ void " + name + "(T& v) { v.*member = 0; }");
  return k.line(name + "<&vec3::" + to.type().fields[which].path.substr(1) + ">(" + to.text + ");",
                part(to, which, true));
}

statement base_class(kernel_writer& k) {
  const element to = k.own(named("tagged"));
  const std::string b = k.unique("b");
  // An empty base may be copied as a byte, or not: C++ leaves that open. Its members follow.
  return k.lines(
      {"const tagged& " + b + " = " + to.text + ";", "n += " + b + ".a;", to.text + ".b = 1;"},
      then({part(to, 0, false), part(to, 1, true)}));
}

} // namespace

std::vector<construct> class_constructs() {
  return {{"constructor", constructed},
          {"placement new of a structure", placed_structure},
          {"operator +", operator_plus},
          {"operator +=", operator_plus_assign},
          {"operator (), conversion", called_and_converted},
          {"operator []", own_subscript},
          {"virtual call", virtual_call,
           "the table's address is stored once for two classes, and the table is read"},
          {"lambda writes", lambda_writes},
          {"passed lambda", passed_lambda},
          {"initialiser list", initialiser_list},
          {"range", range},
          {"member as a template argument", template_of_member},
          {"base class", base_class}};
}

} // namespace cudalab::proof
