// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/place_words.h"

namespace cudalab::emulator {

using findings::remedy_id;

finding_words place_words(const finding& found) {
  const bool writes = std::string(found.parties.front().action) == "writes";
  const auto advise = [&](remedy_id id) {
    return finding_words{found.detail, {{id, {}, found.variable}}};
  };
  switch (found.kind) {
  case finding_kind::constant_write:
    return advise(remedy_id::fill_constant);
  case finding_kind::host_access:
    if (found.why != finding_case::of_variable)
      return {found.detail, {{remedy_id::copy_to_host}}};
    return advise(writes ? remedy_id::copy_to_symbol : remedy_id::copy_from_symbol);
  default:
    break;
  }
  if (!found.variable.empty())
    return advise(remedy_id::pass_the_value);
  return {found.detail, {{remedy_id::pass_device_memory}}};
}

} // namespace cudalab::emulator
