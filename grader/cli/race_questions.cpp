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

/// Of a race between a read and a write of shared memory, at lines that are known.
std::optional<question> question_about(const finding& one) {
  if (one.kind != finding_kind::race || !is_error(one) || one.space != "shared" ||
      one.parties.size() != 2 || one.remedy.empty())
    return std::nullopt;
  const party &later = one.parties[0], &earlier = one.parties[1];
  const std::string name = one.object.substr(0, one.object.find('['));
  if (name.empty() || later.line <= 0 || earlier.line <= 0)
    return std::nullopt;
  if (begins_with(later.action, "reads") && begins_with(earlier.action, "writes"))
    return question{name + " is read too early",
                    fmt::format("line {} reads elements of {} that other threads write in line "
                                "{}. What makes sure that they have written them by then?",
                                later.line, name, earlier.line)};
  if (begins_with(later.action, "writes") && begins_with(earlier.action, "reads"))
    return question{name + " is overwritten too early",
                    fmt::format("line {} writes elements of {} that other threads read in line "
                                "{}. What makes sure that they have read the old values by then?",
                                later.line, name, earlier.line)};
  return std::nullopt;
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
