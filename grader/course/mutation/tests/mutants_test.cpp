// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/mutants.h"

#include <fstream>
#include <set>

#include <doctest/doctest.h>
#include <unistd.h>

#include "grader/course/grade_file.h"

using namespace cudalab::mutation;
namespace fs = std::filesystem;

namespace {

const std::string marked = "void given() { a = b + c; }\n"
                           "void f() {\n"
                           "  // BEGIN SOLUTION\n"
                           "  // STARTER: d = e + f;\n"
                           "  g = h + // why\n"
                           "      i;\n"
                           "  // END SOLUTION\n"
                           "  j = k + l;\n"
                           "}\n";

} // namespace

TEST_CASE("only what a student would have written is changed") {
  const auto mutants = mutants_of("lab00.cu", marked);
  REQUIRE(mutants.size() == 2);
  CHECK(mutants[0].change.name == "assignment left out");
  CHECK(mutants[0].name.before == "g = h + i;");
  CHECK(mutants[0].name.after == ";");
  CHECK(mutants[1].name.before == "g = h +"); // the line that is changed, without its comment
  CHECK(mutants[1].name.after == "g = h -");
  CHECK(mutants[1].name.function == "f");
  CHECK(mutants[1].line == 5);
}

TEST_CASE("a file without marks is all solution") {
  CHECK(mutants_of("a.h", "int n = a + b;\n").size() == 1);
}

TEST_CASE("functions: the outermost one, not a condition, a namespace or a class") {
  const auto mutants = mutants_of("a.h", "namespace n {\nstruct s {\n  int g(int a) const {\n"
                                         "    if (a) {\n      b();\n    }\n  }\n};\n}\n");
  REQUIRE_FALSE(mutants.empty());
  for (const mutant& each : mutants)
    CHECK(each.name.function == "");
  CHECK(mutants_of("a.h", "namespace n {\nvoid h(int a) {\n  if (a) {\n    b();\n  }\n}\n}\n")
            .front()
            .name.function == "h");
}

TEST_CASE("mutants of the same name are numbered, and no text comes twice") {
  const auto mutants = mutants_of("a.cu", "void f() {\n  g();\n  g();\n}\n");
  REQUIRE(mutants.size() == 2);
  CHECK(mutants[0].nth == 0);
  CHECK(mutants[1].nth == 1);
  std::set<std::string> texts;
  for (const mutant& each : mutants_of("lab00.cu", "void f() {\n  if (a == 1 && b[2] < 3)\n"
                                                   "    c[d + 1] += e;\n}\n")) {
    CHECK(each.name.before != each.name.after);
    CHECK(texts.insert(each.name.before + each.name.after).second);
  }
}

TEST_CASE("a mutant is written with the headers of its solution") {
  const fs::path folder =
      fs::temp_directory_path() / ("cudalab_mutants_test" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder / "lab00_topic");
  std::ofstream(folder / "lab00_topic/lab00.cu") << "\n#include \"part.h\"\n#include \"lab00.h\"\n";
  std::ofstream(folder / "lab00_topic/part.h") << "int n = 7;\n";
  const solution one = cudalab::reference::read_solution(folder / "lab00_topic/lab00.cu");
  CHECK(one.lab == "lab00");
  CHECK(one.folder == "lab00_topic");
  REQUIRE(one.files.size() == 2);
  CHECK(one.files[1].name == "part.h");
  const auto mutants = mutants_of(one);
  REQUIRE(mutants.size() == 2);
  CHECK(mutants[0].name.file == "part.h");
  CHECK(cudalab::reference::write_solution(with_mutant(one, mutants[0]), folder / "copy") ==
        folder / "copy/lab00.cu");
  CHECK(cudalab::course::read_text(folder / "copy/part.h") == "int n = 8;\n");
  CHECK(cudalab::course::read_text(folder / "copy/lab00.cu") ==
        cudalab::course::read_text(folder / "lab00_topic/lab00.cu"));
  fs::remove_all(folder);
}
