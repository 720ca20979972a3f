// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "includes/tests/include_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

using namespace cudalab::includes;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool is_source(const fs::path& file) {
  const std::string end = file.extension().string();
  return end == ".h" || end == ".cpp" || end == ".cu" || end == ".in" || end == ".css";
}

/// All sources but those of tests, which may include anything.
source_tree project() {
  const fs::path root = CUDALAB_SOURCE_ROOT;
  source_tree files;
  for (const char* const folder : {"common", "grader", "labs", "solutions"}) {
    if (!fs::exists(root / folder))
      continue; // a handout has no solutions
    for (fs::recursive_directory_iterator each(root / folder), end; each != end; ++each) {
      const std::string name = each->path().filename().string();
      if (each->is_directory() &&
          (name == "tests" || name == "fuzz" || name == "proof" || name[0] == '.'))
        each.disable_recursion_pending();
      else if (each->is_regular_file() && is_source(each->path()))
        files[each->path().lexically_relative(root).generic_string()] = text_of(each->path());
    }
  }
  return files;
}

std::string all_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + '\n';
  return text;
}

const include_table two_parts = {{"common/a", {}}, {"common/b", {"common/a"}}};

} // namespace

TEST_CASE("every include of the project is one that docs/architecture.md allows") {
  const std::string page = text_of(fs::path(CUDALAB_SOURCE_ROOT) / "docs/architecture.md");
  include_table allowed = read_table(page);
  REQUIRE(allowed.size() > 30);
  for (const char* const part : {"solutions", "grader/course"}) // a handout has none
    if (!fs::exists(fs::path(CUDALAB_SOURCE_ROOT) / part))
      allowed.erase(part);
  CHECK(all_of(complaints(allowed, project())) == "");
}

TEST_CASE("the walks of docs/architecture.md name as many files as they say, and each is there") {
  const std::string page = text_of(fs::path(CUDALAB_SOURCE_ROOT) / "docs/architecture.md");
  const source_tree files = project();
  const auto is_there = [&files](const std::string& name) {
    return std::any_of(files.begin(), files.end(), [&name](const auto& each) {
      return ("/" + each.first).ends_with("/" + name);
    });
  };
  static const std::regex said("passes ([0-9]+) files"), row("\n\\|[^\n]*"),
      named("`([a-z_0-9/]+\\.(cpp|h))`");
  for (const std::string& walk :
       {std::string("walk_of_a_submission"), std::string("walk_of_an_access")}) {
    CAPTURE(walk);
    const std::size_t begin = page.find("{#" + walk + "}");
    REQUIRE(begin != std::string::npos);
    const std::string section = page.substr(begin, page.find("\n#", begin) - begin);
    std::set<std::string> names;
    for (std::sregex_iterator line(section.begin(), section.end(), row), end; line != end; ++line) {
      const std::string cells = line->str();
      for (std::sregex_iterator each(cells.begin(), cells.end(), named); each != end; ++each) {
        names.insert((*each)[1]);
        CHECK_MESSAGE(is_there((*each)[1]), (*each)[1].str());
      }
    }
    std::smatch number;
    REQUIRE(std::regex_search(section, number, said));
    CHECK(names.size() == std::stoul(number[1]));
  }
}

TEST_CASE("the table is read where its heading is, and nowhere else") {
  const include_table table =
      read_table("# Page\n| `other` | `table` |\n"
                 "## Who may include whom\n\n| part | may include |\n| --- | --- |\n"
                 "| `a/b`, `a/c` | `d`, `e/f.h` |\n| `d` | |\n"
                 "## Next\n| `x` | `y` |\n");
  CHECK(table == include_table{{"a/b", {"d", "e/f.h"}}, {"a/c", {"d", "e/f.h"}}, {"d", {}}});
}

TEST_CASE("an include that is not allowed is told with file, line and what is allowed") {
  const source_tree files = {{"common/a/one.h", "\n#include \"b/two.h\"\n"},
                             {"common/b/two.h", "#include \"a/one.h\"\n"}};
  CHECK(all_of(complaints(two_parts, files)) ==
        "common/a/one.h:2: common/a may not include \"b/two.h\" of common/b; allowed: nothing\n");
}

TEST_CASE("an entry that nobody needs is told, and a file that is not there") {
  const source_tree files = {{"common/b/two.h", "  # include \"a/one.h\" // why\n"}};
  CHECK(all_of(complaints(two_parts, files)) ==
        "common/b/two.h:1: there is no file \"a/one.h\"\n"
        "nobody needs that common/b may include common/a\n");
}

TEST_CASE("a circle in the table is told from each of its parts") {
  const include_table allowed = {{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}};
  const source_tree files = {{"a/x.h", "#include \"../b/x.h\"\n"},
                             {"b/x.h", "#include \"../c/x.h\"\n"},
                             {"c/x.h", "#include \"b/x.h\"\n"}};
  CHECK(all_of(complaints(allowed, files)) == "a circle: b -> c -> b\na circle: c -> b -> c\n");
}

TEST_CASE("the longest name that is above a file is its part, a file may be one") {
  const include_table allowed = {
      {"common/a", {"common/a/face.h"}}, {"common/a/face.h", {}}, {"common/ab", {}}};
  const source_tree files = {{"common/a/face.h", ""},
                             {"common/a/deep/x.cpp", "#include \"a/face.h\"\n"},
                             {"common/ab/y.cpp", "#include \"a/face.h\"\n"},
                             {"labs/z.cpp", ""}};
  CHECK(all_of(complaints(allowed, files)) == "common/ab/y.cpp:1: common/ab may not include "
                                              "\"a/face.h\" of common/a/face.h; allowed: nothing\n"
                                              "labs/z.cpp: belongs to no part\n");
}

TEST_CASE("generated headers and a lab's headers are found where they are made") {
  const include_table allowed = {{"common/a", {}}, {"labs", {}}, {"solutions", {"labs"}}};
  const source_tree files = {
      {"common/a/config.h.in", ""},
      {"common/a/style.css", ""},
      {"common/a/x.cpp", "#include \"a/config.h\"\n#include \"a/style.h\"\n"},
      {"labs/lab01_first/lab01.h", ""},
      {"solutions/lab01_first/lab01.cu", "#include \"lab01.h\"\n"}};
  CHECK(all_of(complaints(allowed, files)) == "");
}
