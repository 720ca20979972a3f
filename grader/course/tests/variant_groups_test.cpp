// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/course/variant_groups.h"

using namespace cudalab::course;
using namespace cudalab::reference;

namespace {

const std::string file = "#include <lab.h>\n"
                         "// ---- CPU reference: what a sum is ----\n"
                         "int sum = 0;\n"
                         "// ---- Exercises 1 and 2: add ----\n"
                         "int first = 1, second = 2;\n"
                         "// ---- 3. Double ----\n"
                         "int third = 3;\n";

const variant nobody;

solution with(const std::string& old, const std::string& now) {
  std::string text = file;
  text.replace(text.find(old), old.size(), now);
  return {"lab00", "lab00_sums", "", {{"lab00.cu", text}}};
}

member changed(const std::string& old, const std::string& now, const std::set<int>& exercises) {
  return {&nobody, with(old, now), exercises};
}

const linked never = [](int, int) { return false; };

} // namespace

TEST_CASE("a solution's sections name the exercises that they solve") {
  const auto sections = sections_of(file);
  REQUIRE(sections.size() == 4);
  CHECK(sections[0].text == "#include <lab.h>\n");
  CHECK(sections[1].exercises.empty());
  CHECK(sections[2].exercises == std::set{1, 2});
  CHECK(sections[3].exercises == std::set{3});
}

TEST_CASE("variants of different exercises are put together") {
  const auto groups = group_variants({changed("first = 1", "first = 0", {1, 2}),
                                      changed("second = 2", "second = 0", {1, 2}),
                                      changed("third = 3", "third = 0", {3})},
                                     never);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].members.size() == 2);
  const std::string together = groups[0].together.files[0].text;
  CHECK(together.find("first = 0, second = 2") != std::string::npos);
  CHECK(together.find("third = 0") != std::string::npos);
  CHECK(groups[1].together.files[0].text == with("second = 2", "second = 0").files[0].text);
}

TEST_CASE("variants of linked exercises stay apart") {
  const linked third_calls_second = [](int one, int other) {
    return std::set{one, other} == std::set{2, 3};
  };
  const auto groups = group_variants(
      {changed("first = 1", "first = 0", {1, 2}), changed("third = 3", "third = 0", {3})},
      third_calls_second);
  CHECK(groups.size() == 2);
}

TEST_CASE("what changes more than exercises stays alone") {
  const auto groups = group_variants(
      {changed("sum = 0", "sum = 1", {}), changed("third = 3", "third = 0", {3})}, never);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].together.files[0].text == with("sum = 0", "sum = 1").files[0].text);
}
