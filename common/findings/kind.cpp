// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/kind.h"

#include <array>
#include <cstddef>

#include "findings/named.h"

namespace cudalab::findings {

namespace {

struct kind_entry {
  const char* name;
  finding_severity severity;
  const char* title;
};

#define CUDALAB_FINDING(id, severity, title) kind_entry{#id, finding_severity::severity, title},
constexpr std::array kinds = {CUDALAB_FINDINGS};
#undef CUDALAB_FINDING

constexpr std::array severities = {"error", "warning", "information"};

const kind_entry& entry(finding_kind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

} // namespace

const char* name_of(finding_kind kind) {
  return entry(kind).name;
}

std::optional<finding_kind> kind_named(const std::string& name) {
  return value_named<finding_kind>(kinds.size(), name);
}

const char* title_of(finding_kind kind) {
  return entry(kind).title;
}

finding_severity severity_of(finding_kind kind) {
  return entry(kind).severity;
}

std::string page_of(finding_kind kind) {
  if (kind == finding_kind::crash)
    return {};
  const finding_kind explained =
      kind == finding_kind::launch_error ? finding_kind::invalid_launch : kind;
  return std::string("docs/findings/") + name_of(explained) + ".md";
}

const char* name_of(finding_severity severity) {
  return severities[static_cast<std::size_t>(severity)];
}

std::optional<finding_severity> severity_named(const std::string& name) {
  return value_named<finding_severity>(severities.size(), name);
}

} // namespace cudalab::findings
