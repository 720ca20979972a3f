// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/variables.h"

#include <set>

#include <dwarf.h>
#include <fmt/format.h>

#include "emulator/observe/symbols/debug_info.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

bool type_of(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(die, DW_AT_type, &attribute) != nullptr &&
         dwarf_formref_die(&attribute, type) != nullptr && dwarf_peel_type(type, type) == 0;
}

array_shape shape_of(Dwarf_Die* variable) {
  array_shape shape;
  Dwarf_Die type, element, child;
  if (!type_of(variable, &type))
    return shape;
  element = type;
  if (dwarf_tag(&type) == DW_TAG_array_type) {
    for (bool more = dwarf_child(&type, &child) == 0; more;
         more = dwarf_siblingof(&child, &child) == 0) {
      Dwarf_Attribute attribute;
      Dwarf_Word count = 0;
      if (dwarf_tag(&child) != DW_TAG_subrange_type)
        continue;
      if (dwarf_attr(&child, DW_AT_count, &attribute) != nullptr)
        dwarf_formudata(&attribute, &count);
      else if (dwarf_attr(&child, DW_AT_upper_bound, &attribute) != nullptr &&
               dwarf_formudata(&attribute, &count) == 0)
        ++count;
      shape.dimensions.push_back(count); // 0: an array without bounds
    }
    if (!type_of(&type, &element))
      return shape;
  }
  Dwarf_Word bytes = 0;
  if (dwarf_aggregate_size(&element, &bytes) == 0)
    shape.element_bytes = bytes;
  return shape;
}

/// Where a thread-local variable lies among the program's. False: it is none, or only declared.
bool thread_local_offset(Dwarf_Die* variable, std::uint64_t* offset) {
  Dwarf_Attribute attribute;
  Dwarf_Op* steps = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(variable, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &steps, &count) != 0 || count != 2 ||
      (steps[1].atom != DW_OP_GNU_push_tls_address && steps[1].atom != DW_OP_form_tls_address))
    return false;
  *offset = steps[0].number;
  return true;
}

/// Calls `use` for each variable in the scopes below `die`, until it returns true.
template <class Use>
bool for_variables(Dwarf_Die* die, const Use& use) {
  Dwarf_Die child;
  for (bool more = dwarf_child(die, &child) == 0; more;
       more = dwarf_siblingof(&child, &child) == 0) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_variable && use(&child))
      return true;
    if ((tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace) &&
        for_variables(&child, use))
      return true;
  }
  return false;
}

/// Where a variable with one address for all threads lies. False: it is none, or only declared.
bool fixed_address(Dwarf_Die* variable, std::uint64_t* address) {
  Dwarf_Attribute attribute;
  Dwarf_Op* steps = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(variable, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &steps, &count) != 0 || count != 1 ||
      steps[0].atom != DW_OP_addr)
    return false;
  *address = steps[0].number;
  return true;
}

std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  const char* name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
  return name == nullptr ? "" : name;
}

bool find_shape(const shared_variable& variable, const void* pc, array_shape* shape) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  const std::uint64_t wanted =
      variable.offset +
      static_cast<std::uint64_t>(shared_segment().begin - program_thread_locals().begin);
  Dwarf_Die* const unit = info.unit_of(call_before(pc));
  return unit != nullptr && for_variables(unit, [&](Dwarf_Die* candidate) {
           std::uint64_t offset = 0;
           if (!thread_local_offset(candidate, &offset) ||
               offset + static_cast<std::uint64_t>(info.file_of(unit).thread_locals) != wanted)
             return false;
           *shape = shape_of(candidate);
           return true;
         });
}

/// Of a variable of the device. Its type may be unknown.
array_shape shape_at(const std::byte* variable) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  array_shape shape;
  for (Dwarf_Die& unit : info.units())
    if (for_variables(&unit, [&](Dwarf_Die* candidate) {
          std::uint64_t address = 0;
          if (!fixed_address(candidate, &address) || address != info.dwarf_address(&unit, variable))
            return false;
          shape = shape_of(candidate);
          return true;
        }))
      break;
  return shape;
}

/// An array without bounds that is declared here and lies in dynamic shared memory.
bool is_dynamic_array(Dwarf_Die* candidate, const array_shape& shape) {
  return dwarf_hasattr(candidate, DW_AT_declaration) && shape.dimensions.size() == 1 &&
         shape.dimensions[0] == 0;
}

/// The name of an `extern __shared__` array in the function around `pc`, if it is the only one.
std::string dynamic_array_name(const void* pc, array_shape* shape) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  Dwarf_Die function;
  std::set<std::string> names;
  if (info.function_of(call_before(pc), &function))
    for_variables(&function, [&](Dwarf_Die* candidate) {
      const array_shape found = shape_of(candidate);
      if (is_dynamic_array(candidate, found)) {
        names.insert(name_of(candidate));
        *shape = found;
      }
      return false;
    });
  return names.size() == 1 ? *names.begin() : "";
}

/// A vector of 16 bytes is rarely an element of the array.
constexpr std::uint32_t several_elements = 16;

