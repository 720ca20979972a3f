// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/foreign_files.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/files/places.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

/// What is left of the file's name in a finding and in a compiler's message, when `submission` is
/// graded.
std::string left_of(const std::string& file, const fs::path& submission) {
  grade result;
  result.checks.resize(1);
  result.checks[0].findings = {fixed_race(file)};
  result.checks[0].findings[0].missed.emplace();
  result.checks[0].findings[0].missed->made_in = file;
  result.checks[0].findings[0].missed->freed_in = file;
  result.checks[0].data["diagnostics"] = {{{"file", file}, {"line", 1}}};
  hide_foreign_files(result.checks, submission);
  const std::string left = result.checks[0].findings[0].parties[0].file;
  CHECK(result.checks[0].findings[0].parties[1].file == left);
  CHECK(result.checks[0].findings[0].missed->made_in == left);
  CHECK(result.checks[0].findings[0].missed->freed_in == left);
  CHECK(result.checks[0].data["diagnostics"][0]["file"] == left);
  return left;
}

} // namespace

TEST_CASE("reports show the submission, its headers and the course's files, and nothing else") {
  const scratch_folder folder;
  const fs::path submission = folder.path() / "lab04.cu", header = folder.path() / "mine.cuh",
                 other = folder.path() / "their.cu", link = folder.path() / "link.cuh";
  for (const fs::path& file : {submission, header, other})
    std::ofstream(file) << "int x;\n";
  fs::create_symlink("/etc/passwd", link);
  const std::string of_the_course = (source_root() / "common/lab/function.h").string();
  for (const std::string& shown : {submission.string(), header.string(), of_the_course})
    CHECK(left_of(shown, submission) == shown);
  CHECK(left_of(other, submission) == "their.cu");
  CHECK(left_of(link, submission) == "link.cuh");
  CHECK(left_of("/etc/passwd", submission) == "passwd");
  CHECK(left_of("/dev/zero", submission) == "zero");
  CHECK(left_of(source_root() / "common/../README.md", submission) == "README.md");
  CHECK(left_of("", submission) == "");
  CHECK(left_of("lab04.cu", submission) == "lab04.cu"); // no absolute path: nothing is read
}

TEST_CASE("lines of a solution are shown to whom grades a solution") {
  const fs::path solution = source_root() / "solutions/lab04_tiled_matmul/lab04.cu";
  if (!fs::exists(solution))
    return; // a handout
  const scratch_folder folder;
  std::ofstream(folder.path() / "lab04.cu") << "int x;\n";
  CHECK(left_of(solution, folder.path() / "lab04.cu") == "lab04.cu");
  CHECK(left_of(solution, solution) == solution.string());
}
