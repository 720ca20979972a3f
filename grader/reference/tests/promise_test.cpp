// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/promise.h"

#include <doctest/doctest.h>

using namespace cudalab::reference;
using nlohmann::json;

namespace {

const promise race = promise_of_file("// fails: clean.static (race) on both\n"
                                     "// says: \"Mds|Nds\"\n"
                                     "// also: correctness.any\n"
                                     "// also: clean.any\n"
                                     "// needs: clang\n"
                                     "// time limit: 3 s\n"
                                     "// SPDX-License-Identifier: MIT\n");

json check(const std::string& id, const std::string& status, const std::string& message = "") {
  return {{"id", id}, {"status", status}, {"message", message}};
}

json graded(const std::vector<json>& checks) {
  return {{"checks", checks}};
}

} // namespace

TEST_CASE("the head of a wrong variant") {
  CHECK(race.check == "clean.static");
  CHECK(race.kind == "race");
  CHECK(race.says == std::vector<std::string>{"Mds", "Nds"});
  CHECK(race.also == std::vector<std::string>{"correctness.any", "clean.any"});
  CHECK(race.needs == "clang");
  CHECK(race.time_limit == 3);
  CHECK(race.must_fail_on("cpu"));
  const std::string says = "// says: \"x\"\n// SPDX\n";
  CHECK_FALSE(promise_of_file("// fails: a.b (c) on gpu\n" + says).must_fail_on("cpu"));
  const promise short_one = promise_of_file("// fails: a.b (c) on both: \"x|y\"\n// SPDX\n");
  CHECK(short_one.says == std::vector<std::string>{"x", "y"});
  CHECK_THROWS_AS(promise_of_file("// fails: a.b on gpu\n" + says), head_error);
  CHECK_THROWS_AS(promise_of_file("// fails: a.b (c) on tpu\n" + says), head_error);
  CHECK_THROWS_AS(promise_of_file("// fails: a.b (c) on cpu\n// SPDX\n"), head_error);
  CHECK_THROWS_AS(promise_of_file("// fails: a.b (c) on cpu\n// alos: x\n" + says), head_error);
}

TEST_CASE("a grading that finds just the mistake leaves nothing to complain about") {
  json blocked = check("traffic.loads", "fail", "counts only when right");
  blocked["blocked_by"] = "correctness.any";
  CHECK(complaints(race, graded({check("build", "pass"), check("clean.static", "fail", "on Nds"),
                                 check("correctness.any", "error"), blocked,
                                 check("speed.static", "skipped")}))
            .empty());
}

TEST_CASE("the words may stand in a finding") {
  json found = check("clean.static", "fail", "1 finding");
  found["findings"] = {{{"kind", "race"}, {"object", "Mds[3][0]"}}};
  CHECK(complaints(race, graded({found})).empty());
}

TEST_CASE("what is not as announced is said") {
  CHECK(complaints(race, graded({check("clean.static", "pass")})).at(0).find("should fail") !=
        std::string::npos);
  CHECK(complaints(race, graded({check("clean.static", "fail", "bounds")}))
            .at(0)
            .find("without the words") != std::string::npos);
  CHECK(complaints(race, graded({check("clean.static", "fail", "Mds"), check("build", "error")}))
            .at(0)
            .find("build should not fail") == 0);
  CHECK(complaints(race, graded({check("build", "pass")})).at(0).find("no check") !=
        std::string::npos);
}

TEST_CASE("a known mistake is named where the head says so, and nowhere else") {
  const promise head = promise_of_file("// fails: a.b (c) on both: \"x\"\n"
                                       "// named: one, other\n// SPDX\n");
  CHECK(head.named == std::vector<std::string>{"one", "other"});
  const auto with = [](const std::vector<std::string>& causes) {
    json failed = check("a.b", "fail", "x");
    failed["kind"] = "correctness";
    failed["data"] = {{"cases", json::array({{{"passed", true}}})}};
    for (const std::string& each : causes)
      failed["data"]["cases"].push_back({{"cause", each}});
    return graded({failed});
  };
  CHECK(complaints(head, with({"one", "other", "one"})).empty());
  const auto false_name = complaints(head, with({"one", "third", "other"}));
  REQUIRE(false_name.size() == 1);
  CHECK(false_name[0].find("third") != std::string::npos);
  const auto silent = complaints(head, with({"one"}));
  REQUIRE(silent.size() == 1);
  CHECK(silent[0].find("other") != std::string::npos);
  json on_gpu = with({"one"});
  on_gpu["backend"] = "gpu";
  CHECK(complaints(head, on_gpu).empty());
}
