// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Bit-fields, unions, arrays as members, vector types, wide loads and stores.
#include "constructs.h"

namespace cudalab::proof {
namespace {

const field& bit_field_of(kernel_writer& k, const element& in) {
  for (;;)
    if (const field& chosen = k.one_of(in.type().fields); chosen.bits)
      return chosen;
}

/// A bit-field is written by reading what is around it.
plan change_bits(const element& to, const field& part) {
  return then({to.read(part), to.write(part)});
}

statement bit_field_read(kernel_writer& k) {
  const element from = k.readable(bit_fields);
  const field& part = bit_field_of(k, from);
  return k.line("n += " + k.integer() + from[part] + ";", then({from.before, from.read(part)}));
}

statement bit_field_written(kernel_writer& k) {
  const element to = k.own(bit_fields);
  const field& part = bit_field_of(k, to);
  const expression from = k.value(1);
  return k.line(to[part] + " = (int)" + from.text + ";",
                then({from.touches, change_bits(to, part)}));
}

statement bit_field_changed(kernel_writer& k) {
  const element to = k.own(bit_fields);
  const field& part = bit_field_of(k, to);
  const std::string v = k.unique("v");
  if (k.comparable())
    return k.lines({"const int " + v + " = " + to[part] + ";", to[part] + " = " + v + " + 3;"},
                   then({to.read(part), change_bits(to, part)}));
  return k.line(to[part] + (k.one_in(2) ? " += 3;" : "++;"),
                then({to.read(part), change_bits(to, part)}));
}

statement union_members(kernel_writer& k) {
  const element to = k.own(named("word"));
  const field &one = k.one_of(to.type().fields), &two = k.one_of(to.type().fields);
  return k.lines({to[one] + " = 1;", "f += (float)" + to[two] + ";"},
                 then({to.write(one), to.read(two)}));
}

statement vector_made(kernel_writer& k) {
  const element to = k.own(named("float4"));
  const expression x = k.value(0), y = k.value(0);
  return k.line(to.text + " = make_float4(" + x.text + ", 0, " + y.text + ", 1);",
                then({in_any_order({x.touches, y.touches}), to.write()}));
}

statement vector_sum(kernel_writer& k) {
  const element to = k.own(named("float4")), a = k.own(named("float4")),
                b = k.readable(named("float4"));
  const std::string name = k.unique("add");
  k.define("__device__ float4 " + name +
           "(float4 a, float4 b) {\n"
           "  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);\n}");
  return k.line(to.text + " = " + name + "(" + a.text + ", " + b.text + ");",
                then({in_any_order({a.read(), then({b.before, b.read()})}), to.write()}));
}

/// So many elements of 4 bytes at once, where the array is large enough.
statement wide(kernel_writer& k) {
  const element to = k.own(named("float4")), from = k.given(named("float4"));
  return k.lines({"*reinterpret_cast<int4*>(&" + to.text + ") = *reinterpret_cast<const int4*>(&" +
                  from.text + ");"},
                 then({from.before, from.read(), to.write()}));
}

statement as_bytes(kernel_writer& k) {
  const element from = k.readable(any_type);
  const field& part = k.scalar_of(from);
  const long byte = part.offset + k.below(static_cast<int>(part.bytes));
  const field one = {"", "char", byte, 1};
  return k.line("n += reinterpret_cast<const unsigned char*>(&" + from.text + ")[" +
                    std::to_string(byte) + "];",
                then({from.before, from.read(one)}));
}

statement reference_to_member(kernel_writer& k) {
  const element to = k.own(named("nested"));
  const std::string r = k.unique("r");
  const field &y = to.type().fields[1], &w = to.type().fields[7];
  return k.lines({"vec3& " + r + " = " + to.text + ".where;",
                  "float(&" + r + "w)[2] = " + to.text + ".w;", r + ".y = " + r + "w[1];"},
                 then({to.read(w), to.write(y)}));
}

statement array_member(kernel_writer& k) {
  const element to = k.own(named("large"));
  const std::string j = k.unique("j");
  std::vector<plan> each;
  for (int i = 0; i < 5; ++i)
    each.push_back(to.write(to.type().fields[static_cast<std::size_t>(i)]));
  return k.lines({"for (double& " + j + " : " + to.text + ".v)", "  " + j + " = 1;"}, then(each));
}

statement std_array(kernel_writer& k) {
  const element to = k.own(named("std::array<float, 3>"));
  const std::vector<field>& parts = to.type().fields;
  switch (k.below(4)) {
  case 0:
    return k.line(to.text + ".fill(1);",
                  then({to.write(parts[0]), to.write(parts[1]), to.write(parts[2])}));
  case 1:
    return k.line("for (float x : " + to.text + ") f += x;",
                  then({to.read(parts[0]), to.read(parts[1]), to.read(parts[2])}));
  case 2:
    return k.line(to.text + ".front() = " + to.text + ".back();",
                  then({to.read(parts[2]), to.write(parts[0])}));
  default:
    return k.line("f += std::get<1>(" + to.text + ");", to.read(parts[1]));
  }
}

/// Two numbers of 16 bits, which CUDA's own header reads and writes.
statement half_vector(kernel_writer& k) {
  const element to = k.own(named("half2")), a = k.readable(named("half2"));
  switch (k.below(4)) {
  case 0:
    return k.line(to.text + " = __hadd2(" + a.text + ", " + to.text + ");",
                  then({in_any_order({then({a.before, a.read()}), to.read()}), to.write()}));
  case 1: {
    const std::string v = k.unique("v");
    if (k.comparable())
      return k.lines({"const half2 " + v + " = " + a.text + ";",
                      "f += __low2float(" + v + ") + __high2float(" + v + ");"},
                     then({a.before, a.read()}));
    return k.line("f += __low2float(" + a.text + ");", then({a.before, a.read()}));
  }
  case 2:
    return k.line(to.text + " = __floats2half2_rn(1, 2);", to.write());
  default:
    return k.line(to.text + " = " + a.text + ";", then({a.before, copy(a, to)}));
  }
}

} // namespace

std::vector<construct> member_constructs() {
  return {{"bit-field read", bit_field_read},
          {"bit-field written", bit_field_written},
          {"bit-field changed", bit_field_changed},
          {"union", union_members},
          {"vector made", vector_made},
          {"vectors by value", vector_sum},
          {"wide load and store", wide},
          {"as bytes", as_bytes},
          {"reference to member", reference_to_member},
          {"array as a member", array_member},
          {"std::array", std_array},
          {"half2", half_vector}};
}

} // namespace cudalab::proof
