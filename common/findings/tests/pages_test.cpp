// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each kind of finding has a page, and the page's example is a program that shows just that.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <doctest/doctest.h>

#include "findings/tests/all_kinds.h"

using namespace cudalab::findings;

namespace {

const std::string root = FINDINGS_TEST_ROOT;

std::string text_of(const std::string& path) {
  std::ifstream file(root + "/" + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Whether the program's head promises a finding of this kind.
bool shows(const std::string& program, const std::string& kind) {
  const std::string head = text_of(program);
  return std::regex_search(head, std::regex("// Finding:[^\n]*\\b" + kind + "\\b"));
}

} // namespace

TEST_CASE("each kind of finding has a page with a program that shows it, and stands in the index") {
  const std::string index = text_of("docs/findings/index.md");
  for (const finding_kind kind : all_kinds) {
    if (!is_of_device(kind))
      continue;
    const std::string name = name_of(kind);
    CAPTURE(name);
    const std::string page = text_of(page_of(kind));
    CHECK_MESSAGE(!page.empty(), page_of(kind) << " is missing");
    CHECK(page.find("{#" + name + "}") != std::string::npos);
    // "wrong", or "said", where it is only information
    for (const char* part : {"## Why it is ", "## How to fix it", "## What a GPU"})
      CHECK_MESSAGE(page.find(part) != std::string::npos, std::string(part) << " is missing");
    std::smatch program;
    const bool found =
        std::regex_search(page, program, std::regex("common/emulator/proof/findings/\\w+\\.cu"));
    CHECK_MESSAGE(found, "the page names no program in common/emulator/proof/findings");
    CHECK_MESSAGE((found && shows(program[0], name)), "that program does not promise " << name);
    const std::string row =
        "| [" + name + "](" + name + ".md) | " + name_of(severity_of(kind)) + " |";
    CHECK_MESSAGE(index.find(row) != std::string::npos, "docs/findings/index.md needs " << row);
  }
}
