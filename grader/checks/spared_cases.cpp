// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/spared_cases.h"

#include <algorithm>
#include <map>

#include "grader/checks/case_fault.h"

namespace cudalab::grader {

namespace {

using case_list = std::vector<const test_case*>;

template <class Leaves>
void leave_out(case_list& from, Leaves leaves) {
  from.erase(std::remove_if(from.begin(), from.end(), leaves), from.end());
}

template <class Leaves>
check_cases without(check_cases over, Leaves leaves) {
  leave_out(over.own, leaves);
  leave_out(over.others, leaves);
  return over;
}

void note_wrong_functions(grading_context& in, const case_list& small) {
  const auto faults = faults_of(small, run_watched(in, small, "running"), in.allowed);
  std::map<std::string, std::size_t> wrong;
  for (std::size_t i = 0; i < small.size(); ++i)
    if (faults[i] && ++wrong[small[i]->function()] == wrong_enough)
      in.wrong_functions.insert(small[i]->function());
}

} // namespace

bool is_large(const test_case& one) {
  std::size_t elements = 0;
  for (const protocol::argument& each : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each))
      elements += buffer->elements;
  return elements >= many_elements;
}

check_cases without_spared(grading_context& in, const check_cases& over) {
  const case_list small =
      without(over, [](const test_case* each) { return is_large(*each); }).all();
  if (in.backend == backend_kind::gpu || small.size() == over.all().size())
    return over;
  note_wrong_functions(in, small);
  return without_noted(in, over);
}

check_cases without_noted(const grading_context& in, const check_cases& over) {
  return without(over, [&](const test_case* each) {
    return in.wrong_functions.count(each->function()) != 0 && is_large(*each);
  });
}

} // namespace cudalab::grader
