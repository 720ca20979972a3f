// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <string>

#include <doctest/doctest.h>

#include "grader/term/course.h"
#include "grader/term/roster.h"

using namespace cudalab::term;
using namespace std::chrono;

namespace {

const known_labs& labs() {
  static const known_labs known{
      {"lab03", {{"correctness.more", {9, false, true}}, {"traffic.loads", {4, false}}}},
      {"lab04", {{"clean.static", {15, false}}, {"speed.static", {10, true}}}}};
  return known;
}

std::string complaint(const std::string& text) {
  try {
    read_course(text, "course.toml", labs());
  } catch (const wrong_course& problem) {
    return problem.what();
  }
  return "";
}

const std::string head = "[course]\nseed = 5\n";

course read(const std::string& more) {
  return read_course(head + more, "course.toml", labs());
}

} // namespace

TEST_CASE("a new course is one that can be read") {
  const course one = read_course(new_course(labs(), 77), "course.toml", labs());
  CHECK(one.seed == 77);
  CHECK(one.sandbox_required);
  CHECK(one.labs.size() == 2);
  CHECK(one.labs.at("lab04").backend == "cpu");
  CHECK(one.labs.at("lab04").late.last_day == 5);
  CHECK(course_text(one, labs()).find("lab04: due never; 25 points") != std::string::npos);
  CHECK(course_text(one, labs()).find("lab03: due never; 4 points") !=
        std::string::npos); // no bonus
}

TEST_CASE("a new course can be read, too, when its examples of labs are taken") {
  std::string text = new_course(labs(), 77);
  for (std::size_t at = text.find("[labs."); (at = text.find("\n# ", at)) != text.npos;)
    text.erase(at + 1, 2);
  const course one = read_course(text, "course.toml", labs());
  CHECK(one.labs.at("lab03").hidden == std::vector<std::string>{"correctness.more"});
  CHECK(one.labs.at("lab04").points == 10);
  CHECK(one.labs.at("lab04").checks.at("clean.static").points == 20);
}

TEST_CASE("what a course says of a lab overrides what the lab says") {
  const course one = read(R"(
[labs.lab04]
due = 2026-11-30T23:59:00+01:00
points = 40
hidden = ["speed.static"]
backend = "gpu"
late.percent_a_day = 20
[labs.lab04.checks]
"clean.static".points = 30
"speed.static" = { threshold = 1.5 }
)");
  const assignment& lab = one.labs.at("lab04");
  CHECK(*lab.due == sys_days{2026y / 11 / 30} + 22h + 59min);
  CHECK(*lab.points == 40);
  CHECK(*lab.checks.at("clean.static").points == 30);
  CHECK(*lab.checks.at("speed.static").threshold == 1.5);
  CHECK(!lab.checks.at("speed.static").points);
  CHECK(lab.late.percent_a_day == 20);
  CHECK(lab.backend == "gpu");
  const std::string text = course_text(one, labs());
  CHECK(text.find("due 2026-11-30 22:59 UTC; 40 points (the lab's 40") == std::string::npos);
  CHECK(text.find("clean.static: 30 points (the lab says 15)") != std::string::npos);
}

TEST_CASE("a mistake is told with its line and column, and all of them at once") {
  const std::string said = complaint("[course]\n"
                                     "seed = 5\n"
                                     "nam = \"x\"\n"
                                     "backend = \"gpx\"\n"
                                     "[labs.lab44]\n"
                                     "[labs.lab03]\n"
                                     "  due = \"tomorrow\"\n"
                                     "hidden = [\"traffic.lods\"]\n"
                                     "points = -1\n"
                                     "checks.\"traffic.loads\".threshold = 2\n");
  CHECK(said.find("course.toml:3:1: there is no key 'nam' in [course]. Do you mean 'name'?") !=
        std::string::npos);
  CHECK(said.find("course.toml:4:11: 'backend' is one of \"auto\", \"cpu\", \"gpu\", not \"gpx\". "
                  "Do you mean 'gpu'?") != std::string::npos);
  CHECK(said.find("course.toml:5:7: there is no lab 'lab44'. Do you mean 'lab04'?") !=
        std::string::npos);
  CHECK(said.find("course.toml:7:9: 'due' must be a date and a time") != std::string::npos);
  CHECK(said.find("course.toml:8:10: lab03 has no check 'traffic.lods'. Do you mean "
                  "'traffic.loads'?") != std::string::npos);
  CHECK(said.find("course.toml:9:10: 'points' must be a number") != std::string::npos);
  CHECK(said.find("course.toml:10:36: 'traffic.loads' has no threshold") != std::string::npos);
}

TEST_CASE("a course that is no TOML, has no seed or no table") {
  CHECK(complaint("[course]\nname = x\n").find("course.toml:2:8: ") == 0);
  CHECK(complaint("[course]\n").find("needs a 'seed'") != std::string::npos);
  CHECK(complaint("").find("[course] is missing") != std::string::npos);
  CHECK(complaint("course = 3\n").find("'course' must be a table") != std::string::npos);
  CHECK(complaint(head + "[labs.lab04]\ndue = 2026-11-30T23:59:00\n").find("from UTC") !=
        std::string::npos);
}

