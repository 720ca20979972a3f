// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Structures: copied, passed, returned, taken apart.
#include "constructs.h"

namespace cudalab::proof {
namespace {

statement copied(kernel_writer& k) {
  const element to = k.own(k.whole(copyable)), from = k.readable(same_as(to));
  return k.line(to.text + " = " + from.text + ";", then({from.before, copy(from, to)}));
}

statement through_a_variable(kernel_writer& k) {
  const element to = k.own(k.whole(any_type)), from = k.readable(same_as(to));
  const std::string v = k.unique("v");
  const field& part = k.scalar_of(to);
  return k.lines({to.type().name + " " + v + " = " + from.text + ";",
                  v + part.path + (k.comparable() ? " += 1;" : " = 1;"), to.text + " = " + v + ";"},
                 then({from.before, from.read(), to.write()}));
}

statement returned_and_stored(kernel_writer& k) {
  const element to = k.own(k.whole(any_type)), from = k.readable(same_as(to));
  const std::string name = k.unique("changed"), type = to.type().name;
  const field& part = k.scalar_of(to);
  k.define("__device__ " + type + " " + name + "(const " + type + "& from) {\n  " + type +
           " v = from;\n  v" + part.path + (k.comparable() ? " += 2;\n" : " = 2;\n") +
           "  return v;\n}");
  return k.line(to.text + " = " + name + "(" + from.text + ");",
                then({from.before, from.read(), to.write()}));
}

statement made_and_stored(kernel_writer& k) {
  const element to = k.own(k.whole(rows));
  const std::string name = k.unique("made"), type = to.type().name;
  const field& part = k.scalar_of(to);
  k.define("__device__ " + type + " " + name + "(float x) {\n  " + type + " v = {};\n  v" +
           part.path + " = (" + part.type + ")x;\n  return v;\n}");
  const expression x = k.value(1);
  return k.line(to.text + " = " + name + "(" + x.text + ");", then({x.touches, to.write()}));
}

statement passed_and_returned(kernel_writer& k) {
  const element to = k.own(k.whole(copyable)), from = k.readable(same_as(to));
  const std::string name = k.unique("through"), type = to.type().name;
  k.define("__device__ " + type + " " + name + "(" + type + " v) { return v; }");
  return k.line(to.text + " = " + name + "(" + name + "(" + from.text + "));",
                then({from.before, from.read(), to.write()}));
}

statement two_by_value(kernel_writer& k) {
  const element one = k.readable(k.whole(any_type)), two = k.readable(k.whole(any_type));
  const std::string name = k.unique("both");
  const std::string a = k.used(one.type(), "a", k.scalar_of(one)),
                    b = k.used(two.type(), "b", k.scalar_of(two));
  k.define("template <class A, class B> __device__ float " + name + "(A a, int, B b) { return " +
           a + " + " + b + "; }");
  return k.line("f += " + name + "(" + one.text + ", 1, " + two.text + ");",
                in_any_order({then({one.before, one.read()}), then({two.before, two.read()})}));
}

statement changed_by_reference(kernel_writer& k) {
  const element to = k.own(any_type);
  const field &one = k.scalar_of(to), &two = k.scalar_of(to);
  const std::string name = k.unique("change");
  k.define("template <class T> __device__ void " + name + "(T& v) {\n  v" + one.path + " = 1;\n  " +
           (k.comparable() ? "fence();\n  " : "") + "v" + two.path + " += 1;\n}");
  return k.line(name + "(" + to.text + ");", then({to.write(one), to.read(two), to.write(two)}));
}

statement braces(kernel_writer& k) {
  const element to = k.own(named("vec3"));
  const expression x = k.value(1), y = k.value(1);
  return k.line(to.text + " = {" + x.text + ", " + y.text + ", 1};",
                then({x.touches, y.touches, to.write()}));
}

statement nested_copy(kernel_writer& k) {
  const element whole = k.own(named("nested")), part = k.own(named("vec3"));
  const auto where = [whole](bool write) {
    return [whole, write](const position& at) {
      const long begin = whole.index.value(at) * whole.type().bytes;
      return expected(touch{write, manner::plain, whole.in->id, begin, 12});
    };
  };
  if (k.one_in(2))
    return k.line(whole.text + ".where = " + part.text + ";", then({part.read(), where(true)}));
  return k.line(part.text + " = " + whole.text + ".where;", then({where(false), part.write()}));
}

statement structured_binding(kernel_writer& k) {
  const element from = k.own(named("vec3"));
  const std::string a = k.unique("a"), b = k.unique("b"), c = k.unique("c");
  const std::string names = "[" + a + ", " + b + ", " + c + "]";
  const std::vector<field>& parts = from.type().fields;
  if (k.one_in(2))
    return k.lines({"auto " + names + " = " + from.text + ";",
                    "f += " + (k.comparable() ? a + " + " + b + " + " + c : b) + ";"},
                   from.read());
  return k.lines({"auto& " + names + " = " + from.text + ";", b + " = " + a + ";"},
                 then({from.read(parts[0]), from.write(parts[1])}));
}

statement array_of_structures(kernel_writer& k) {
  const element from = k.own_row(k.whole(rows));
  const std::string type = from.type().name, v = k.unique("v");
  const long count = from.in->per_thread;
  std::vector<std::string> code = {
      "struct " + v + "_t { " + type + " all[" + std::to_string(count) + "]; };",
      v + "_t " + v + " = *reinterpret_cast<" + v + "_t*>(&" + from.text + ");"};
  for (long i = 0; i < (k.comparable() ? count : 1); ++i)
    code.push_back(
        "f += " + k.used(from.type(), v + ".all[" + std::to_string(i) + "]", k.scalar_of(from)) +
        ";");
  return k.lines(code, from.range(false, count));
}

statement cleared(kernel_writer& k) {
  const element to = k.own(k.whole(rows));
  return k.line(to.text + (k.one_in(2) ? " = {};" : " = " + to.type().name + "{};"), to.write());
}

statement default_argument(kernel_writer& k) {
  const element from = k.given(k.whole(rows));
  const std::string name = k.unique("with_default");
  const std::string value = k.used(from.type(), "v", k.scalar_of(from));
  k.define("template <class T> __device__ float " + name +
           "(const T* p, T v = T()) { v = *p; return " + value + "; }");
  return k.line("f += " + name + "(&" + from.text + ");", then({from.before, from.read()}));
}

} // namespace

std::vector<construct> structure_constructs() {
  return {{"copied", copied},
          {"through a variable", through_a_variable},
          {"returned and stored", returned_and_stored},
          {"made and stored", made_and_stored},
          {"passed and returned", passed_and_returned},
          {"two by value", two_by_value},
          {"changed by reference", changed_by_reference},
          {"braces", braces},
          {"nested copy", nested_copy},
          {"structured binding", structured_binding},
          {"array of structures", array_of_structures},
          {"cleared", cleared},
          {"default argument", default_argument}};
}

} // namespace cudalab::proof
