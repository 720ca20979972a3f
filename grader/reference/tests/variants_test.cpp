// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/variants.h"

#include <doctest/doctest.h>

using namespace cudalab::reference;

namespace {

const std::string head = "- fails: clean.any (race) on both\n- says: \"x\"\n";
const std::string block = "```diff\n@@ f\n-  a();\n+  b();\n```\n";

std::string wrong(const std::string& name, const std::string& content) {
  return "### " + name + "\n" + content;
}

std::vector<variant> parsed(const std::string& variants) {
  return parse_variants("# Title\n\n### not read\n\n## Wrong\n" + variants);
}

const solution one_call = {"lab00", "lab00_topic", "", {{"lab00.cu", "void f() {\n  a();\n}\n"}}};

std::string variant_text(const std::string& variants, const std::string& name) {
  const auto all = parsed(variants);
  return with_variant(one_call, all, *find_variant(all, name)).files[0].text;
}

template <class action>
std::string variants_complaint(const action& act) {
  try {
    act();
  } catch (const variants_error& error) {
    return error.what();
  }
  return "none";
}

std::string complaint_about(const std::string& variants) {
  return variants_complaint([&] { parsed(variants); });
}

bool starts(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

} // namespace

TEST_CASE("wrong and right variants of one file") {
  const auto all = parsed(wrong("race_1", "\nThreads race,\ntwice.\n\n" + head + "\n" + block) +
                          "\n## Right\n\n### other\n\nAnother way.\n\n" + block);
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "race_1");
  CHECK_FALSE(all[0].right);
  CHECK(all[0].story == "Threads race, twice.");
  CHECK(all[0].head.check == "clean.any");
  CHECK(all[0].line == 6);
  REQUIRE(all[0].difference.size() == 1);
  CHECK(all[0].difference[0].line == 15);
  CHECK(all[1].right);
  CHECK(all[1].story == "Another way.");
  CHECK(find_variant(all, "nothing") == nullptr);
  CHECK(parse_variants("").empty());
}

TEST_CASE(
    "a variant is the reference with its difference, another variant with it, or a whole file") {
  const std::string first = wrong("first", head + block);
  CHECK(variant_text(first, "first") == "void f() {\n  b();\n}\n");
  CHECK(variant_text(
            first + wrong("next", head + "- from: first\n```diff\n@@ f\n   b();\n+  c();\n```\n"),
            "next") == "void f() {\n  b();\n  c();\n}\n");
  CHECK(variant_text(wrong("whole", head + "```cpp\n@@ no difference\n```\n"), "whole") ==
        "@@ no difference\n");
}

TEST_CASE("changes in words stand in the list, alone or with a block of more") {
  const std::string words = "- in f: `a();` becomes `c();`\n";
  CHECK(variant_text(wrong("one", head + words), "one") == "void f() {\n  c();\n}\n");
  CHECK(variant_text(wrong("two", head + words + "```diff\n@@\n void f() {\n+  b();\n```\n"),
                     "two") == "void f() {\n  b();\n  c();\n}\n");
  CHECK(starts(complaint_about(wrong("a", head + "- in f: a();\n")),
               "a, line 9: a change is: in PLACE:"));
}

TEST_CASE("a difference that does not fit is told with file, variant and line") {
  const auto told = [](const std::string& variants, const std::string& name) {
    return variants_complaint([&] { variant_text(variants, name); });
  };
  const std::string stale = wrong("stale", head + "```diff\n@@ f\n-  c();\n```\n");
  CHECK(told(stale, "stale") ==
        "lab00_topic/variants.md, stale, line 10: lab00.cu, f does not hold "
        "these lines, one after the other:\n    c();");
  CHECK(told(wrong("one", head + "- from: two\n" + block), "one") ==
        "lab00_topic/variants.md, one: there is no variant two");
  CHECK(starts(told(wrong("one", head + "- from: two\n" + block) +
                        wrong("two", head + "- from: one\n" + block),
                    "one"),
               "lab00_topic/variants.md, one: each is made from the next"));
}

TEST_CASE("what is no list of variants is told with its line") {
  CHECK(starts(complaint_about(wrong("a", block)), "line 11: a: the head has no line fails:"));
  CHECK(starts(complaint_about(wrong("a", "- fails: a.b (c) on cpu\n" + block)),
               "line 12: a: the head says not with which words:"));
  CHECK(starts(complaint_about(wrong("a", "- fails: a.b (c) on tpu\n" + block)),
               "line 7: a: what does this line of the head mean?"));
  CHECK(starts(complaint_about(wrong("a", "- alos: a.b\n" + block)), "line 7: a: what does"));
  CHECK(starts(complaint_about(wrong("a", head)), "line 8: a says not what it changes"));
  CHECK(starts(complaint_about(wrong("a", head + "```diff\n@@ f\n-  a();\n")),
               "line 11: the block of line 9 is not closed"));
  CHECK(starts(complaint_about(wrong("a", head + "```diff\n@@ f\n a();\n```\n")),
               "a, line 10: this hunk changes nothing"));
  CHECK(
      starts(complaint_about(wrong("a", head + "```diff\n```\n")), "line 10: this block is empty"));
  CHECK(starts(complaint_about(wrong("a", head + block + block)), "line 14: behind its block"));
  CHECK(starts(complaint_about(wrong("a", head + block + "More.\n")), "line 14: behind its block"));
  CHECK(starts(complaint_about(wrong("a", head + block) + wrong("a", head + block)),
               "line 14: there are two variants named a"));
  CHECK(starts(complaint_about(wrong("A b", head + block)), "line 6: a name has small letters"));
  CHECK(starts(complaint_about("Words.\n"), "line 6: here a variant's heading should stand"));
  CHECK(starts(complaint_about("## Others\n"), "line 6: a part is called Wrong or Right"));
  CHECK(starts(complaint_about("## Right\n" + wrong("a", head + block)),
               "line 8: a right variant promises nothing"));
}
