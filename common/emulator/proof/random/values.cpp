// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Nested expressions: how a value comes out of memory.
#include "kernel_writer.h"

namespace cudalab::proof {
namespace {

/// Whether a pointer to member can name it: ".x".
bool is_direct_member(const field& part) {
  return !part.bits && part.path.size() > 1 && part.path[0] == '.' &&
         part.path.find_first_of(".[", 1) == std::string::npos;
}

expression one_scalar(kernel_writer& k) {
  const element from = k.readable(copyable);
  const field& part = k.one_of(from.type().fields);
  return {"(float)" + from[part], then({from.before, from.read(part)})};
}

expression read_by_value(kernel_writer& k) {
  const element from = k.readable(k.whole(copyable));
  const std::string name = k.unique("by_value");
  const field& part = k.one_of(from.type().fields);
  const std::string value = k.used(from.type(), "v", part);
  k.define("__device__ float " + name + "(" + from.type().name + " v) { return " + value + "; }");
  return {name + "(" + from.text + ")", then({from.before, from.read()})};
}

expression read_by_reference(kernel_writer& k) {
  const element from = k.readable(copyable);
  const std::string name = k.unique("by_reference");
  const field& part = k.one_of(from.type().fields);
  k.define("__device__ float " + name + "(const " + from.type().name + "& v) { return (float)v" +
           part.path + "; }");
  return {name + "(" + from.text + ")", then({from.before, from.read(part)})};
}

expression read_by_pointer(kernel_writer& k) {
  const element from = k.readable(copyable);
  const std::string name = k.unique("by_pointer");
  const field& part = k.one_of(from.type().fields);
  k.define("template <class T> __device__ float " + name + "(const T* p) { return (float)(*p)" +
           part.path + "; }");
  return {name + "(&" + from.text + ")", then({from.before, from.read(part)})};
}

expression read_member_by_reference(kernel_writer& k) {
  const element from = k.readable(any_type);
  const field& part = k.scalar_of(from);
  const std::string name = k.unique("member_by_reference");
  k.define("__device__ float " + name + "(const " + part.type + "& v) { return (float)v; }");
  return {name + "(" + from[part] + ")", then({from.before, from.read(part)})};
}

expression read_pointer_to_member(kernel_writer& k) {
  for (int tries = 0; tries < 9; ++tries) {
    const element from = k.readable(rows);
    const field& part = k.one_of(from.type().fields);
    if (is_direct_member(part))
      return {"(float)(" + from.text + ".*(&" + from.type().name + "::" + part.path.substr(1) +
                  "))",
              then({from.before, from.read(part)})};
  }
  return one_scalar(k);
}

expression read_lambda_by_reference(kernel_writer& k) {
  expression inner = one_scalar(k);
  return {"[&] { return " + inner.text + "; }()", inner.touches};
}

expression read_lambda_with_copy(kernel_writer& k) {
  const element from = k.readable(k.whole(copyable));
  const field& part = k.one_of(from.type().fields);
  return {"[v = " + from.text + "] { return " + k.used(from.type(), "v", part) + "; }()",
          then({from.before, from.read()})};
}

expression read_returned_copy(kernel_writer& k) {
  const element from = k.readable(k.whole(copyable));
  const field& part = k.one_of(from.type().fields);
  const std::string name = k.unique("copy_of");
  k.define("template <class T> __device__ T " + name + "(const T& v) { return v; }");
  return {k.used(from.type(), name + "(" + from.text + ")", part),
          then({from.before, from.read()})};
}

expression read_returned_reference(kernel_writer& k) {
  const element from = k.readable(copyable);
  const field& part = k.one_of(from.type().fields);
  const std::string name = k.unique("self");
  k.define("template <class T> __device__ const T& " + name + "(const T& v) { return v; }");
  return {"(float)" + name + "(" + from.text + ")" + part.path,
          then({from.before, from.read(part)})};
}

struct leaf {
  const char* name;
  expression (*write)(kernel_writer&);
};

const std::vector<leaf> leaves = {
    {"value", one_scalar},
    {"value", one_scalar},
    {"structure by value", read_by_value},
    {"structure by reference", read_by_reference},
    {"structure by pointer, template", read_by_pointer},
    {"member by reference", read_member_by_reference},
    {"pointer to member", read_pointer_to_member},
    {"lambda by reference", read_lambda_by_reference},
    {"lambda with a copy", read_lambda_with_copy},
    {"returned copy", read_returned_copy},
    {"returned reference", read_returned_reference},
};

expression write_leaf(kernel_writer& k) {
  const leaf& chosen = k.one_of(leaves);
  const auto outer = k.begin_construct(std::string("read: ") + chosen.name);
  const auto own = k.use();
  if (outer)
    outer->parts.push_back(own);
  expression made = chosen.write(k);
  k.end_construct(outer);
  return {made.text, [touches = made.touches, own](const position& at) {
            expected all = touches(at);
            all.belongs_to(own);
            return all;
          }};
}

} // namespace

expression kernel_writer::value(int depth) {
  if (depth == 0 || one_in(3))
    return write_leaf(*this);
  const expression a = value(depth - 1), b = value(depth - 1);
  // Comparable: none that is dropped, and none of two branches: nvcc stores it in each.
  switch (comparable_ ? 2 + below(4) : below(6)) {
  case 0: // the value of a is dropped
    return {"(" + a.text + ", " + b.text + ")", then({a.touches, b.touches})};
  case 1: {
    int chosen = 0;
    const number condition = thread_is(chosen);
    return {"(" + condition.text + " ? " + a.text + " : " + b.text + ")",
            only_if([condition](const position& at) { return condition.value(at) != 0; }, a.touches,
                    b.touches)};
  }
  case 2:
    return {"fminf(" + a.text + ", " + b.text + ")", in_any_order({a.touches, b.touches})};
  case 3:
    return {"-(" + a.text + " * " + b.text + ")", in_any_order({a.touches, b.touches})};
  default:
    return {"(" + a.text + " + " + b.text + ")", in_any_order({a.touches, b.touches})};
  }
}

number kernel_writer::thread_is(int& chosen) {
  chosen = 2 + below(3);
  const int step = chosen, rest = below(chosen);
  return {"t % " + std::to_string(step) + " == " + std::to_string(rest),
          [=](const position& at) { return at.thread % step == rest ? 1L : 0L; }};
}

} // namespace cudalab::proof
