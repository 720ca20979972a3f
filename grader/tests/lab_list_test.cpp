// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/lab_list.h"

#include <sstream>

#include <doctest/doctest.h>

#include "grader/report/wrap.h"

using namespace cudalab::grader;

namespace {

std::map<std::string, lab_description> three_labs() {
  std::map<std::string, lab_description> labs;
  for (const char* name : {"lab01", "lab02", "lab03"}) {
    labs[name] = {name, "The title of a lab", std::string(name) + "_topic", {}, {}};
    labs[name].checks = {{"correctness.a", "a", 1, 60, correctness_check{}, {}, {}},
                         {"speed.a", "b", 2, 40, speed_check{}, {}, {}}};
  }
  labs["lab02"].builds_on = {"lab01"};
  labs["lab03"].builds_on = {"lab01", "lab02"};
  return labs;
}

std::vector<lab_row> some_rows() {
  std::vector<lab_row> rows = rows_of(three_labs());
  rows[0].state = lab_state::passed;
  rows[0].last = rows[0].best = attempt{60, 60, "pass", "cpu", "", {}};
  rows[1].state = lab_state::in_progress;
  rows[1].last = attempt{20, 100, "fail", "gpu", "", {}};
  rows[1].best = attempt{30, 60, "fail", "cpu", "", {}};
  return rows;
}

} // namespace

TEST_CASE("a lab leads to those that build on it") {
  const auto rows = rows_of(three_labs());
  CHECK(rows[0].leads_to == std::vector<std::string>{"lab02", "lab03"});
  CHECK(rows[1].leads_to == std::vector<std::string>{"lab03"});
  CHECK(rows[2].leads_to.empty());
  CHECK(rows[0].points == 100);
  CHECK(rows[0].exercises == 2);
}

TEST_CASE("the list has state, points, best with its backend, and what comes next") {
  const std::string text = list_text(some_rows(), {false, true, 80});
  CHECK(text.find("lab01  The title of a lab  passed       60/60   60/60 cpu  02 03\n") !=
        std::string::npos);
  CHECK(text.find("lab02  The title of a lab  in progress  20/100  30/60 cpu  03\n") !=
        std::string::npos);
  CHECK(text.find("lab03  The title of a lab  not started  -       -\n") != std::string::npos);
  CHECK(text.find("Next: lab02, The title of a lab; it builds on lab01.\n  ./lab grade lab02\n") !=
        std::string::npos);
}

TEST_CASE("before the first grading the list says where to begin") {
  const std::string text = list_text(rows_of(three_labs()), {false, true, 80});
  CHECK(text.find("Begin with: lab01, The title of a lab; it needs no other lab.\n") !=
        std::string::npos);
  CHECK(text.find("Points: the last") == std::string::npos);
}

TEST_CASE("no line of the list is wider than the terminal") {
  for (const std::size_t width : {40u, 60u, 80u, 200u}) {
    std::istringstream lines(list_text(some_rows(), {false, true, width}));
    for (std::string line; std::getline(lines, line);)
      CHECK(columns_of(line) <= width);
  }
}

TEST_CASE("the recommended lab is the first that has not passed, or one behind another") {
  auto rows = some_rows();
  CHECK(recommended(rows)->name == "lab02");
  CHECK(recommended(rows, "lab02")->name == "lab03");
  CHECK(recommended(rows, "lab03")->name == "lab02"); // none behind it: the first that is left
  rows[2].state = lab_state::no_file;
  rows[1].state = lab_state::passed;
  CHECK(recommended(rows, "lab03") == nullptr);
  CHECK(list_text(rows, {false, true, 80}).find("./lab reset lab03") != std::string::npos);
  rows[2].state = lab_state::passed;
  CHECK(recommended(rows) == nullptr);
  CHECK(list_text(rows, {false, true, 80}).find("All labs have passed.") != std::string::npos);
}

TEST_CASE("the list for programs") {
  const auto document = list_json(some_rows());
  CHECK(document["next"] == "lab02");
  CHECK(document["labs"][0]["state"] == "passed");
  CHECK(document["labs"][0]["best"]["backend"] == "cpu");
  CHECK(document["labs"][2]["last"].is_null());
  CHECK(document["labs"][2]["builds_on"] == nlohmann::ordered_json({"lab01", "lab02"}));
}
