// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <array>

#include "emulator/observe/finding.h"

namespace cudalab::emulator {

namespace {

struct kind_entry {
  const char* name;
  finding_severity severity;
  const char* title;
};

#define CUDALAB_FINDING(id, severity, title) kind_entry{#id, finding_severity::severity, title},
constexpr std::array kinds = {CUDALAB_FINDINGS};
#undef CUDALAB_FINDING

const kind_entry& entry(finding_kind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

} // namespace

const char* name_of(finding_kind kind) {
  return entry(kind).name;
}

const char* title_of(finding_kind kind) {
  return entry(kind).title;
}

finding_severity severity_of(finding_kind kind) {
  return entry(kind).severity;
}

const char* name_of(finding_severity severity) {
  switch (severity) {
  case finding_severity::error:
    return "error";
  case finding_severity::warning:
    return "warning";
  case finding_severity::advice:
    break;
  }
  return "advice";
}

std::string page_of(finding_kind kind) {
  return std::string("docs/findings/") + name_of(kind) + ".md";
}

} // namespace cudalab::emulator
