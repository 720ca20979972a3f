// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Atomic functions, volatile accesses, cached loads, copies by a whole group.
#include "constructs.h"

namespace cudalab::proof {
namespace {

plan update(const element& of, manner how) {
  return then({of.read(how), of.write(how)});
}

statement atomic_function(kernel_writer& k) {
  const element to = k.contested(named("int"));
  const std::string name = k.one_of<std::string>(
      {"atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicExch", "atomicOr", "atomicXor"});
  const expression x = k.value(0);
  return k.line("n += " + name + "(&" + to.text + ", (int)" + x.text + ");",
                then({x.touches, update(to, manner::atomic)}));
}

statement compare_and_swap(kernel_writer& k) {
  const element to = k.contested(named("unsigned"));
  return k.line("n += atomicCAS(&" + to.text + ", 1u, 2u);", update(to, manner::atomic));
}

statement atomic_float(kernel_writer& k) {
  const type_filter type = named(k.one_in(2) ? "float" : "double");
  // Comparable: in shared memory a GPU has no such instruction; it tries until nobody was between.
  const element to = k.comparable() ? k.contested_global(type) : k.contested(type);
  return k.line("atomicAdd(&" + to.text + ", 1);", update(to, manner::atomic));
}

statement atomic_in_own_element(kernel_writer& k) {
  const element to = k.own(named("int"));
  return k.line("atomicAdd_block(&" + to.text + ", 2);", update(to, manner::block_atomic));
}

statement built_in_atomic(kernel_writer& k) {
  const element to = k.contested(named("int"));
  switch (k.below(4)) {
  case 0:
    return k.line("__atomic_fetch_add(&" + to.text + ", 1, __ATOMIC_RELAXED);",
                  update(to, manner::atomic));
  case 1:
    return k.line("n += __atomic_load_n(&" + to.text + ", __ATOMIC_RELAXED);",
                  to.read(manner::atomic));
  case 2:
    return k.line("__atomic_store_n(&" + to.text + ", 5, __ATOMIC_RELAXED);",
                  to.write(manner::atomic));
  default:
    return k.line("__sync_fetch_and_add(&" + to.text + ", 1);", update(to, manner::atomic));
  }
}

statement volatile_access(kernel_writer& k) {
  const element to = k.own(scalars);
  const std::string type = "volatile " + to.type().name + "*";
  const auto how = manner::volatile_access;
  switch (k.below(3)) {
  case 0:
    return k.line("n += " + k.integer() + "*(" + type + ")&" + to.text + ";", to.read(how));
  case 1:
    return k.line("*(" + type + ")&" + to.text + " = 1;", to.write(how));
  default: {
    const std::string p = k.unique("p");
    return k.lines({type + " " + p + " = &" + to.text + ";", "*" + p + " = *" + p + " + 1;"},
                   then({to.read(how), to.write(how)}));
  }
  }
}

statement volatile_member(kernel_writer& k) {
  const element to = k.own(named("vec3"));
  const std::string r = k.unique("r");
  const field &x = to.type().fields[0], &z = to.type().fields[2];
  const auto how = manner::volatile_access;
  return k.lines({"volatile vec3& " + r + " = " + to.text + ";", r + ".x = " + r + ".z;"},
                 then({to.read(z, how), to.write(x, how)}));
}

statement cached_load(kernel_writer& k) {
  const std::string type = k.one_of<std::string>({"float", "int", "float4", "double2", "int4"});
  element from = k.given(named(type));
  if (from.in->where != region::memory::buffer)
    return k.line("n += 1;", nothing);
  const std::string v = k.unique("v");
  return k.line("const " + type + " " + v + " = __ldg(&" + from.text + ");",
                then({from.before, from.read()}));
}

statement copy_by_thread_group(kernel_writer& k) {
  const element to = k.own(plain_data), from = k.given(named(to.type().name));
  return k.lines({"cg::memcpy_async(cg::this_thread(), &" + to.text + ", &" + from.text +
                      ", sizeof(" + to.type().name + "));",
                  "cg::wait(cg::this_thread());"},
                 then({from.before, copy(from, to)}));
}

statement shuffled(kernel_writer& k) {
  const element from = k.own(named("float"));
  const std::string v = k.unique("v");
  return k.lines({"const float " + v + " = " + from.text + ";",
                  "f += __shfl_sync(__activemask(), " + v + ", t % 32);"},
                 from.read());
}

} // namespace

std::vector<construct> parallel_constructs() {
  return {{"atomic function", atomic_function},
          {"compare and swap", compare_and_swap},
          {"atomic float", atomic_float},
          {"atomic in an own element", atomic_in_own_element},
          {"built-in atomic", built_in_atomic, "nvcc takes none in kernels"},
          {"volatile", volatile_access},
          {"volatile member", volatile_member},
          {"cached load", cached_load,
           "what nobody changes is read once for a whole loop, also behind a fence"},
          {"copy by a group of one", copy_by_thread_group,
           "Nsight Compute counts asynchronous copies elsewhere"},
          {"shuffle of a value", shuffled}};
}

} // namespace cudalab::proof
