// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/progress_file.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/tests/schema_validator.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

TEST_CASE("what was shown is remembered") {
  scratch_folder scratch;
  const auto file = scratch.path() / "new" / "progress.json";
  progress_file first(file);
  CHECK(first.hints_shown("lab04", 1) == 0);
  first.set_hints_shown("lab04", 1, 2);
  CHECK(first.save());
  CHECK(progress_file(file).hints_shown("lab04", 1) == 2);
  CHECK(progress_file(file).hints_shown("lab04", 2) == 0);
  CHECK(progress_file(file).hints_shown("lab05", 1) == 0);
}

TEST_CASE("the exercise that is not done yet is remembered by lab") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  progress_file first(file);
  CHECK(first.open_exercise("lab08") == 0);
  first.set_open_exercise("lab08", 3);
  CHECK(first.save());
  CHECK(progress_file(file).open_exercise("lab08") == 3);
  CHECK(progress_file(file).open_exercise("lab04") == 0);
}

TEST_CASE("a damaged file is reported, kept aside, and does not block") {
  for (const char* damage : {"", "{", "[]", "{\"hints\": 3}", "{\"hints\": {\"lab04\": []}}",
                             "{\"hints\": {\"lab04\": {\"1\": \"two\"}}}", "{\"open\": [1]}",
                             "{\"open\": {\"lab04\": \"two\"}}"}) {
    scratch_folder scratch;
    const auto file = scratch.path() / "progress.json";
    std::ofstream(file) << damage;
    progress_file opened(file);
    CHECK(opened.hints_shown("lab04", 1) == 0);
    CHECK_FALSE(opened.complaint().empty());
    CHECK(std::filesystem::exists(scratch.path() / "progress.json.damaged-1"));
    opened.set_hints_shown("lab04", 1, 1);
    CHECK(opened.save());
  }
}

TEST_CASE("parts that this version does not know are kept") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  std::ofstream(file) << R"({"later": [1]})";
  progress_file opened(file);
  opened.set_hints_shown("lab04", 1, 1);
  CHECK(opened.save());
  CHECK(read_json(file)["later"][0] == 1);
}
