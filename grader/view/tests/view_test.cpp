// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// `view` as a person meets it who has done something wrong, or has seen enough.
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "grader/tests/scratch_folder.h"
#include "grader/view/tests/tool.h"

using namespace cudalab::grader;

namespace {

namespace fs = std::filesystem;

/// Makes one small picture.
ended view_once(const std::string& file, const scratch_folder& folder,
                const std::string& more = "") {
  return view("--file " + file + " --size 16x16 --window 64x48 --skip 3 --frames 1 --out '" +
              (folder.path() / "out").string() + "' " + more);
}

/// A file with lab 07's solution, in which one text is replaced.
std::string changed_solution(const scratch_folder& folder, const std::string& from,
                             const std::string& to) {
  std::ifstream stream(fs::path(CUDALAB_LAB07_SOLUTIONS) / "lab07.cu");
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  const fs::path file = folder.path() / "changed.cu";
  std::ofstream(file) << text;
  return "'" + file.string() + "'";
}

constexpr const char* unmap = "CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));";
constexpr const char* in_fountain_kernel = "float4 position = vbo[i], own = state[i];";

/// Begins many pictures in $out, stops in the middle, and tells what it finds then.
constexpr const char* stop_it = R"bash(
"$grader" view lab07 --backend cpu --solution --size 16x16 --skip 0 --frames 1000000 --out "$out" &
tool=$!
for i in {1..600}; do [ -e "$out/frame_0003.png" ] && break; sleep 0.1; done
viewer=$(cat /proc/$tool/task/*/children)
[ -n "$viewer" ] && echo "the viewer runs"
kill -TERM $tool
wait $tool
echo "ended with $?"
sleep 0.1
for each in $viewer; do grep -s '^State:' /proc/$each/status | grep -v Z && echo "still there: $each"; done
ls -A "$out" | grep -v '^frame_[0-9]*\.png$' && echo "left behind"
for each in "$out"/*.png; do [ "$(tail -c 8 "$each" | head -c 4)" = IEND ] || echo "half written: $each"; done
true)bash";

} // namespace

TEST_CASE("wrong usage ends with 2, before anything is compiled") {
  const ended lab = run_in_bash("\"$grader\" view lab04");
  CHECK(lab.code == 2);
  CHECK(lab.says("lab04 has nothing to look at"));
  CHECK(lab.says("lab07"));
  const ended system = view("--system rain");
  CHECK(system.code == 2);
  CHECK(system.says("fountain, swarm, sparkler, gravity"));
  const ended block = view("--block 64x64");
  CHECK(block.code == 2);
  CHECK(block.says("1024 threads"));
  const ended out = view("--frames 1 --out /proc/nowhere");
  CHECK(out.code == 2);
  CHECK(out.says("no pictures can be written to /proc/nowhere"));
}

TEST_CASE("without a display it names --frames") {
  const ended result =
      run_in_bash("unset DISPLAY WAYLAND_DISPLAY; \"$grader\" view lab07 --backend cpu --solution");
  CHECK(result.code == 2);
  CHECK(result.says("--frames"));
}

TEST_CASE("a compile error is shown with its line") {
  const scratch_folder folder;
  const ended result =
      view_once(changed_solution(folder, in_fountain_kernel, "int position;"), folder);
  CHECK(result.code == 1);
  CHECK(result.says("changed.cu:"));
  CHECK(result.says("error"));
}

TEST_CASE("a missing function is named") {
  const scratch_folder folder;
  const ended result =
      view_once(changed_solution(folder, "void interop_end()", "void interop_ends()"), folder);
  CHECK(result.code == 1);
  CHECK(result.says("interop_end()"));
}

TEST_CASE("where exercise 4 is not done, the particles are copied and the person is told") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const ended result = view_once("\"$lab07\"/../../labs/lab07_particles/lab07.cu", folder);
  CAPTURE(result.said);
  CHECK(result.code == 0);
  CHECK(result.says("Exercise 4 is not done"));
  CHECK(fs::exists(folder.path() / "out" / "frame_0001.png"));
}

TEST_CASE("a mistake in exercise 4 is told as CUDA's error, with its line") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const ended result = view_once(changed_solution(folder, unmap, "// not unmapped"), folder);
  CHECK(result.code == 1);
  CHECK(result.says("interop_frame"));
  CHECK(result.says("changed.cu:"));
  CHECK(result.says("cudaErrorAlreadyMapped"));
  CHECK_FALSE(fs::exists(folder.path() / "out" / "frame_0001.png"));
}

TEST_CASE("a launch that fails is told with its line") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const ended result = view_once(
      changed_solution(folder, "<<<grid_for(width, height, block), block>>>", "<<<1, 4096>>>"),
      folder);
  CHECK(result.code == 1);
  CHECK(result.says("fountain_step"));
  CHECK(result.says("changed.cu:"));
  CHECK(result.says("cudaGetLastError(): cudaErrorInvalid"));
}

TEST_CASE("a crash is told") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const ended result = view_once(
      changed_solution(folder,
                       "void fountain_step(float4* d_vbo, float4* d_state, int width, "
                       "int height, int max_age, float t,\n                   float r, "
                       "dim3 block) {",
                       "void fountain_step(float4* d_vbo, float4* d_state, int width, int height, "
                       "int max_age, float t, float r, dim3 block) { *(volatile int*)8 = 1;"),
      folder);
  CAPTURE(result.said);
  CHECK(result.code == 1);
  CHECK(result.says("SIGSEGV"));
}

TEST_CASE("a file that ends the program is told so") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const ended result = view_once(changed_solution(folder, "void interop_begin(unsigned buffer) {",
                                                  "void interop_begin(unsigned buffer) { exit(0);"),
                                 folder);
  CAPTURE(result.said);
  CHECK(result.code == 1);
  CHECK(result.says("exit()"));
}

TEST_CASE("stopped in the middle it leaves whole pictures, and no process") {
  if (!can_draw())
    return;
  const scratch_folder folder;
  const std::string out = (folder.path() / "out").string();
  const ended result = run_in_bash("out='" + out + "'\n" + stop_it);
  CAPTURE(result.said);
  CHECK(result.says("the viewer runs"));
  CHECK(result.says("ended with 143"));
  CHECK_FALSE(result.says("still there"));
  CHECK_FALSE(result.says("left behind"));
  CHECK_FALSE(result.says("half written"));
}
