// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/build_command.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("a lab with scenes is linked with them: as objects, and for a GPU as source") {
  const build_plan plan = {"lab08", "lab08_timing", "lab08.cu"};
  const auto first = [&](build_flavour kind) {
    return libraries_for(plan, kind).front().filename().string();
  };
  CHECK(first(build_flavour::checked) == "lab08_scenes_checked.o");
  CHECK(first(build_flavour::fast) == "lab08_scenes_fast.o");
  CHECK(first(build_flavour::gpu) == "lab08_scenes.cu");
}

TEST_CASE("a program for a debugger is not optimised, and has its given code from the fast build") {
  const build_plan plan = {"lab08", "lab08_timing", "lab08.cu"};
  const auto has = [&](build_flavour kind, const std::string& option) {
    const auto words = link_command(plan, kind, "program");
    return std::find(words.begin(), words.end(), option) != words.end();
  };
  CHECK(has(build_flavour::debug, "-O0"));
  CHECK(has(build_flavour::debug, "-g"));
  CHECK(has(build_flavour::debug, "--fast"));
  CHECK_FALSE(has(build_flavour::fast, "-g"));
  CHECK(has(build_flavour::gpu_debug, "-G"));
  CHECK_FALSE(has(build_flavour::gpu, "-G"));
  CHECK(libraries_for(plan, build_flavour::debug) == libraries_for(plan, build_flavour::fast));
  CHECK(libraries_for(plan, build_flavour::gpu_debug) == libraries_for(plan, build_flavour::gpu));
}

TEST_CASE("nvcc compiles for the GPU that is here, or for what was asked for") {
  using words = std::vector<std::string>;
  const std::vector<gpu_device> h200 = {{"0000:1B:00.0", "90", "NVIDIA H200"}};
  const words of_hopper = {"-gencode", "arch=compute_90a,code=sm_90a"};
  CHECK(architecture_options("native", h200) == of_hopper);
  CHECK(architecture_options("", h200) == of_hopper);
  CHECK(architecture_options("native", {}) == words{"-arch=native"});
  CHECK(architecture_options("all-major", h200) == words{"-arch=all-major"});
  CHECK(architecture_options("80;90", {}) ==
        words{"-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_90,code=sm_90"});
}

TEST_CASE("without a GPU nvcc checks for what the emulated device is, or the newest before it") {
  CHECK(architecture_of_emulated_device("sm_75\nsm_90\nsm_100\n") == "sm_90");
  CHECK(architecture_of_emulated_device("sm_52\nsm_86\n") == "sm_86");
  CHECK(architecture_of_emulated_device("nvcc fatal\n") == "sm_75");
}

TEST_CASE("a lab without scenes is linked with the libraries alone") {
  const build_plan plan = {"lab04", "lab04_tiled_matmul", "lab04.cu"};
  for (const build_flavour kind : {build_flavour::checked, build_flavour::gpu})
    for (const auto& library : libraries_for(plan, kind))
      CHECK(library.extension() == ".a");
}

TEST_CASE("a viewer is linked with what shows the lab, and without a worker") {
  const build_plan plan = {"lab07", "lab07_particles", "lab07.cu", /*viewer=*/true};
  std::string emulated, gpu;
  for (const auto& library : libraries_for(plan, build_flavour::fast))
    emulated += library.filename().string() + ' ';
  for (const auto& library : libraries_for(plan, build_flavour::gpu))
    gpu += library.filename().string() + ' ';
  CHECK(emulated == "lab07_view_fast.o libviewer.a libviewer_parts.a ");
  CHECK(gpu == "lab07_view.cu libviewer.a libviewer_parts.a ");
}
