// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>

#include <doctest/doctest.h>

#include "grader/course/grade_file.h"
#include "grader/reference/promise.h"

using namespace cudalab::course;
namespace fs = std::filesystem;

TEST_CASE("the page of submissions names every hostile one, and what it tries") {
  const std::string page = read_text(fs::path(CUDALAB_ROOT) / "docs/submissions.md");
  int files = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(CUDALAB_ROOT) / "grader/tests/hostile")) {
    if (entry.path().extension() != ".cu") // a part of one
      continue;
    const cudalab::reference::promise head =
        cudalab::reference::promise_of_file(read_text(entry.path()));
    const std::string row = "| `" + entry.path().stem().string() + "` | " + head.kind + " | `" +
                            head.check + "` | " + head.backend + " |";
    CHECK_MESSAGE(page.find(row) != std::string::npos, row);
    ++files;
  }
  CHECK(files >= 40);
}
