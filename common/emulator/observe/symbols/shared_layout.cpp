// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/shared_layout.h"

#include <algorithm>

#include <link.h>

#include "emulator/observe/symbols/debug_info.h"

namespace cudalab::emulator {

thread_local_range program_thread_locals() {
  constinit thread_local thread_local_range range; // a kernel asks with each read of threadIdx
  if (range.begin != nullptr)
    return range;
  dl_iterate_phdr( // the first is the program
      [](dl_phdr_info* info, std::size_t, void* result) {
        auto& found = *static_cast<thread_local_range*>(result);
        found.begin = static_cast<const std::byte*>(info->dlpi_tls_data);
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            found.bytes = info->dlpi_phdr[i].p_memsz;
        return 1;
      },
      &range);
  return range;
}

const shared_layout& shared_layout::instance() {
  static const shared_layout* const layout = [] {
    auto* made = new shared_layout(shared_variables(), shared_segment().bytes);
    made->find_other_variables();
    return made;
  }();
  return *layout;
}

shared_layout::shared_layout(const std::vector<shared_variable>& variables, std::size_t bytes)
    : variables_(variables), uses_(bytes, hole) {
  for (const shared_variable& variable : variables_)
    mark(variable.offset, variable.bytes, variable.dynamic ? dynamic_area : shared);
}

void shared_layout::mark(std::size_t offset, std::size_t bytes, byte_use use) {
  for (std::size_t i = offset; i < offset + bytes && i < uses_.size(); ++i)
    if (uses_[i] == hole)
      uses_[i] = use;
}

void shared_layout::find_other_variables() {
  if (std::find(uses_.begin(), uses_.end(), std::uint8_t{hole}) == uses_.end())
    return;
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  const std::ptrdiff_t segment = shared_segment().begin - program_thread_locals().begin;
  const int symbols = info.module() == nullptr ? 0 : dwfl_module_getsymtab(info.module());
  for (int i = 0; i < symbols; ++i) {
    GElf_Sym symbol;
    if (dwfl_module_getsym(info.module(), i, &symbol, nullptr) == nullptr ||
        GELF_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF)
      continue;
    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(symbol.st_value) - segment;
    if (offset >= 0 && static_cast<std::size_t>(offset) < uses_.size())
      mark(static_cast<std::size_t>(offset), symbol.st_size, other_variable);
  }
  if (std::find(uses_.begin(), uses_.end(), std::uint8_t{other_variable}) == uses_.end())
    return;
  for (const std::uint8_t use : uses_)
    others_.push_back(use == other_variable);
}

const shared_variable* shared_layout::variable_at(std::size_t offset) const {
  const shared_variable* found = nullptr;
  for (const shared_variable& variable : variables_)
    if (variable.offset <= offset)
      found = &variable;
  return found;
}

const shared_variable* shared_layout::dynamic() const {
  for (const shared_variable& variable : variables_)
    if (variable.dynamic)
      return &variable;
  return nullptr;
}

} // namespace cudalab::emulator
