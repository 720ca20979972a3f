// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/shared_layout.h"

#include <algorithm>

#include "emulator/runtime/memory/program_files.h"
#include "emulator/runtime/memory/program_symbols.h"

namespace cudalab::emulator {

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
  const std::ptrdiff_t segment = shared_segment().begin - program_thread_locals().begin;
  for (const program_symbol& symbol : program_symbols()) {
    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(symbol.value) - segment;
    if (symbol.thread_local_variable && offset >= 0 &&
        static_cast<std::size_t>(offset) < uses_.size())
      mark(static_cast<std::size_t>(offset), symbol.bytes, other_variable);
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
