// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/compile_view.h"
#include "grader/files/places.h"

#include <algorithm>
#include <fstream>

#include <doctest/doctest.h>

#include "grader/run/private_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

bool shows(const sandbox_view& view, const fs::path& path) {
  return std::any_of(view.readable.begin(), view.readable.end(), [&](const fs::path& each) {
    const fs::path inside = path.lexically_relative(each);
    return each == path || (!inside.empty() && *inside.begin() != "..");
  });
}

} // namespace

TEST_CASE("a file's own headers are found through each other, and none outside the folder") {
  const private_folder folder("closure");
  const fs::path lab = folder.path() / "lab";
  fs::create_directory(lab);
  std::ofstream(folder.path() / "outside.h") << "";
  std::ofstream(lab / "unused.h") << "";
  std::ofstream(lab / "b.h") << "#include \"a.h\"\n#include \"../outside.h\"\n";
  std::ofstream(lab / "a.h") << "#pragma once\n#  include \"b.h\"\n# include <vector>\n"
                                "#include \"missing.h\"\n#include \"/etc/passwd\"\n";
  const auto found = include_closure(lab / "a.h", lab);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == lab / "a.h");
  CHECK(found[1] == lab / "b.h");
}

TEST_CASE("a student's file sees what the lab gives to students, and no more") {
  const build_plan plan = {"lab07", "lab07_particles", "/copies/source-1/lab07.cu"};
  const fs::path folder = source_root() / "labs/lab07_particles";
  for (const build_flavour kind : {build_flavour::checked, build_flavour::gpu}) {
    for (const sandbox_view& view : {program_view(plan, kind), compile_view(plan, kind, {})}) {
      CHECK(shows(view, plan.file));
      for (const char* given : {"lab07.h", "lab07_scenes.h", "lab07_baseline.cu"})
        CHECK(shows(view, folder / given));
      CHECK(shows(view, source_root() / "common/lab/cuda_check.h"));
      for (const char* kept :
           {"lab07.cu", "lab07_grader.cpp", "lab07_reference.h", "lab07_mistakes.h"}) {
        REQUIRE(fs::exists(folder / kept));
        CHECK_FALSE(shows(view, folder / kept));
      }
      for (const char* kept : {"solutions/lab07_particles/lab07.cu", "grader/lab.h",
                               "CMakeLists.txt", "labs/lab06_convolution/lab06.cu"})
        CHECK_FALSE(shows(view, source_root() / kept));
      CHECK(view.hidden == std::vector<fs::path>{source_root(), build_root()});
    }
  }
}

TEST_CASE("the folder of a copy is its own, another copy is not") {
  const sandbox_view view = program_view(
      {"lab04", "lab04_tiled_matmul", "/copies/source-1/lab04.cu"}, build_flavour::fast);
  CHECK(shows(view, "/copies/source-1/mine.h"));
  CHECK_FALSE(shows(view, "/copies/source-2/lab04.cu"));
}

TEST_CASE("a compiler writes to its output and nowhere else, a program nowhere") {
  const build_plan plan = {"lab04", "lab04_tiled_matmul", "/somewhere/lab04.cu"};
  CHECK(compile_view(plan, build_flavour::fast, "/out").writable == std::vector<fs::path>{"/out"});
  CHECK(compile_view(plan, build_flavour::fast, {}).writable.empty());
  CHECK(program_view(plan, build_flavour::fast).writable.empty());
  CHECK(program_view(plan, build_flavour::gpu).gpu);
  CHECK_FALSE(program_view(plan, build_flavour::fast).gpu);
}

TEST_CASE(
    "a lab that draws may use the GPU's driver on the emulated device too, its compiler not") {
  const build_plan plan = {"lab07", "lab07_particles", "/somewhere/lab07.cu"};
  CHECK(program_view(plan, build_flavour::fast).gpu);
  CHECK(program_view(plan, build_flavour::checked).gpu);
  CHECK_FALSE(compile_view(plan, build_flavour::checked, "/out").gpu);
}
