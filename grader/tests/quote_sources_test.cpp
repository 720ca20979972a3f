// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/quote_sources.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

std::string text_of(int lines) {
  std::string text;
  for (int i = 1; i <= lines; ++i)
    text += "\tline " + std::to_string(i) + '\n';
  return text;
}

void write(const std::filesystem::path& file, int lines) {
  std::ofstream(file) << text_of(lines);
}

} // namespace

TEST_CASE("a grade quotes the lines that it speaks of, and what stands between those of a race") {
  const std::string file = "/me/lab04.cu";
  const std::map<std::string, std::string> read = {{file, text_of(100)}};
  grade result = fixed_grade(file);
  result.checks[2].findings[0].parties[0].line = 50;
  result.checks[2].findings[0].parties[1].line = 40;
  quote_sources(result, read, {});
  REQUIRE(result.sources.size() == 1);
  CHECK(result.sources[0].lines.size() == 31);
  CHECK(result.sources[0].lines.at(45) == "  line 45");
  result.checks[2].findings[0].kind = finding_kind::out_of_bounds;
  quote_sources(result, read, {});
  CHECK(result.sources[0].lines.size() == 10); // two lines, each with two before and after it
  result.checks[2].findings.clear();
  result.checks[0].data["diagnostics"] = {{{"file", file}, {"line", 1}, {"severity", "error"}}};
  quote_sources(result, read, {});
  CHECK(result.sources[0].lines.size() == 3);
}

TEST_CASE("a finding that names another file does not make it readable") {
  const scratch_folder folder;
  const auto secret = folder.path() / "secret.cu";
  const std::map<std::string, std::string> read = {{"/me/lab04.cu", text_of(9)}};
  std::filesystem::create_directory(folder.path() / "given");
  const auto header = folder.path() / "given" / "lab04.h";
  write(secret, 9);
  write(header, 9);
  grade result = fixed_grade(secret.string());
  quote_sources(result, read, {folder.path() / "given"});
  CHECK(result.sources.empty());
  result = fixed_grade((folder.path() / "given" / ".." / "secret.cu").string());
  quote_sources(result, read, {folder.path() / "given"});
  CHECK(result.sources.empty());
  result = fixed_grade(header.string());
  quote_sources(result, read, {folder.path() / "given"});
  CHECK(result.sources.size() == 1);
  quote_sources(result, read, {});
  CHECK(result.sources.empty());
}