named_object name_shared(std::uint64_t offset, std::uint32_t bytes, const void* pc) {
  const shared_variable* variable = shared_layout::instance().variable_at(offset);
  if (variable == nullptr)
    return {"shared memory", fmt::format("shared memory, byte {}", offset)};
  const std::uint64_t byte = offset - variable->offset;
  array_shape shape;
  std::string name = variable->name;
  if (variable->dynamic) {
    const std::string declared = dynamic_array_name(pc, &shape);
    if (!declared.empty())
      name = declared;
    else
      shape = {{0}, bytes};
    if (name.empty())
      name = "dynamic shared memory";
    if (declared.empty() && bytes >= several_elements)
      return {name, fmt::format("{}, byte {}", name, grouped(byte))};
  } else if (!find_shape(*variable, pc, &shape) && variable->bytes > bytes) {
    shape = {{variable->bytes / bytes}, bytes};
  }
  return {name, name + index_text(shape, byte)};
}

const char* call_of(const allocation& one) {
  if (is_of_other_process(one))
    return one.by_driver ? "cuIpcOpenMemHandle" : "cudaIpcOpenMemHandle";
  if (one.by_driver)
    return one.kind == memory_kind::managed      ? "cuMemAllocManaged"
           : one.kind == memory_kind::pinned     ? "cuMemHostAlloc"
           : one.kind == memory_kind::registered ? "cuMemHostRegister"
           : is_mapped(one)                      ? "cuMemMap"
           : (one.flags & stream_ordered) != 0   ? "cuMemAllocAsync"
                                                 : "cuMemAlloc";
  switch (one.kind) {
  case memory_kind::device_heap:
    return "malloc or new";
  case memory_kind::managed:
    return "cudaMallocManaged";
  case memory_kind::pinned:
    return "cudaMallocHost";
  case memory_kind::registered:
    return "cudaHostRegister";
  default:
    return (one.flags & of_graph_node) != 0    ? "a graph's node"
           : (one.flags & stream_ordered) != 0 ? "cudaMallocAsync"
                                               : "cudaMalloc";
  }
}

named_object name_global(std::uint64_t offset, std::uint32_t bytes) {
  const device_memory& memory = device_memory::instance();
  const std::byte* const address = memory.begin() + offset;
  std::optional<allocation> found = memory.find(address);
  if (!found)
    found = memory.nearest(address);
  if (!found)
    return {"", ""};
  std::string name = found->name;
  if (name.empty()) {
    const source_place made = own_line_of(found->made_by, found->behind);
    name = made.line == 0
               ? "device memory"
               : fmt::format("the memory from {} in {}", call_of(*found), line_words(made));
  }
  const std::ptrdiff_t at = address - found->begin;
  if (is_variable(found->kind) && at >= 0)
    if (const array_shape shape = shape_at(found->content); shape.element_bytes != 0)
      return {name, name + index_text(shape, static_cast<std::uint64_t>(at))};
  // An access may be one of several elements.
  const std::ptrdiff_t size = found->element_bytes != 0
                                  ? static_cast<std::ptrdiff_t>(found->element_bytes)
                              : bytes == 0 ? 1
                                           : bytes;
  const std::ptrdiff_t index = at >= 0 ? at / size : -((-at + size - 1) / size);
  if (found->bytes == static_cast<std::size_t>(size) && found->kind == memory_kind::device_heap &&
      !found->name.empty()) // the condition of a graph's node
    return {name, name};
  if (found->name.empty()) // a description, not a variable that could have an index
    return {name, fmt::format("element {} of {}", index, name)};
  return {name, fmt::format("{}[{}]", name, index)};
}

} // namespace

array_shape shape_of_shared(const shared_variable& variable, const void* pc) {
  array_shape shape;
  return find_shape(variable, pc, &shape) ? shape : array_shape{};
}

std::map<std::string, object_space> arrays_with(const std::vector<std::uint64_t>& dimensions,
                                                const void* pc) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  std::map<std::string, object_space> names;
  bool locals = true;
  const auto take = [&](Dwarf_Die* candidate) {
    const std::vector<std::uint64_t> has = shape_of(candidate).dimensions;
    if (has.size() < dimensions.size() ||
        !std::equal(dimensions.rbegin(), dimensions.rend(), has.rbegin()))
      return false;
    std::uint64_t at = 0;
    const object_space space = thread_local_offset(candidate, &at) ? object_space::shared
                               : fixed_address(candidate, &at)     ? object_space::global
                                                                   : object_space::local;
    if (locals || space == object_space::global)
      names[name_of(candidate)] = space;
    return false;
  };
  const void* const call = call_before(pc);
  Dwarf_Die function;
  const bool known = info.function_of(call, &function);
  if (known)
    for_variables(&function, take);
  // A lambda uses the arrays of the function around it; nobody else those of another function.
  locals = known && name_of(&function) == "operator()";
  if (Dwarf_Die* const unit = info.unit_of(call); names.empty() && unit != nullptr)
    for_variables(unit, take);
  return names;
}

named_object name_object(memory_space space, std::uint64_t offset, std::uint32_t bytes,
                         const void* pc) {
  return space == memory_space::shared ? name_shared(offset, bytes, pc)
                                       : name_global(offset, bytes);
}

std::string index_text(const array_shape& shape, std::uint64_t byte) {
  if (shape.dimensions.empty() || shape.element_bytes == 0)
    return "";
  std::uint64_t index = byte / shape.element_bytes;
  std::string text;
  for (std::size_t i = shape.dimensions.size(); i-- > 0;) {
    const bool outermost = i == 0; // its index may be too large
    const std::uint64_t size = shape.dimensions[i];
    text = fmt::format("[{}]{}", outermost || size == 0 ? index : index % size, text);
    if (size != 0)
      index /= size;
  }
  return text;
}

} // namespace cudalab::emulator
