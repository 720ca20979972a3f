// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Gradebooks as other systems read them: each file is read again by the rules of its system.
#include <string>

#include <doctest/doctest.h>

#include "grader/term/gradebook_forms.h"

using namespace cudalab::term;

namespace {

grade_row row(const std::string& lab, const std::string& student, const std::string& state,
              double points, double most = 20) {
  grade_row one;
  one.lab = lab;
  one.student = one.owner = student;
  one.state = state;
  one.points = one.raw_points = points;
  one.max_points = most;
  if (state == "graded")
    one.verdict = "fail";
  return one;
}

std::vector<grade_row> a_course() {
  std::vector<grade_row> rows{
      row("lab04", "ann", "graded", 12.345), row("lab04", "bob", "missing", 0),
      row("lab04", "cy", "waiting", 0, 0), row("lab05", "ann", "graded", 7, 10)};
  rows[0].name = "Ann \"A\" Lee";
  rows[0].raw_points = 13.345;
  rows[0].due = 1'700'000'000;
  rows[0].handed_in = 1'700'000'060;
  rows[1].name = "=cmd|' /C calc'!A0";
  return rows;
}

std::vector<std::vector<std::string>> written(const std::string& form,
                                              const std::vector<grade_row>& rows,
                                              const roster* students = nullptr, bool zero = false,
                                              const std::string& column = "") {
  return read_csv(gradebook_in_form(rows, {form, students, column, zero}));
}

using line = std::vector<std::string>;

} // namespace

TEST_CASE("Canvas: its five columns, a column for each lab, and what each is worth") {
  const auto lines = written("canvas", a_course());
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] ==
        line{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", "lab04", "lab05"});
  CHECK(lines[1] == line{"    Points Possible", "", "", "", "", "20", "10"});
  CHECK(lines[2] == line{"Ann \"A\" Lee", "", "ann", "ann", "", "12.35", "7"});
  CHECK(lines[3] == line{"'=cmd|' /C calc'!A0", "", "bob", "bob", "", "", ""});
  CHECK(lines[4] == line{"cy", "", "cy", "cy", "", "", ""}); // waiting is no 0
  // Canvas takes what stands before the first heading for a part of it.
  CHECK(gradebook_in_form(a_course(), {"canvas", nullptr, "", false}).rfind("Student,", 0) == 0);
}

TEST_CASE("Canvas: its own export, with its line of points, gives the students' columns") {
  const roster students("Student,ID,SIS User ID,SIS Login ID,Section,lab04 (77)\n"
                        "    Points Possible,,,,,20\n\"Lee, Ann\",501,u1,ann,CS,\n",
                        "canvas.csv");
  std::vector<grade_row> rows{row("lab04", "ann", "graded", 3), row("lab04", "501", "graded", 4)};
  rows.pop_back();
  const auto lines = written("canvas", rows, &students, false, "lab04 (77)");
  CHECK(lines[0].back() == "lab04 (77)");
  CHECK(lines[2] == line{"Lee, Ann", "501", "u1", "ann", "CS", "3"});
}

TEST_CASE("Moodle: a column that its import maps to the student, and points") {
  CHECK(written("moodle", a_course())[0] == line{"Username", "lab04", "lab05"});
  CHECK(written("moodle", {row("lab04", "a@x.org", "graded", 1)})[0][0] == "Email address");
  CHECK(written("moodle", {row("lab04", "1234", "graded", 1)})[0][0] == "ID number");
  const roster students("First name;Surname;ID number;Email address\nAnn;Lee;17;ann@x.org\n",
                        "m.csv");
  const auto lines = written("moodle", {row("lab04", "ann@x.org", "graded", 1)}, &students);
  CHECK(lines[0] == line{"First name", "Last name", "ID number", "Email address", "lab04"});
  CHECK(lines[1] == line{"Ann", "Lee", "17", "ann@x.org", "1"});
}

TEST_CASE("Blackboard: every cell between quotes, after a byte order mark") {
  const std::string text = gradebook_in_form(a_course(), {"blackboard", nullptr, "", true});
  REQUIRE(text.rfind("\xEF\xBB\xBF\"Last Name\",\"First Name\",\"Username\",\"Student ID\",", 0) ==
          0);
  CHECK(text.find("\n\"Lee\",\"Ann \"\"A\"\"\",\"ann\",\"\",\"12.35\",\"7\"\n") != text.npos);
  const auto lines = read_csv(text);
  CHECK(lines[0][4] == "lab04 [Total Pts: 20 Score]");
  CHECK(lines[2][2] == "bob");
  CHECK(lines[2][4] == "0"); // as was asked for
}

TEST_CASE("csv: nbgrader's columns, a line for each student and lab") {
  const auto lines = written("csv", a_course());
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == line{"assignment", "duedate", "timestamp", "student_id", "last_name",
                         "first_name", "email", "raw_score", "late_submission_penalty", "score",
                         "max_score"});
  CHECK(lines[1] == line{"lab04", "2023-11-14 22:13:20", "2023-11-14 22:14:20", "ann", "Lee",
                         "Ann \"A\"", "", "13.35", "1", "12.35", "20"});
  CHECK(lines[2][9] == "0");
  CHECK(lines[3] == line{"lab04", "", "", "cy", "", "", "", "", "", "", "20"});
}

TEST_CASE("no cell is a formula, whatever a student is called") {
  for (const std::string& form : gradebook_forms())
    for (const std::string name : {"=1+1", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "\n=1"}) {
      std::vector<grade_row> rows{row("lab04", name, "graded", 1)};
      rows[0].name = name;
      for (const line& each : written(form, rows, nullptr, false, name))
        for (const std::string& cell : each)
          CHECK_MESSAGE(
              (cell.empty() || std::string("=+-@\t\r\n").find(cell[0]) == std::string::npos),
              form << ": " << cell);
    }
}

TEST_CASE("a column has one maximum, which no hand-in changes") {
  std::vector<grade_row> rows{row("lab04", "ann", "graded", 90, 90),
                              row("lab04", "bob", "graded", 0, 100)};
  for (const std::string& form : gradebook_forms())
    CHECK_THROWS_WITH_AS(gradebook_in_form(rows, {form, nullptr, "", false}),
                         doctest::Contains("ann was graded with a maximum of 90 and bob with 100"),
                         unequal_maxima);
  rows[1].max_points = 90;
  CHECK(written("canvas", rows)[1].back() == "90");
  rows.resize(1);
  rows[0] = row("lab04", "ann", "missing", 0, 30); // nobody was graded: what the course says
  CHECK(written("canvas", rows)[1].back() == "30");
}