TEST_CASE("nobody is in two groups") {
  CHECK(complaint(head + "[groups]\na = [\"x\"]\nb = [\"y\", \"x\"]\n")
            .find("'x' is in the groups 'a' and 'b'") != std::string::npos);
}

TEST_CASE("an extension is for a student or a group, for a lab or all") {
  const course one = read(R"(
[groups]
red = ["ann", "bob"]
[labs.lab03]
due = 2026-11-30T12:00:00Z
[labs.lab04]
due = 2026-11-30T12:00:00Z
[[extension]]
student = "red"
lab = "lab04"
until = 2026-12-01T12:00:00Z
[[extension]]
student = "eve"
until = 2026-12-02T12:00:00Z
reason = "ill"
)");
  const instant due = sys_days{2026y / 11 / 30} + 12h;
  const assignment &lab03 = one.labs.at("lab03"), &lab04 = one.labs.at("lab04");
  CHECK(due_for(one, lab04, "ann") == due + 24h);
  CHECK(due_for(one, lab03, "ann") == due);
  CHECK(due_for(one, lab03, "eve") == due + 48h);
  CHECK(due_for(one, lab04, "joe") == due);
  CHECK(complaint(head + "[labs.lab03]\n[[extension]]\nstudent=\"x\"\nlab=\"lab04\"\n"
                         "until=2026-12-01T12:00:00Z\n")
            .find("'lab04' is no lab of this course") != std::string::npos);
  CHECK(complaint(head + "[[extension]]\nstudent=\"x\"\n").find("needs 'student' and 'until'") !=
        std::string::npos);
}

TEST_CASE("being late costs by the day that has begun, after the grace") {
  const late_rule rule{.grace = 15min, .percent_a_day = 10, .last_day = 2};
  const instant due = sys_days{2026y / 11 / 30};
  CHECK(how_late(rule, due, due - 1s).remains == 1);
  CHECK(how_late(rule, due, due + 15min).late == 0s);
  CHECK(how_late(rule, due, due + 15min + 1s).remains == doctest::Approx(0.9));
  CHECK(how_late(rule, due, due + 15min + 1s).late == 15min + 1s);
  CHECK(how_late(rule, due, due + 24h).remains == doctest::Approx(0.9));
  CHECK(how_late(rule, due, due + 24h + 1s).remains == doctest::Approx(0.8));
  CHECK(how_late(rule, due, due + 48h + 1s).remains == 0);
  CHECK(how_late(rule, {}, due).remains == 1);
  CHECK(how_late({}, due, due + 999h).remains == 1);
}

TEST_CASE("seeds: one an assignment, or one a student") {
  course one = read("[labs.lab03]\n[labs.lab04]\nseed = 9\n");
  const assignment &lab03 = one.labs.at("lab03"), &lab04 = one.labs.at("lab04");
  CHECK(seed_of(one, lab04, "ann") == 9);
  CHECK(seed_of(one, lab03, "ann") == seed_of(one, lab03, "bob"));
  CHECK(seed_of(one, lab03, "ann") != one.seed);
  one.seeds = seed_policy::one_a_student;
  CHECK(seed_of(one, lab04, "ann") != seed_of(one, lab04, "bob"));
  CHECK(seed_of(one, lab04, "ann") == seed_of(one, lab04, "ann"));
}

TEST_CASE("spans and moments in words") {
  CHECK(words_for(59s) == "59 s");
  CHECK(words_for(119min) == "119 min");
  CHECK(words_for(25h + 5min) == "25 h 5 min");
  CHECK(words_for(std::chrono::seconds(51h)) == "2 days 3 h");
}

TEST_CASE("groups and extensions name those who are on the roster, by any cell of their line") {
  const roster students("id,name,email\n111,Anna Müller,anna@u.edu\n112,Bao,bao@u.edu\n", "r.csv");
  const std::string until = "until = 2030-01-01T00:00:00Z\n";
  course one = read("[groups]\nred = [\"anna\", \"112\"]\n[[extension]]\nstudent = \"red\"\n" +
                    until + "[[extension]]\nstudent = \"bao@u.edu\"\n" + until);
  name_by_roster(one, students, "course.toml");
  CHECK(one.groups.at("red") == std::vector<std::string>{"111", "112"});
  CHECK(one.extensions[0].student == "red");
  CHECK(one.extensions[1].student == "112");
  course other = read("[groups]\nred = [\"zoe\"]\n[[extension]]\nstudent = \"blue\"\n" + until);
  CHECK_THROWS_WITH_AS(name_by_roster(other, students, "course.toml"),
                       "course.toml: the group 'red' names 'zoe', and nobody on the roster is "
                       "called so, or several are.\ncourse.toml: an extension names 'blue', and "
                       "nobody on the roster is called so, or several are.",
                       wrong_course);
  course twice = read("[groups]\nred = [\"anna\"]\nblue = [\"111\"]\n");
  CHECK_THROWS_WITH_AS(name_by_roster(twice, students, "course.toml"),
                       "course.toml: '111' is in the groups 'blue' and 'red'.", wrong_course);
}
