// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/build_command.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("a lab with scenes is linked with them: as objects, and for a GPU as source") {
  const build_plan plan = {"lab08", "lab08_timing", "lab08.cu"};
  const auto first = [&](flavour kind) {
    return libraries_for(plan, kind).front().filename().string();
  };
  CHECK(first(flavour::checked) == "lab08_scenes_checked.o");
  CHECK(first(flavour::fast) == "lab08_scenes_fast.o");
  CHECK(first(flavour::gpu) == "lab08_scenes.cu");
}

TEST_CASE("a program for a debugger is not optimised, and has its given code from the fast build") {
  const build_plan plan = {"lab08", "lab08_timing", "lab08.cu"};
  const auto has = [&](flavour kind, const std::string& option) {
    const auto words = link_command(plan, kind, "program");
    return std::find(words.begin(), words.end(), option) != words.end();
  };
  CHECK(has(flavour::debug, "-O0"));
  CHECK(has(flavour::debug, "-g"));
  CHECK(has(flavour::debug, "--fast"));
  CHECK_FALSE(has(flavour::fast, "-g"));
  CHECK(has(flavour::gpu_debug, "-G"));
  CHECK_FALSE(has(flavour::gpu, "-G"));
  CHECK(libraries_for(plan, flavour::debug) == libraries_for(plan, flavour::fast));
  CHECK(libraries_for(plan, flavour::gpu_debug) == libraries_for(plan, flavour::gpu));
}

TEST_CASE("a lab without scenes is linked with the libraries alone") {
  const build_plan plan = {"lab04", "lab04_tiled_matmul", "lab04.cu"};
  for (const flavour kind : {flavour::checked, flavour::gpu})
    for (const auto& library : libraries_for(plan, kind))
      CHECK(library.extension() == ".a");
}

TEST_CASE("a viewer is linked with what shows the lab, and without a worker") {
  const build_plan plan = {"lab07", "lab07_particles", "lab07.cu", /*viewer=*/true};
  std::string emulated, gpu;
  for (const auto& library : libraries_for(plan, flavour::fast))
    emulated += library.filename().string() + ' ';
  for (const auto& library : libraries_for(plan, flavour::gpu))
    gpu += library.filename().string() + ' ';
  CHECK(emulated == "lab07_view_fast.o libviewer.a libviewer_parts.a ");
  CHECK(gpu == "lab07_view.cu libviewer.a libviewer_parts.a ");
}
