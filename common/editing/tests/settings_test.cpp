// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The committed settings of editors: they are read by no compiler, so that nobody else would
// notice.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path source_root = CUDALAB_SOURCE_ROOT;

std::string required_content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  REQUIRE_MESSAGE(stream, path.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// JSON with comments, as VS Code reads it.
json settings(const std::string& name) {
  return json::parse(required_content(source_root / ".vscode" / name), nullptr, true, true);
}

json task(const std::string& label) {
  const json tasks = settings("tasks.json").at("tasks");
  for (const json& each : tasks)
    if (each.at("label") == label)
      return each;
  FAIL("there is no task " << label);
  return {};
}

std::smatch match(const json& pattern, const std::string& line) {
  static std::string kept;
  kept = line;
  std::smatch found;
  std::regex_search(kept, found, std::regex(pattern.at("regexp").get<std::string>()));
  return found;
}

/// What VS Code marks when the task "grade" prints this: at each line it tries the matchers of more
/// lines first, and a line belongs to one mark.
std::vector<std::string> marks_of_grade(const std::string& report) {
  const json matchers = task("grade").at("problemMatcher");
  std::vector<std::string> marks, lines;
  std::istringstream stream(report);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
    const std::size_t before = marks.size();
    for (std::size_t count = std::min<std::size_t>(2, lines.size()); count > 0; --count)
      for (const json& matcher : matchers) {
        const json& given = matcher.at("pattern");
        const json patterns = given.is_array() ? given : json::array({given});
        if (patterns.size() != count || marks.size() != before)
          continue;
        std::map<std::string, std::string> parts = {
            {"severity", matcher.value("severity", "error")}};
        bool all = true;
        for (std::size_t i = 0; i < count && all; ++i) {
          const std::smatch found = match(patterns[i], lines[lines.size() - count + i]);
          all = !found.empty();
          for (const char* part : {"file", "line", "severity", "message"})
            if (all && patterns[i].contains(part))
              parts[part] = found[patterns[i].at(part).get<std::size_t>()];
        }
        if (all)
          marks.push_back(parts["severity"] + ' ' + parts["file"] + ':' + parts["line"] + ' ' +
                          parts["message"]);
      }
    if (marks.size() != before)
      lines.clear();
  }
  return marks;
}

} // namespace

TEST_CASE("VS Code's files are JSON, and name each other's parts and files that are there") {
  CHECK(settings("settings.json").at("files.associations").at("*.cu") == "cuda-cpp");
  CHECK(settings("extensions.json").at("recommendations").size() == 2);
  const json debugging = settings("launch.json").at("configurations").at(0);
  const json before = task(debugging.at("preLaunchTask"));
  CHECK(before.at("args") == json({"run", "${fileBasenameNoExtension}", "--with", "gdb"}));
  const std::string source = debugging.at("setupCommands").at(0).at("text");
  const std::string begin = "source ${workspaceFolder}/";
  REQUIRE(source.rfind(begin, 0) == 0);
  CHECK(fs::is_regular_file(source_root / source.substr(begin.size())));
  const json tasks = settings("tasks.json").at("tasks");
  for (const json& each : tasks)
    CHECK(each.at("command") == "./lab");
}

TEST_CASE("the problem matchers read compilers' messages") {
  const json of_grade = task("grade").at("problemMatcher").at(0);
  CHECK(of_grade.at("fileLocation") == json({"relative", "${fileDirname}"}));
  std::smatch found =
      match(of_grade.at("pattern"),
            "       the file does not compile: lab04.cu:2: error: 'x' was not declared in");
  REQUIRE(found.size() == 6);
  CHECK(found[1] == "lab04.cu");
  CHECK(found[2] == "2");
  CHECK(found[4] == "error");

  for (const char* name : {"run", "build for gdb"}) {
    const json of_run = task(name).at("problemMatcher").at(0);
    CHECK(of_run.at("fileLocation") == "absolute");
    found = match(of_run.at("pattern"), "/a b/labs/lab04.cu:2:12: error: 'x' was not declared");
    REQUIRE(found.size() == 6);
    CHECK(found[1] == "/a b/labs/lab04.cu");
    CHECK(found[2] == "2");
    CHECK(found[3] == "12");
    // The line above it, for people, is no second mark.
    CHECK(match(of_run.at("pattern"), "the file does not compile: lab04.cu:2: error: 'x'").empty());
  }
  const json nvcc = task("run").at("problemMatcher").at(1).at("pattern");
  for (const std::string file : {"lab04.cu", "/a b/labs/lab04.cu"}) {
    found = match(nvcc, file + "(2): error: identifier \"x\" is undefined");
    REQUIRE(found.size() == 5);
    CHECK(found[1] == file);
    CHECK(found[2] == "2");
    CHECK(found[4] == "identifier \"x\" is undefined");
  }
}

TEST_CASE("findings become marks: the first place has the finding's words, the second its own") {
  CHECK(marks_of_grade(
            "  ✗    1. no thread gets ahead of another                  0/15\n"
            "\n"
            "       Race on shared memory: Mds[0][0]\n"
            "         thread (1,0) of block (0,0) reads it   lab04.cu:53\n"
            "             52 | for (int k = 0; k < TILE; ++k)\n"
            "           > 53 |   sum += Mds[ty][k] * Nds[k][tx];\n"
            "             54 | P[row * K + col] = sum;\n"
            "         thread (0,0) of block (0,0) writes it   lab04.cu:50\n"
            "           > 50 |   Mds[ty][tx] = M[row * J + m * TILE + tx];\n"
            "         no __syncthreads() separates the two; 9,536 such pairs\n"
            "         → put a barrier between lines 51 and 53\n"
            "\n"
            "       Launch that cannot run\n"
            "         the host launches it   lab04.cu:62\n"
            "           > 62 | matmul_tiled_kernel<<<grid, block>>>(d_M, d_N);\n"
            "       the same as in \"right\": Nds[0][0] (lab04.cu:53 and lab04.cu:51)\n") ==
        std::vector<std::string>{
            "error lab04.cu:53 Race on shared memory: Mds[0][0]",
            "info lab04.cu:50 thread (0,0) of block (0,0) writes it",
            "error lab04.cu:62 Launch that cannot run",
        });
}

TEST_CASE("clangd finds the headers of each lab from its solution's folder") {
  for (const auto& each : fs::directory_iterator(source_root / "solutions"))
    if (each.is_directory())
      CHECK(required_content(each.path() / ".clangd")
                .find("Add: -I../../labs/" + each.path().filename().string() + "\n") !=
            std::string::npos);
}
