// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "program_text.h"

namespace cudalab::proof {
namespace {

plan composed(expected::order how, std::vector<plan> parts) {
  return [how, parts = std::move(parts)](const position& at) {
    std::vector<expected> all;
    for (const plan& part : parts)
      all.push_back(part(at));
    return expected(how, std::move(all));
  };
}

} // namespace

plan then(std::vector<plan> parts) {
  return composed(expected::order::sequence, std::move(parts));
}

plan in_any_order(std::vector<plan> parts) {
  return composed(expected::order::any, std::move(parts));
}

plan only_if(std::function<bool(const position&)> condition, plan yes, plan no) {
  return [condition = std::move(condition), yes = std::move(yes),
          no = std::move(no)](const position& at) { return condition(at) ? yes(at) : no(at); };
}

} // namespace cudalab::proof
