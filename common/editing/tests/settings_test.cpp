// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The committed settings of editors: they are read by no compiler, so that nobody else would
// notice.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

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

TEST_CASE("the problem matchers read compilers' messages and findings") {
  const json matchers = task("grade").at("problemMatcher");
  const json& compiler = matchers.at(0).at("pattern");
  std::smatch found = match(
      compiler, "       the file does not compile: lab04.cu:2: error: 'x' was not declared in");
  REQUIRE(found.size() == 6);
  CHECK(found[1] == "lab04.cu");
  CHECK(found[2] == "2");
  CHECK(found[4] == "error");
  const json& finding = matchers.at(1).at("pattern");
  CHECK(match(finding.at(0), "       Race on shared memory: Mds[0][0]")[1] ==
        "Race on shared memory: Mds[0][0]");
  found = match(finding.at(1), "         thread (1,0) of block (0,0) reads it   lab04.cu:53");
  REQUIRE(found.size() == 3);
  CHECK(found[1] == "lab04.cu");
  CHECK(found[2] == "53");
  CHECK(match(finding.at(1), "           > 53 |   sum += Mds[ty][k] * Nds[k][tx];").empty());

  const json of_run = task("run").at("problemMatcher");
  found = match(of_run.at(0).at("pattern"), "/a/labs/lab04.cu:2:12: error: 'x' was not declared");
  REQUIRE(found.size() == 6);
  CHECK(found[1] == "/a/labs/lab04.cu");
  CHECK(found[3] == "12");
  found = match(of_run.at(1).at("pattern"), "lab04.cu(2): error: identifier \"x\" is undefined");
  REQUIRE(found.size() == 5);
  CHECK(found[2] == "2");
  CHECK(found[4] == "identifier \"x\" is undefined");
}

TEST_CASE("clangd finds the headers of each lab") {
  const std::string flags = required_content(source_root / "common/editing/compile_flags.txt");
  std::set<std::string> missing;
  for (const auto& each : fs::directory_iterator(source_root / "labs")) {
    const std::string name = each.path().filename();
    if (std::regex_match(name, std::regex("lab[0-9]+_.*")) &&
        flags.find("-I../../labs/" + name + "\n") == std::string::npos)
      missing.insert("-I../../labs/" + name);
  }
  CHECK_MESSAGE(missing.empty(), (missing.empty() ? "" : *missing.begin()));
}
