// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/term/gradebook.h"
#include "grader/term/results_folder.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::term;
using cudalab::grader::content_of;
using cudalab::grader::scratch_folder;
using cudalab::grader::write_file;
using nlohmann::json;

namespace {

hand_in handed(const std::string& owner, const std::string& text) {
  hand_in one;
  one.owner = owner;
  one.students = {owner};
  one.path = owner + ".cu";
  one.text = kept_text(text);
  return one;
}

json judged() {
  return {{"verdict", "fail"},
          {"points", 10},
          {"max_points", 30},
          {"checks",
           {{{"id", "a"}, {"status", "pass"}, {"points", 10}, {"max_points", 10}},
            {{"id", "b"}, {"status", "fail"}, {"points", 0}, {"max_points", 20}},
            {{"id", "c"}, {"status", "skipped"}, {"points", 0}, {"max_points", 5}},
            {{"id", "d"}, {"status", "pass"}, {"points", 6}, {"max_points", 6}, {"bonus", true}}}}};
}

std::string ask(const std::filesystem::path& file, const std::string& what) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  std::string answer;
  const auto add = [](void* to, int, char** cells, char**) {
    *static_cast<std::string*>(to) += std::string(cells[0]) + ";";
    return 0;
  };
  CHECK(sqlite3_exec(database, what.c_str(), add, &answer, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  return answer;
}

} // namespace

TEST_CASE("texts are kept outside of memory, in their order, and are read again by a child, too") {
  const kept_text none, one(std::string(70'000, 'a')), other("b"), again("b");
  CHECK(none.read() == "");
  CHECK(none == kept_text(""));
  CHECK(one.read() == std::string(70'000, 'a'));
  CHECK(other == again);
  CHECK(!(one == other));
  CHECK(again.sha256() == cudalab::grader::sha256("b"));
  const pid_t child = fork();
  if (child == 0)
    _exit(other.read() == "b" ? 7 : 1);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("any owner has a file name of its own") {
  CHECK(file_name_for("ann.lee@x-y_1") == "ann.lee@x-y_1");
  CHECK(file_name_for("../a b") == "%2E.%2Fa%20b");
  CHECK(file_name_for("\xC3\xA4") == "%C3%A4");
  CHECK(file_name_for("") != "");
  const std::string a = file_name_for(std::string(500, 'x') + "a");
  CHECK(a.size() < 130);
  CHECK(a != file_name_for(std::string(500, 'x') + "b"));
}

TEST_CASE("a result is fresh for the same file, lab, seed, backend and settings only") {
  const scratch_folder scratch;
  results_folder folder(scratch.path(), "lab04");
  const hand_in ann = handed("ann", "text");
  const result_settings settings{"v1", 5, "cpu", "time limit 0"};
  const std::string key = result_key(ann, settings);
  CHECK(!folder.is_fresh("ann", key));
  write_file(folder.result_of("ann"), result_text("ann", "lab04", key, settings, "now", judged()));
  CHECK(folder.is_fresh("ann", key));
  std::vector<std::string> others{result_key(handed("ann", "text "), settings)};
  for (const result_settings& each : {result_settings{"v2", 5, "cpu", "time limit 0"},
                                      result_settings{"v1", 6, "cpu", "time limit 0"},
                                      result_settings{"v1", 5, "gpu", "time limit 0"},
                                      result_settings{"v1", 5, "cpu", "time limit 1"}})
    others.push_back(result_key(ann, each));
  for (const std::string& each : others)
    CHECK(!folder.is_fresh("ann", each));
  // Torn by a machine that lost its power.
  std::filesystem::resize_file(folder.result_of("ann"), 50);
  CHECK(!folder.is_fresh("ann", key));
}

TEST_CASE("one process at a time has the folder, and what it left half written is removed") {
  const scratch_folder scratch;
  results_folder one(scratch.path(), "lab04"), other(scratch.path(), "lab04");
  CHECK(one.lock(std::chrono::milliseconds(0)));
  CHECK(!other.lock(std::chrono::milliseconds(30)));
  const auto part = scratch.path() / "lab04/results/.ann.json.part-77";
  std::ofstream(part) << "{";
  const auto of_another_lab = scratch.path() / ".gradebook.csv.part-host-7-0",
             of_a_dead_one = scratch.path() / ".gradebook.sqlite.part-host-8-0";
  for (const auto& each : {of_another_lab, of_a_dead_one})
    std::ofstream(each) << "x";
  std::filesystem::last_write_time(of_a_dead_one, std::filesystem::last_write_time(of_a_dead_one) -
                                                      std::chrono::hours(1));
  one.tidy();
  CHECK(!std::filesystem::exists(part));
  CHECK(std::filesystem::exists(of_another_lab));
  CHECK(!std::filesystem::exists(of_a_dead_one));
}

TEST_CASE(
    "who was forked by a batch that is gone may still write: until it ends the folder is taken") {
  const scratch_folder scratch;
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t batch = fork();
  if (batch == 0) {
    results_folder mine(scratch.path(), "lab04");
    if (mine.lock(std::chrono::milliseconds(0)) && fork() == 0) {
      close(ends[1]);
      char nothing = 0;
      static_cast<void>(!read(ends[0], &nothing, 1)); // until the test lets go
    }
    _exit(0);
  }
  waitpid(batch, nullptr, 0);
  close(ends[0]);
  results_folder other(scratch.path(), "lab04");
  CHECK(!other.lock(std::chrono::milliseconds(100)));
  close(ends[1]);
  CHECK(other.lock(std::chrono::seconds(20)));
}

TEST_CASE("the gradebook is made of the documents, with the course's points") {
  const scratch_folder scratch;
  results_folder folder(scratch.path(), "lab04");
  const result_settings settings{"v1", 5, "cpu", ""};
  collection all;
  all.hand_ins = {handed("red", "text"), handed("bob", ""), handed("cy", "more")};
  all.hand_ins[0].students = {"ann", "=eve"};
  all.hand_ins[0].late = {std::chrono::seconds(60), 0.5};
  all.hand_ins[1].state = hand_in_state::empty;
  all.missing = {{"dan", "Dan, \"D\""}};
  assignment asked;
  asked.points = 8;
  asked.hidden = {"b"};
  asked.checks["a"].points = 30; // 30 of 50
  const std::string key = result_key(all.hand_ins[0], settings);
  write_plan(folder.plan(), all, "lab04", asked, {key, "", "another key"}, 5);
  write_file(folder.result_of("red"), result_text("red", "lab04", key, settings, "now", judged()));
  write_file(folder.result_of("cy"),
             result_text("cy", "lab04", "an old key", settings, "now", judged()));
  const auto rows = read_grades(scratch.path());
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].student == "=eve");
  CHECK(rows[1].student == "ann");
  CHECK(rows[1].state == "graded");
  CHECK(rows[1].points == doctest::Approx(8 * 0.6 * 0.5));
  CHECK(rows[1].max_points == 8);
  CHECK(rows[1].judged_points == 10);
  CHECK(rows[1].checks[1].hidden);
  CHECK(rows[2].state == "empty");
  CHECK(rows[3].state == "waiting");
  CHECK(rows[4].state == "missing");
  for (int round = 0; round < 2; ++round) // anew each time
    write_gradebook(scratch.path());
  const std::string csv = content_of(scratch.path() / "gradebook.csv");
  CHECK(csv.find("\nlab04,'=eve,,red,graded,fail,2.4,8,10,30,,60,0.5,\n") != std::string::npos);
  CHECK(csv.find("lab04,dan,\"Dan, \"\"D\"\"\",,missing,") != std::string::npos);
  const auto file = scratch.path() / "gradebook.sqlite";
  CHECK(ask(file, "SELECT student FROM grades WHERE state = 'graded' ORDER BY student") ==
        "=eve;ann;");
  CHECK(ask(file, "SELECT sum(points) FROM checks WHERE student = 'ann'") == "36.0;");
  asked.checks["d"].points = 10; // now the bonus counts: 40 of 60
  write_plan(folder.plan(), all, "lab04", asked, {key, "", "another key"}, 5);
  CHECK(read_grades(scratch.path())[1].points == doctest::Approx(8 * 40.0 / 60 * 0.5));
}
