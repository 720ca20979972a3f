// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/race_questions.h"

#include <doctest/doctest.h>

#include "grader/cli/give_hint.h"
#include "grader/tests/has.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

const std::string barrier = "put a barrier between lines 51 and 52";

finding race_on(const std::string& object, bool written_later = false) {
  finding one;
  one.space = "shared";
  one.object = object;
  one.remedy = barrier;
  one.fix = {{cudalab::findings::remedy_id::barrier_between, {51, 52}}};
  party reader, writer;
  reader.action = "reads it";
  reader.line = 53;
  writer.action = "writes it";
  writer.line = 50;
  one.parties = {reader, writer}; // whatever comes first
  one.order = written_later ? cudalab::findings::race_order::read_first
                            : cudalab::findings::race_order::write_first;
  return one;
}

check_result clean_check_of(int exercise, const std::vector<finding>& findings) {
  check_result one;
  one.exercise = exercise;
  one.status = findings.empty() ? check_status::pass : check_status::fail;
  one.findings = findings;
  if (!findings.empty())
    one.next = findings.front().remedy;
  return one;
}

/// Somebody who works on a lab that asks in its first exercise.
struct asked_student {
  scratch_folder scratch;
  lab_description lab = {.name = "lab04", .folder = "lab04_tiled_matmul", .asks_first = {1}};

  progress_file progress() const { return progress_file(scratch.path() / "progress.json"); }

  /// The check as it is shown, after a grading of the own file.
  check_result graded(const std::string& file, const check_result& check,
                      std::string* note = nullptr) {
    race_questions questions(lab, progress(), file);
    grade result;
    result.checks = {check};
    questions.reword(result.checks.front());
    check_result again = check; // as it is told, and as it is stored
    questions.reword(again);
    CHECK(again.next == result.checks.front().next);
    if (note != nullptr)
      *note = questions.note(result);
    progress_file kept = progress();
    kept.set_open_exercise("lab04", 1);
    questions.remember(result, kept);
    CHECK(kept.save());
    return result.checks.front();
  }

  std::string hint() {
    progress_file kept = progress();
    std::string text = give_hint(lab, {}, style{}, kept);
    kept.save();
    return text;
  }
};

} // namespace

TEST_CASE("a race on shared memory is a question until a changed file still has it") {
  asked_student one;
  const check_result race = clean_check_of(1, {race_on("Mds[0][0]")});
  std::string note;
  const check_result first = one.graded("file a", race, &note);
  CHECK(first.next ==
        "line 53 reads elements of Mds that other threads write in line 50. What makes "
        "sure that they have written them by then?");
  CHECK(first.findings.front().remedy == first.next);
  CHECK(first.findings.front().fix.empty());
  CHECK(has(note, "./lab hint lab04 says it now"));
  CHECK(one.graded("file a", race).next == first.next); // nothing was tried
  CHECK(one.graded("file b", race, &note).next == barrier);
  CHECK(note.empty());
  CHECK(one.graded("file b", race).next == barrier);
  CHECK(one.graded("file a", race).next == barrier); // it was read
}

TEST_CASE("another race is another question") {
  asked_student one;
  one.graded("file a", clean_check_of(1, {race_on("Mds[0][0]")}));
  const check_result second = one.graded("file b", clean_check_of(1, {race_on("Mds[3][1]", true)}));
  CHECK(second.next ==
        "line 50 writes elements of Mds that other threads read in line 53. What makes "
        "sure that they have read the old values by then?");
  CHECK(one.graded("file c", clean_check_of(1, {race_on("Nds[0][0]"), race_on("Mds[1][1]", true)}))
            .findings.back()
            .remedy == barrier);
}

TEST_CASE("a hint answers, and then the grader does, too") {
  asked_student one;
  const check_result race = clean_check_of(1, {race_on("Mds[0][0]"), race_on("Nds[0][0]")});
  one.graded("file a", race);
  const std::string answer = one.hint();
  CHECK(has(answer, "lab04, exercise 1, an answer"));
  CHECK(has(answer, barrier));
  CHECK(answer.find(barrier) == answer.rfind(barrier)); // for both arrays once
  CHECK(has(one.hint(), "lab04, exercise 1, hint 1 of 3"));
  CHECK(one.graded("file a", race).next == barrier);
}

TEST_CASE("no answer is owed about a race that is gone") {
  asked_student one;
  one.graded("file a", clean_check_of(1, {race_on("Mds[0][0]")}));
  one.graded("file b", clean_check_of(1, {}));
  CHECK(has(one.hint(), "hint 1 of 3"));
  CHECK(one.graded("file c", clean_check_of(1, {race_on("Mds[0][0]")})).next == barrier);
}

TEST_CASE("what is no question is told at once") {
  asked_student one;
  CHECK(one.graded("file a", clean_check_of(2, {race_on("Mds[0][0]")})).next == barrier);
  finding global = race_on("d_P[0]"), writes = race_on("Mds[0][0]"), nowhere = race_on("Mds[0][0]");
  global.space = "global";
  writes.parties[0].action = "writes it";
  nowhere.parties[1].line = 0;
  for (const finding& each : {global, writes, nowhere}) {
    std::string note = "?";
    CHECK(one.graded("file a", clean_check_of(1, {each}), &note).next == barrier);
    CHECK(note.empty());
  }
  CHECK(one.progress().races_asked("lab04", 1).empty());
}

TEST_CASE("a file that did not compile neither asks nor answers") {
  asked_student one;
  const check_result race = clean_check_of(1, {race_on("Mds[0][0]")});
  one.graded("file a", race);
  check_result unknown = clean_check_of(1, {});
  unknown.status = check_status::error;
  one.graded("file b", unknown);
  CHECK(has(one.hint(), "an answer"));
}

TEST_CASE("the question goes by the program's order, and not by that of a run") {
  asked_student one;
  const auto asked = [&one](finding race) {
    const std::string first = one.graded("file a", clean_check_of(1, {race})).next;
    std::swap(race.parties[0], race.parties[1]);
    CHECK(one.graded("file a", clean_check_of(1, {race})).next == first);
    return first;
  };
  finding next_round = race_on("Mds[0][0]", true);
  next_round.fix = {{cudalab::findings::remedy_id::overwritten_in_next_round, {}, "Mds"}};
  CHECK(asked(next_round) ==
        "line 50, in the next round of the loop, writes elements of Mds that other threads read in "
        "line 53. What makes sure that they have read the old values by then?");
  CHECK(has(asked(race_on("Nds[0][0]")), "line 53 reads elements of Nds"));
  finding unknown = race_on("a[0]"), in_one_line = race_on("b[0]");
  unknown.order = cudalab::findings::race_order::unknown;
  in_one_line.parties[0].line = in_one_line.parties[1].line;
  CHECK(has(asked(unknown), "Which of the two must come first"));
  CHECK(has(asked(in_one_line), "does the condition let too many in?"));
}
