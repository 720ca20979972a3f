// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/device_function.h"

#include "emulator/translate/kernel_address.h"

namespace cudalab::emulator {

device_body read_device_body(const code& source, std::size_t keyword) {
  bool has_parameters = false;
  for (std::size_t at = keyword + 1; at < source.size(); ++at) {
    if (source[at] == ";" || source[at] == "}" || (source[at] == "=" && !has_parameters))
      break;
    if (source[at] == "(" || source[at] == "[" || source[at] == "{") {
      const std::size_t close = source.closing(at);
      if (close == code::none || (source[at] == "{" && !has_parameters))
        break;
      if (source[at] == "{")
        return {kernel_declared(source, keyword), {at, close + 1}};
      has_parameters |= source[at] == "(";
      at = close;
    }
  }
  return {};
}

} // namespace cudalab::emulator
