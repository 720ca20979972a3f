// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/causes.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

/// What a correctness check says is next, which told first of a case with this reason, after a
/// clean check of an exercise saw a finding.
std::string next_after(const std::string& reason, finding_kind kind,
                       const std::string& space = "global", int exercise = 2) {
  check_result wrong, watched;
  wrong.kind = check_kind::correctness;
  wrong.status = check_status::fail;
  wrong.exercise = 2;
  wrong.next = "look at the store";
  wrong.data["first_told"] = "large";
  wrong.data["cases"] = {{{"name", "small"}, {"reason", "outside_output"}},
                         {{"name", "large"}, {"reason", reason}}};
  watched.kind = check_kind::clean;
  watched.status = check_status::fail;
  watched.exercise = exercise;
  watched.title = "nothing is touched outside";
  watched.findings.emplace_back();
  watched.findings.back().kind = kind;
  watched.findings.back().space = space;
  watched.findings.back().severity = finding_severity::error;
  std::vector<check_result> judged = {wrong, watched};
  tell_one_mistake_once(judged, 0);
  return judged.front().next;
}

} // namespace

TEST_CASE("memory overwritten beside an output and an access outside are told as one mistake") {
  CHECK(next_after("outside_output", finding_kind::out_of_bounds)
            .find("\"nothing is touched outside\"") != std::string::npos);
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "global", 0) !=
        "look at the store");
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "shared") == "look at the store");
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "global", 3) ==
        "look at the store");
  CHECK(next_after("outside_output", finding_kind::race) == "look at the store");
  CHECK(next_after("transposed", finding_kind::out_of_bounds) == "look at the store");
}

TEST_CASE("wrong values of no known kind may follow from what was seen in the threads") {
  for (const finding_kind kind : {finding_kind::race, finding_kind::out_of_bounds})
    for (const char* reason : {"wrong_values", "wrong_in_a_row", "wrong_at_the_end"})
      CHECK(next_after(reason, kind) ==
            "This may follow from what \"nothing is touched outside\" shows, with its line: mend "
            "that first.");
  for (const finding_kind kind : {finding_kind::leak, finding_kind::unchecked_error})
    CHECK(next_after("wrong_values", kind) == "look at the store");
  CHECK(next_after("wrong_values", finding_kind::race, "shared", 3) == "look at the store");
}

TEST_CASE("elements that nobody stored may follow from lanes that have left their warp") {
  for (const char* reason : {"unwritten_cells", "unwritten_tail"}) {
    CHECK(next_after(reason, finding_kind::absent_lanes)
              .find("This may follow from what \"nothing is touched outside\" shows") == 0);
    CHECK(next_after(reason, finding_kind::race) == "look at the store");
  }
}

TEST_CASE("the end of an output may be missing because it was added to what nobody had set") {
  const auto next_of = [](finding_kind kind, const std::string& object) {
    check_result wrong, watched;
    wrong.kind = check_kind::correctness;
    watched.kind = check_kind::clean;
    wrong.status = watched.status = check_status::fail;
    wrong.exercise = watched.exercise = 2;
    wrong.next = "look at the store";
    wrong.data["first_told"] = "n = 5";
    wrong.data["cases"] = {{{"name", "n = 5"}, {"reason", "unwritten_tail"}, {"output", "d_out"}}};
    watched.title = "nothing is touched outside";
    watched.findings.emplace_back();
    watched.findings.back().kind = kind;
    watched.findings.back().object = object;
    watched.findings.back().severity = finding_severity::error;
    std::vector<check_result> judged = {wrong, watched};
    tell_one_mistake_once(judged, 0);
    return judged.front().next;
  };
  CHECK(next_of(finding_kind::uninitialised_read, "d_out[4]").find("mend that first") !=
        std::string::npos);
  CHECK(next_of(finding_kind::uninitialised_read, "d_in[4]") == "look at the store");
  CHECK(next_of(finding_kind::race, "d_out[4]") == "look at the store");
}

