// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/lab.h"

#include <stdexcept>
#include <utility>

namespace cudalab::grader {

std::map<std::string, lab>& registered_labs() {
  static std::map<std::string, lab> labs; // built on first use: registrations run before main
  return labs;
}

register_lab::register_lab(lab description) {
  std::string name = description.name;
  if (!registered_labs().emplace(name, std::move(description)).second)
    throw std::logic_error("the lab " + name + " is registered twice");
}

} // namespace cudalab::grader
