// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/race_questions.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "grader/cli/give_hint.h"

namespace cudalab::grader {

namespace {

struct question {
  race_name race;
  std::string words;
};

bool begins_with(const std::string& text, const std::string& part) {
  return text.compare(0, part.size(), part) == 0;
}

/// The line that one of the two parties does this in; 0: none, or not known.
int line_that(const finding& race, const std::string& does) {
  for (const party& each : race.parties)
    if (begins_with(each.action, does))
      return each.line;
  return 0;
}

/// Where the second of the two comes, if it is not further on in the same round of a loop.
std::string round_of(const finding& race) {
  for (const auto& [id, lines, name] : race.fix) {
    if (id == findings::remedy_id::overwritten_in_next_round ||
        id == findings::remedy_id::read_in_next_round)
      return ", in the next round of the loop,";
    if (id == findings::remedy_id::overwritten_in_next_call)
      return ", in the next call of its function,";
  }
  return "";
}

/// Of a race between a read and a write of shared memory, at lines that are known. What the two
/// happened to do first in this run says nothing: the program's order does.
std::optional<question> question_about(const finding& one) {
  if (one.kind != finding_kind::race || !is_error(one) || one.space != "shared" ||
      one.parties.size() != 2 || one.remedy.empty())
    return std::nullopt;
  const int reader = line_that(one, "reads"), writer = line_that(one, "writes");
  const std::string name = one.object.substr(0, one.object.find('['));
  if (name.empty() || reader <= 0 || writer <= 0)
    return std::nullopt;
  if (reader == writer)
    return question{name + " is read and written in one line",
                    fmt::format("in line {} threads read elements of {} that other threads write "
                                "in the same line. Have all of these something to do, or does the "
                                "condition let too many in? If they have: what makes sure that "
                                "each has read before another one writes?",
                                reader, name)};
  if (one.order == findings::race_order::write_first)
    return question{name + " is read too early",
                    fmt::format("line {}{} reads elements of {} that other threads write in line "
                                "{}. What makes sure that they have written them by then?",
                                reader, round_of(one), name, writer)};
  if (one.order == findings::race_order::read_first)
    return question{name + " is overwritten too early",
                    fmt::format("line {}{} writes elements of {} that other threads read in line "
                                "{}. What makes sure that they have read the old values by then?",
                                writer, round_of(one), name, reader)};
  return question{name + " is read and written at one time",
                  fmt::format("line {} reads elements of {} that other threads write in line {}. "
                              "Which of the two must come first, and what makes sure of that?",
                              reader, name, writer)};
}

bool asks_first(const lab_description& one, int exercise) {
  return std::count(one.asks_first.begin(), one.asks_first.end(), exercise) != 0;
}

} // namespace

race_questions::race_questions(const lab_description& one, const progress_file& before,
                               std::string file_sha256)
    : lab_(one), file_(std::move(file_sha256)) {
  for (const int exercise : one.asks_first)
    before_[exercise] = before.races_asked(one.name, exercise);
}

/// Whether the remedy may be shown: it was told already, or the question was about another file.
bool race_questions::is_due(int exercise, const race_name& race) const {
  const asked_races& known = before_.at(exercise);
  const auto asked = known.find(race);
  return asked != known.end() && (asked->second.told || asked->second.file != file_);
}

void race_questions::reword(check_result& check) {
  if (!asks_first(lab_, check.exercise))
    return;
  for (finding& each : check.findings) {
    const auto asked = question_about(each);
    if (!asked)
      continue;
    const bool due = is_due(check.exercise, asked->race);
    seen_.try_emplace({check.exercise, asked->race}, asked_race{file_, each.remedy, due});
    if (due)
      continue;
    if (check.next == each.remedy)
      check.next = asked->words;
    each.remedy = asked->words;
    each.fix.clear();
  }
}

std::string race_questions::note(const grade& result) const {
  const int open = first_open(result);
  const bool asked = std::any_of(seen_.begin(), seen_.end(), [open](const auto& each) {
    return each.first.first == open && !each.second.told;
  });
  return asked ? fmt::format(
                     "A race is a question first. Find the answer, and change the file. Where "
                     "the race is still there, the next grading says what to do; ./lab "
                     "hint {} says it now.",
                     lab_.name)
               : "";
}

void race_questions::remember(const grade& result, progress_file& progress) const {
  std::set<int> graded;
  for (const check_result& each : result.checks)
    if (asks_first(lab_, each.exercise) && each.status != check_status::error)
      graded.insert(each.exercise);
  for (const int exercise : graded) {
    asked_races now = before_.at(exercise);
    for (auto& [name, race] : now)
      race.remedy.clear(); // of an old file
    for (const auto& [place, race] : seen_)
      if (place.first == exercise) {
        // The file of the first question stays: a change of it is what is waited for.
        asked_race& here = now.try_emplace(place.second, race).first->second;
        here.remedy = race.remedy;
        here.told = race.told;
      }
    if (now != before_.at(exercise))
      progress.set_races_asked(lab_.name, exercise, now);
  }
}

std::string tell_answers(const lab_description& one, int exercise, progress_file& progress) {
  asked_races races = progress.races_asked(one.name, exercise);
  std::string text;
  std::set<std::string> said; // two arrays may want the same barrier
  for (auto& [name, race] : races)
    if (!race.told && !race.remedy.empty()) {
      if (said.insert(race.remedy).second)
        text += fmt::format("{}{}: {}", text.empty() ? "" : "\n\n", name, race.remedy);
      race.told = true;
    }
  if (!text.empty())
    progress.set_races_asked(one.name, exercise, races);
  return text;
}

} // namespace cudalab::grader
