// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/leave_out_folders.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

const grading_folders two_folders{"/srv/term/grades/files/anna", "/opt/cuda-labs"};

std::string brief_file(const std::string& file) {
  return file_without_folders(file, two_folders);
}

std::string brief_text(const std::string& text) {
  return text_without_folders(text, two_folders);
}

} // namespace

TEST_CASE("a file in a grade is named from the submission's or the course's folder, or alone") {
  CHECK(brief_file("/srv/term/grades/files/anna/lab04.cu") == "lab04.cu");
  CHECK(brief_file("/srv/term/grades/files/anna/../anna/mine.cuh") == "mine.cuh");
  CHECK(brief_file("/opt/cuda-labs/common/lab/function.h") == "common/lab/function.h");
  CHECK(brief_file("/opt/cuda-labs-2/common/lab/function.h") == "function.h");
  CHECK(brief_file("/usr/include/c++/12/vector") == "vector");
  CHECK(brief_file("lab04.cu") == "lab04.cu");
  CHECK(brief_file("../mine.h") == "../mine.h");
  CHECK(brief_file("") == "");
  const grading_folders inside{"/opt/cuda-labs/labs/lab04_tiled_matmul", "/opt/cuda-labs"};
  CHECK(file_without_folders("/opt/cuda-labs/labs/lab04_tiled_matmul/lab04.h", inside) ==
        "lab04.h");
}

TEST_CASE("a folder that is reached by a link is known by both of its names") {
  const scratch_folder scratch;
  fs::create_directory(scratch.path() / "real");
  fs::create_directory_symlink(scratch.path() / "real", scratch.path() / "link");
  const grading_folders by_link{scratch.path() / "link", "/opt/cuda-labs"};
  for (const char* way : {"link", "real"})
    CHECK(file_without_folders(scratch.path() / way / "lab04.cu", by_link) == "lab04.cu");
}

TEST_CASE("texts of a grade name no folder of the machine, and are otherwise as they were") {
  CHECK(brief_text("/opt/cuda-labs/build/bin/emucc -I /opt/cuda-labs/common "
                   "-I/opt/cuda-labs/labs /srv/term/grades/files/anna/lab04.cu -o lab04") ==
        "build/bin/emucc -I common -Ilabs lab04.cu -o lab04");
  CHECK(brief_text("in '/usr/include/c++/12/vector:35', from \"/usr/include/x.h\"") ==
        "in 'vector:35', from \"x.h\"");
  CHECK(brief_text("/usr/bin/nvcc -I/usr/include /srv/term/grades/files/anna/lab04.cu") ==
        "nvcc -Iinclude lab04.cu");
  for (const char* kept :
       {"1/2 and a /b/ c", "TFLOP/s /s", "/no_such_folder_here/x", "docs/findings/race.md",
        "it opens /dev/null and /proc/self/fd", "http://localhost/usr/x", "a // b", "/", "x/usr/y"})
    CHECK(brief_text(kept) == kept);
}

TEST_CASE("no part of a grade holds an absolute path, and a student's own lines stay as they are") {
  const std::string own = "/srv/term/grades/files/anna/lab04.cu";
  grade result = fixed_grade(own);
  result.file = own;
  result.compiler = "clang /usr/lib/clang";
  result.notes = {"nvcc at /usr/bin/nvcc"};
  check_result& check = result.checks[2];
  check.message = "see " + own + ":4";
  check.next = "look at " + own;
  check.details = {"from /opt/cuda-labs/common/lab/function.h"};
  check.findings[0].text = "assert in " + own;
  check.findings[0].missed.emplace();
  check.findings[0].missed->made_in = own;
  check.findings[0].missed->made_line = 1;
  check.findings[0].missed->freed_in = "/usr/include/stdlib.h";
  check.findings[0].missed->freed_line = 2;
  check.data["diagnostics"] = {{{"file", "/usr/include/stdlib.h"}, {"message", "in " + own}}};
  check.data["command"] = "/usr/bin/cc " + own;
  result.sources = {{own, {{1, "#include \"/usr/include/stdlib.h\""}}}};
  leave_out_folders(result, two_folders);
  const std::string text = to_json_text(result);
  for (const char* folder : {"/srv", "/opt", "anna", "/usr/lib", "/usr/bin"})
    CHECK(text.find(folder) == text.npos);
  CHECK(text.find("/usr") == text.rfind("/usr")); // the quoted line
  CHECK(result.sources[0].lines.at(1) == "#include \"/usr/include/stdlib.h\"");
  CHECK(result.sources[0].file == "lab04.cu");
  CHECK(result.file == "lab04.cu");
  CHECK(check.findings[0].parties[0].file == "lab04.cu");
  CHECK(check.findings[0].missed->freed_in == "stdlib.h");
  CHECK(check.message == "see lab04.cu:4");
}
