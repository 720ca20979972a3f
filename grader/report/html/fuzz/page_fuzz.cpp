// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as a stored grade, from which `report` makes a page.
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "fuzzing/property.h"
#include "grader/report/grade_document.h"
#include "grader/report/html/page.h"
#include "grader/report/html/tests/well_formed.h"

using namespace cudalab::fuzzing;
using namespace cudalab::grader;

namespace {

/// Whatever a file's author wrote: it stays text in the page.
void must_be_a_page(const std::string& text) {
  const html_page page = read_page(text);
  must(page.problem.empty(), "the page is well-formed");
  must(find_all(page, "script").empty(), "nothing in it runs");
  for (const html_element& each : page.elements)
    for (const auto& [name, value] : each.attributes)
      must(name.rfind("on", 0) != 0 && value.rfind("javascript:", 0) != 0, "nothing in it runs");
}

void try_page(const std::uint8_t* data, std::size_t size) {
  try {
    must_be_a_page(to_html(read_grade_document(text_of(data, size))));
  } catch (const nlohmann::json::exception&) { // refused, as command_report.cpp does
  } catch (const std::runtime_error&) {
  }
}

const fuzz_test page_fuzz("page_fuzz", try_page);

} // namespace
