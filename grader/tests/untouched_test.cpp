// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/untouched.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "grader/files/read_text.h"
#include "grader/reference/starter.h"

using namespace cudalab::grader;

namespace {

const std::string head = "// lab09.1 and lab09.2\nint first() {\n  // TODO(lab09.1): a number\n"
                         "  return 0;\n}\n";
const std::string second = "\nint second() {\n  // TODO(lab09.2): another\n  return 0;\n}\n";
const std::string third = "\nint third() {\n  return 0; // TODO(lab09.2): as above\n}\n";

std::set<int> untouched(const std::string& submission) {
  return untouched_exercises("lab09", head + second + third, submission);
}

} // namespace

TEST_CASE("an exercise is untouched where all of its functions are the starter's") {
  CHECK(untouched(head + second + third) == std::set{1, 2});
  CHECK(untouched("// mine\n" + head + second + third) == std::set{1, 2});
  CHECK(untouched(head + second + "\nint third() {\n  return 7;\n}\n") == std::set{1});
  CHECK(untouched(head + second) == std::set{1});
  CHECK(untouched("").empty());
  CHECK(untouched("int first() {\n  // TODO(lab09.1): a number\n  return 1;\n}\n" + second +
                  third) == std::set{2});
}

TEST_CASE("blanks at the ends of lines change nothing") {
  std::string text = head + second + third;
  text.insert(text.find('\n'), " \t\r");
  CHECK(untouched(text) == std::set{1, 2});
}

TEST_CASE("another lab's marks are none, and a starter without marks has no exercises") {
  CHECK(untouched_exercises("lab08", head, head).empty());
  CHECK(untouched_exercises("lab09", "", head).empty());
}

namespace {

const std::string given = "#include <cmath>\n// the file's words\nint shared(int a) {\n"
                          "  return a;\n}\n";
const std::string with_todo = "\nconstexpr int TILE = 16;\n\n// TODO(lab09.3): another way\n"
                              "__device__ float pull(float d) {\n  return d;\n}\n";
const std::string kernel = "\n__global__ void __launch_bounds__(64, 2)\nwork_kernel(float* out) {\n"
                           "  *out = pull(shared(1));\n}\n";
const std::string step = "\nvoid step(float* out) {\n  work_kernel<<<1, TILE>>>(out);\n}\n";
const std::string fourth = "\nint fourth() {\n  // TODO(lab09.4): as pull() does\n  return 0;\n}\n";
const std::string whole = given + with_todo + kernel + step + fourth;

std::set<int> left_of(const std::string& submission) {
  return untouched_exercises("lab09", whole, submission);
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = whole;
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("work in a function without a mark is work in the exercise that uses it") {
  CHECK(left_of(whole) == std::set{3, 4});
  CHECK(left_of(changed("pull(shared(1))", "2 * pull(shared(1))")) == std::set{4});
  CHECK(left_of(changed("<<<1, TILE>>>", "<<<2, TILE>>>")) == std::set{4});
  CHECK(left_of(changed("TILE = 16", "TILE = 32")) == std::set{4});
  CHECK(left_of(changed("return a;", "return a + 1;")) == std::set{4});
  CHECK(left_of(changed("return 0;", "return 7;")) == std::set{3});
}

TEST_CASE("work in another function counts, however the marked one stands there") {
  const std::string own = "\n__global__ void mine(float* out) {\n  *out = 3;\n}\n";
  CHECK(left_of(own + changed("work_kernel<<<", "mine<<<")) == std::set{4});
  CHECK(left_of(changed(with_todo, "") + own) == std::set{4});
  CHECK(left_of(changed("float pull(", "float drag(")) == std::set{4});
  CHECK(left_of("#if 0\n" + whole + "#endif\n" + changed("return 0;", "return 7;")) == std::set{3});
  CHECK(left_of("/*\n" + whole + "*/\n" + changed("return d;", "return -d;")) == std::set{4});
  CHECK(left_of(own + whole) == std::set{3, 4}); // nobody calls it
}

TEST_CASE("a condition of the starter's own hides nothing") {
  const std::string starter = "#if LAB_HAS_NCCL // not everywhere\n" + whole + "#endif\n";
  CHECK(untouched_exercises("lab09", starter, starter) == std::set{3, 4});
  CHECK(untouched_exercises("lab09", starter, "#if 0\n" + starter + "#endif\n").empty());
}

TEST_CASE("words and headers are no work") {
  CHECK(left_of("#include <algorithm>\n" + whole) == std::set{3, 4});
  CHECK(left_of(changed("// the file's words", "// my words")) == std::set{3, 4});
  CHECK(left_of(changed("// TODO(lab09.3): another way\n", "")) == std::set{3, 4});
}

TEST_CASE("of each lab's starter all is untouched, and of its solution nothing") {
  const std::filesystem::path root = CUDALAB_SOURCE_ROOT;
  int labs = 0;
  for (const auto& each : std::filesystem::directory_iterator(root / "solutions")) {
    const std::string name = each.path().filename().string().substr(0, 5);
    const auto file = each.path() / (name + ".cu");
    if (!std::filesystem::exists(file))
      continue;
    CAPTURE(name);
    const std::string solution = content_of(file),
                      starter = cudalab::reference::make_starter(solution);
    const std::set<int> whole = untouched_exercises(name, starter, starter);
    CHECK(whole.size() >= 3);
    CHECK(untouched_exercises(name, starter, cudalab::reference::without_marks(solution)).empty());
    ++labs;
  }
  CHECK(labs >= 12);
}
