// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What comes after grading, as a person meets it. The grades are made by hand: nothing is graded.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/report/json.h"
#include "grader/term/results_folder.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/has.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace term = cudalab::term;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct ended {
  int code = -1;
  std::string said;
};

/// @param before for the shell: "ulimit -v 1000 &&"
ended run(const fs::path& folder, const std::string& arguments, const std::string& before = "") {
  const std::string line = "cd '" + folder.string() + "' && " + before + " '" +
                           CUDALAB_CLASS_TOOLS + "' " + arguments + " 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  ended result;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// Passed but for a slow kernel.
grade a_good_one() {
  grade result = fixed_grade();
  for (check_result& each : result.checks) {
    each.status = check_status::pass;
    each.findings.clear();
    each.blocked_by.clear();
    each.next.clear();
    each.message.clear();
  }
  check_result& speed = result.checks.back();
  speed.status = check_status::skipped;
  settle(result);
  return result;
}

/// The group red (Ann and Bo Li) with a race, late; cy with all points and an earlier attempt; dan
/// handed in nothing. The check traffic.loads is kept from students, and the course scales to 20.
class course_folder {
public:
  course_folder() {
    term::assignment asked;
    asked.points = 20;
    asked.hidden = {"traffic.loads"};
    asked.due = term::instant(std::chrono::seconds(1'700'000'000));
    add("red", {"ann", "bo li"}, 1'700'050'000, fixed_grade());
    all_.hand_ins.back().late = {std::chrono::seconds(50'000), 0.9};
    add("cy", {"cy"}, 1'699'990'000, a_good_one());
    term::hand_in before = all_.hand_ins.back();
    before.state = term::hand_in_state::superseded;
    before.time = term::instant(std::chrono::seconds(1'699'900'000));
    all_.hand_ins.push_back(before);
    keys_.push_back("");
    all_.missing = {{"dan", "=Dan"}};
    term::write_plan(folder_.plan(), all_, "lab04", asked, keys_, 5);
  }

  fs::path path() const { return scratch_.path(); }

  /// As many more, each with a compiler's message of so many bytes.
  void add_many(int count, std::size_t bytes) {
    grade one = a_good_one();
    one.checks.front().data["log"] = std::string(bytes, 'x');
    for (int i = 0; i < count; ++i)
      add("t" + std::to_string(i), {"t" + std::to_string(i)}, 1'699'990'000, one);
    term::write_plan(folder_.plan(), all_, "lab04", {}, keys_, 5);
  }

private:
  void add(const std::string& owner, const std::vector<std::string>& students, std::int64_t time,
           const grade& result) {
    term::hand_in one;
    one.owner = owner;
    one.students = students;
    one.path = owner + ".cu";
    one.text = term::kept_text(owner);
    one.time = term::instant(std::chrono::seconds(time));
    const term::result_settings settings{"v1", 42, "cpu", "", "CUDA Labs 0.1.0", "node7"};
    keys_.push_back(term::result_key(one, settings));
    all_.hand_ins.push_back(one);
    fs::create_directories(folder_.copy_of(owner).parent_path());
    write_file(folder_.copy_of(owner), owner);
    write_file(folder_.result_of(owner),
               term::result_text(owner, "lab04", keys_.back(), settings, "now",
                                 json::parse(to_json_text(result))));
  }

  scratch_folder scratch_;
  term::results_folder folder_{scratch_.path() / "grades", "lab04"};
  term::collection all_;
  std::vector<std::string> keys_;
};

} // namespace

TEST_CASE("export writes the form that is asked for, below the folder where one is") {
  const course_folder course;
  const fs::path at = course.path();
  const ended canvas = run(at, "export canvas");
  CAPTURE(canvas.said);
  CHECK(canvas.code == 0);
  CHECK(has(canvas.said, "export/canvas.csv: 4 students, 1 lab\n"));
  CHECK(has(canvas.said, "lab04, dan: missing"));
  CHECK(content_of(at / "export/canvas.csv") ==
        "Student,ID,SIS User ID,SIS Login ID,Section,lab04\n    Points Possible,,,,,20\n"
        "ann,,ann,ann,,0\nbo li,,bo li,bo li,,0\ncy,,cy,cy,,20\n'=Dan,,dan,dan,,\n");
  CHECK(run(at, "export csv 4 --zero --column Tiles --out my.csv").code == 0);
  CHECK(has(content_of(at / "my.csv"), "Tiles,2023-11-14 22:13:20,"));
  write_file(at / "some.csv", "id,name\nann,Ann\ncy,Cy\n");
  const ended some = run(at, "export moodle --roster some.csv --out some_marks.csv");
  CHECK(has(some.said, "2 students, 1 lab\n"));
  CHECK(has(some.said, "Not in the file, since some.csv does not have them:\n  bo li\n"));
  CHECK(!has(content_of(at / "some_marks.csv"), "bo li"));
  for (const char* form : {"gradescope", "check50", "junit", "classroom50"})
    CHECK(has(run(at, std::string("export ") + form).said, "2 files\n"));
  const json gradescope = json::parse(content_of(at / "export/gradescope/lab04/red/results.json"));
  CHECK(gradescope.at("score") == 0);
  CHECK(json::parse(content_of(at / "export/gradescope/lab04/cy/results.json")).at("score") == 20);
  const json classroom = json::parse(content_of(at / "export/classroom50/lab04/red/result.json"));
  CHECK(classroom.at("assignment_type") == "group");
  CHECK(classroom.at("owner") == "red");
  CHECK(classroom.at("datetime") == "2023-11-15T12:06:40Z");
  CHECK(!has(content_of(at / "export/junit/lab04/red/results.xml"), "traffic.loads"));
}

TEST_CASE(
    "feedback: a folder for each student, and nothing of the checks that are kept from them") {
  const course_folder course;
  const fs::path at = course.path();
  const ended one = run(at, "feedback");
  CAPTURE(one.said);
  CHECK(one.code == 0);
  CHECK(has(one.said, "feedback: a folder for each of 3 students"));
  for (const char* student : {"ann", "bo%20li", "cy"})
    for (const char* ending : {".html", ".txt"}) {
      const std::string text =
          content_of(at / "feedback" / student / (std::string("lab04") + ending));
      CAPTURE(text);
      CHECK(text.size() > 100);
      CHECK(!has(text, "traffic"));
    }
  const std::string mail = content_of(at / "feedback/ann/lab04.txt");
  CHECK(has(mail, "Your points: 0 of 20\n"));
  CHECK(has(mail, "It was handed in late by 13 h 53 min: 90 % of the points remain.\n"));
  CHECK(has(mail, "for checks that are not listed here"));
  CHECK(has(mail, "barrier between lines 2 and 4"));
  CHECK(has(mail, "Hand-in of ann, bo li, SHA-256"));
  CHECK(has(mail, "node7"));
  const std::string html = content_of(at / "feedback/ann/lab04.html");
  CHECK(read_page(html).problem == "");
  CHECK(!has(html, "This grade is not consistent"));
  CHECK(has(html, "node7 by CUDA Labs 0.1.0"));
}

TEST_CASE("statistics: points, checks and mistakes of the class, without a name") {
  const course_folder course;
  const fs::path at = course.path();
  CHECK(run(at, "statistics").code == 0);
  const std::string text = content_of(at / "statistics.html");
  const html_page page = read_page(text);
  CHECK(page.problem == "");
  for (const char* name : {"ann", "bo li", "red", "cy", "dan"})
    CHECK_MESSAGE(!has(text, std::string(">") + name), name);
  CHECK(find_all(page, "script").empty());
  const html_element facts = find_all(page, "dl", "facts").at(0);
  CHECK(has(facts.text, "Graded2 hand-ins"));
  CHECK(has(facts.text, "1 missing"));
  CHECK(has(facts.text, "Mean10 of 20 points"));
  CHECK(has(find_all(page, "table", "checks").at(0).text, "clean.all1 of 2"));
  CHECK(has(text, "in 1 hand-in"));
  CHECK(has(find_all(page, "ol").at(0).text, "Race on shared memory"));
  CHECK(has(text, "2023-11-13: 1. ")); // of the attempts over time: the one that was replaced, too
  int level = 0;
  for (const html_element& each : page.elements)
    if (each.name.size() == 2 && each.name[0] == 'h' && each.name[1] > '0' && each.name[1] < '7') {
      CHECK_MESSAGE(each.name[1] - '0' <= level + 1, each.text);
      level = each.name[1] - '0';
    }
  CHECK(run(at, "statistics lab04 --names --out named.html").code == 0);
  CHECK(has(content_of(at / "named.html"), "red"));
}

TEST_CASE("grades are in memory one at a time: 2 MiB of them fit into what few need") {
  course_folder course;
  const fs::path at = course.path();
  std::string said;
  const auto fits = [&](int kilobytes) {
    const ended one = run(at, "statistics", "ulimit -v " + std::to_string(kilobytes) + " &&");
    said = one.said;
    return one.code == 0;
  };
  constexpr int step = 1000; // kB of address space
  int too_few = 20'000, few = 400'000;
  while (few - too_few > step)
    (fits((too_few + few) / 2) ? few : too_few) = (too_few + few) / 2;
  course.add_many(32, std::size_t{1} << 16);
  CHECK(fits(few + 2 * step)); // each may be there twice, as JSON and as a grade
  CHECK(said == "statistics.html: 34 hand-ins\n");
}

TEST_CASE("a grading is repeated, alone and for all, and what differs is said") {
  const scratch_folder scratch;
  const fs::path& at = scratch.path();
  fs::create_directories(at / "in");
  write_file(at / "in/ann.cu", "#error not yet, cuda\n"); // that is quick
  write_file(at / "course.toml",
             "[course]\nseed = 4\nsandbox = \"optional\"\n[labs.lab04]\npoints = 9\n");
  REQUIRE(run(at, "batch lab04 in").code == 0);
  const fs::path stored = at / "grades/lab04/results/ann.json";
  const ended same = run(at, "verify grades/lab04/results/ann.json in/ann.cu");
  CAPTURE(same.said);
  CHECK(same.code == 0);
  CHECK(has(same.said, "Reproduced"));
  const ended regraded = run(at, "regrade lab04 --seed 7");
  CAPTURE(regraded.said);
  CHECK(regraded.code == 0);
  CHECK(
      has(regraded.said, "Compared: 1; other points: 0; other checks, with the same points: 0\n"));
  CHECK(has(regraded.said, "Graded otherwise than before: the seed (of 1)"));
  // Somebody gave points away.
  json result = json::parse(content_of(stored));
  json& check = result.at("grade").at("checks").at(1);
  check["status"] = "pass";
  check["points"] = check["max_points"];
  check["blocked_by"] = "";
  result.at("grade")["points"] = check["max_points"];
  write_file(stored, result.dump());
  const ended other = run(at, "regrade lab04 --seed 7"); // all is graded already
  CAPTURE(other.said);
  CHECK(other.code == 1);
  CHECK(has(other.said, "Graded now: 0"));
  CHECK(has(other.said, "other points: 1;"));
  CHECK(has(other.said, "-> 0 of 9 points\n    " + check.at("id").get<std::string>() + ": pass, "));
  CHECK(has(content_of(at / "regraded/lab04/changes.csv"), "lab04,ann,"));
  const ended alone = run(at, "verify grades/lab04/results/ann.json in/ann.cu");
  CAPTURE(alone.said);
  CHECK(alone.code == 1);
  CHECK(has(alone.said, "Not reproduced.\n  " + check.at("id").get<std::string>()));
  CHECK(!has(alone.said, "What else differs"));
}

TEST_CASE("wrong input to what comes after grading ends with 2 and says what is wrong") {
  const course_folder course;
  const fs::path at = course.path();
  fs::create_directories(at / "empty");
  for (const auto& [arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"export nothing", "form: nothing not in"},
           {"export canvas --grades nowhere", "there is no folder nowhere"},
           {"export canvas --grades empty", "empty holds no grade. 'batch' writes them."},
           {"export junit --grades empty", "empty holds no grade. 'batch' writes them."},
           {"export junit lab03", "grades holds no grade of lab03"},
           {"export junit --column x", "are for gradebooks, and junit is none"},
           {"export csv --roster no.csv", "no.csv cannot be read"},
           {"export csv --out no/x.csv", "no"},
           {"feedback --grades empty", "empty holds no grade"},
           {"regrade lab03", "grades holds nothing of lab03"},
           {"regrade lab04 --out grades", "name another folder with --out"},
           {"verify nothing.json x.cu", "there is no file nothing.json"},
           {"verify grades/lab04/plan.json x.cu", "plan.json is JSON, but no grade"},
           {"verify grades/lab04/results/cy.json no.cu", "no.cu"},
           {"statistics --out no/x.html", "no"}}) {
    const ended one = run(at, arguments);
    CAPTURE(one.said); // (no bindings: doctest's lambdas cannot take them by clang)
    CHECK(one.code == 2);
    CHECK(has(one.said, words));
  }
  const fs::path damaged = at / "grades/lab04/results/cy.json";
  std::string text = content_of(damaged);
  text.replace(text.find("\"checks\""), 8, "\"chocks\"");
  std::ofstream(damaged) << text;
  const ended one = run(at, "feedback");
  CHECK(one.code == 2);
  CHECK(has(one.said, "cy.json is a damaged grade"));
}
