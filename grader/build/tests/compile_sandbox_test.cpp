// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Files that mean to read what is not theirs, or to use up the machine, while they are compiled.
// Each is the lab's starter with something added.
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

#include "grader/build/build_command.h"
#include "grader/build/builder.h"
#include "grader/build/compile_view.h"
#include "grader/build/run_compiler.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/run/private_folder.h"
#include "grader/run/sandbox/sandbox.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;
using kind = build_outcome::kind;

namespace {

build_outcome build(const std::string& added, build_flavour which = build_flavour::fast) {
  const private_folder folder("hostile");
  const fs::path file = folder.path() / "lab01.cu";
  std::ofstream(file) << content_of(source_root() / "labs/lab01_thread_indexing/lab01.cu") << added
                      << '\n';
  return builder("lab01", "lab01_thread_indexing").build(file, which);
}

bool wrapped() {
  if (sandbox().name == "bubblewrap")
    return true;
  MESSAGE("skipped: " << sandbox().reason);
  return false;
}

} // namespace

TEST_CASE("the starter compiles in the sandbox, with every flavour") {
  for (const build_flavour which : {build_flavour::fast, build_flavour::checked}) {
    const build_outcome outcome = build("", which);
    CAPTURE(outcome.log);
    CHECK(outcome.how == kind::built);
  }
}

#ifndef __clang__ // makes none
TEST_CASE("the headers that were compiled beforehand are in sight, and are used") {
  const private_folder folder("output");
  const fs::path file = source_root() / "labs/lab01_thread_indexing/lab01.cu";
  const build_plan plan = {"lab01", "lab01_thread_indexing", file};
  for (const build_flavour which : {build_flavour::fast, build_flavour::checked}) {
    const sandbox_view view = compile_view(plan, which, folder.path());
    std::vector<std::string> command = link_command(plan, which, folder.path() / "program");
    command.push_back("-v"); // shows the commands: with -include, all headers are compiled again
    const compiler_run run = run_compiler(command, std::chrono::seconds(100), &view);
    CAPTURE(run.output);
    CHECK(run.status == 0);
    CHECK(run.output.find(" -imacros cuda_runtime.h") != std::string::npos);
    CHECK(run.output.find(" -include cuda_runtime.h") == std::string::npos);
  }
}
#endif

TEST_CASE("files that are not the student's cannot be included") {
  if (!wrapped())
    return;
  // Absolute paths are refused before the sandbox could hide them.
  const std::string top = "../../../../../../../../../..", root = top + source_root().string();
  for (const std::string& file :
       {top + "/etc/passwd", top + "/etc/shadow",
        root + "/solutions/lab01_thread_indexing/lab01.cu", root + "/grader/lab.h",
        root + "/labs/lab01_thread_indexing/lab01_mistakes.h",
        root + "/labs/lab01_thread_indexing/lab01_grader.cpp", std::string("lab01_mistakes.h"),
        std::string("../solutions/lab01_thread_indexing/lab01.cu")}) {
    CAPTURE(file);
    const build_outcome outcome = build("#include \"" + file + "\"");
    CHECK(outcome.how == kind::compile_error);
    REQUIRE_FALSE(outcome.diagnostics.empty());
    const std::string& says = outcome.diagnostics[0].message; // g++'s words, or clang's
    CHECK((says.find("No such file") != says.npos || says.find("file not found") != says.npos));
  }
}

TEST_CASE("a file cannot be put into the program by the assembler") {
  const std::string secret = source_root() / "grader/lab.h";
  const build_outcome outcome = build("__attribute__((section(\".rodata\\n.incbin \\\"" + secret +
                                      "\\\"\\n.section .rodata\"))) extern const int stolen = 1;");
  CHECK(outcome.how == kind::compile_error);
  CHECK(outcome.log.find("the attribute 'section'") != std::string::npos);
}

TEST_CASE("what would use up the machine is stopped, and is the student's mistake") {
  // Compilers see some of it themselves.
  const auto held = [](kind how) { return how == kind::too_large || how == kind::compile_error; };
  // clang takes this one for an empty file.
  CHECK(build("#include \"../../../../../../../../../../dev/zero\"").how != kind::failed);
  CHECK(build("int large[150000000] = {1};").how != kind::failed);
  CHECK(build("#include __FILE__").how == kind::compile_error);
  CHECK(held(build("#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\n"
                   "int many() { int i = 0; B(B(B(i++;))) return i; }")
                 .how));
}

TEST_CASE("a file that cannot be taken is its author's mistake, whoever reads it first") {
  const builder here("lab01", "lab01_thread_indexing");
  for (const build_outcome& outcome :
       {here.build("/dev/null", build_flavour::fast), here.check_rules("/dev/null")}) {
    CHECK(outcome.how == kind::compile_error);
    CHECK(outcome.log.find("/dev/null is a device") != std::string::npos);
  }
}