namespace {

/// A correctness check's message after a clean check of an exercise saw a finding.
check_result told_after(const std::string& message, finding_kind kind,
                        finding_severity severity = finding_severity::error, int exercise = 2,
                        const std::string& reason = "nothing_written") {
  check_result wrong, watched;
  wrong.kind = check_kind::correctness;
  wrong.status = check_status::fail;
  wrong.exercise = 2;
  wrong.message = message;
  wrong.next = "launch a kernel";
  wrong.data["first_told"] = "n = 5";
  wrong.data["cases"] = {{{"name", "n = 5"},
                          {"passed", false},
                          {"reason", reason},
                          {"output", "d_out"},
                          {"unwritten", 5}},
                         {{"name", "n = 0"}, {"passed", true}}};
  watched.kind = check_kind::clean;
  watched.status = check_status::fail;
  watched.exercise = exercise;
  watched.title = "nothing is touched outside";
  watched.findings.emplace_back();
  watched.findings.back().kind = kind;
  watched.findings.back().severity = severity;
  std::vector<check_result> judged = {wrong, watched};
  tell_unset_from_unwritten(judged, 0);
  return judged.front();
}

} // namespace

TEST_CASE("an output that was added to what it held is not one that nobody wrote") {
  const std::string said =
      "wrong in 1 of 2 cases. n = 5: nothing was written to d_out (5 elements)";
  for (const finding_kind kind : {finding_kind::uninitialised_read, finding_kind::out_of_bounds}) {
    const check_result result = told_after(said, kind);
    CHECK(result.message ==
          "wrong in 1 of 2 cases. n = 5: there is no number in d_out (5 elements)");
    CHECK(result.next.find("nothing is touched outside") != std::string::npos);
  }
  CHECK(told_after(said, finding_kind::race).message == said);
  CHECK(told_after(said, finding_kind::uninitialised_read, finding_severity::information).message ==
        said);
  CHECK(told_after(said, finding_kind::uninitialised_read, finding_severity::error, 3).message ==
        said);
  CHECK(told_after(said, finding_kind::uninitialised_read, finding_severity::error, 0).message !=
        said);
  CHECK(told_after("f: every element is 0", finding_kind::out_of_bounds, finding_severity::error, 2,
                   "all_zero")
            .message == "f: every element is 0");
}

TEST_CASE("what was never written may be in a stream that nobody waits for") {
  check_result wrong, watched;
  wrong.kind = check_kind::correctness;
  wrong.status = check_status::fail;
  wrong.next = "launch a kernel";
  wrong.data["first_told"] = "n = 5";
  wrong.data["cases"] = {{{"name", "n = 5"}, {"passed", false}, {"reason", "nothing_written"}}};
  watched.kind = check_kind::clean;
  watched.status = check_status::fail;
  watched.title = "nothing is touched outside";
  watched.findings.emplace_back();
  watched.findings.back().severity = finding_severity::error;
  for (const char* reason : {"nothing_written", "all_zero"})
    for (const auto order :
         {findings::race_order::between_streams, findings::race_order::between_blocks}) {
      wrong.data["cases"][0]["reason"] = reason;
      watched.findings.back().order = order;
      std::vector<check_result> judged = {wrong, watched};
      CHECK(waits_for_what_was_watched(judged[0]));
      tell_one_mistake_once(judged, 0);
      CHECK((judged[0].next != wrong.next) == (order == findings::race_order::between_streams));
    }
}

TEST_CASE("numbers that are none may follow from a race or an access outside") {
  for (const finding_kind kind : {finding_kind::race, finding_kind::out_of_bounds}) {
    check_result wrong, watched;
    wrong.kind = check_kind::correctness;
    wrong.status = check_status::fail;
    wrong.exercise = watched.exercise = 2;
    wrong.next = "NaN often comes from memory";
    wrong.data["first_told"] = "n = 5";
    wrong.data["cases"] = {{{"name", "n = 5"}, {"passed", false}, {"reason", "not_finite"}}};
    watched.kind = check_kind::clean;
    watched.status = check_status::fail;
    watched.title = "nothing is touched outside";
    watched.findings.emplace_back();
    watched.findings.back().kind = kind;
    watched.findings.back().severity = finding_severity::error;
    std::vector<check_result> judged = {wrong, watched};
    CHECK(waits_for_what_was_watched(judged[0]));
    tell_one_mistake_once(judged, 0);
    CHECK(judged[0].next.find("what \"nothing is touched outside\" shows") != std::string::npos);
    judged = {wrong}; // nobody has seen why
    tell_one_mistake_once(judged, 0);
    CHECK(judged[0].next == wrong.next);
  }
}
