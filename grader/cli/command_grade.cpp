// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/chosen_exercises.h"
#include "grader/cli/commands.h"
#include "grader/cli/grade_lab.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/race_questions.h"
#include "grader/cli/student_progress.h"
#include "grader/cli/untouched.h"
#include "grader/cli/usage_error.h"
#include "grader/cli/variants.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/progress_line.h"
#include "grader/report/text.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// Gives what went wrong, if anything did.
std::string write_documents(const options& given, const grade& result) {
  try {
    if (!given.json.empty())
      write_file(given.json, to_json_text(result));
    if (!given.report.empty())
      write_file(given.report, to_html(nlohmann::json::parse(to_json_text(result))));
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

/// For people: where programs read standard output, on the other one.
bool tell_promise(const lab_description& one, const options& given, const grade& result) {
  const kept_promise told = promise_kept(one, given.variant, result);
  fmt::print(given.format == "text" ? stdout : stderr, "\n{}: {}\n", given.variant, told.words);
  return told.kept;
}

/// What a person reads, piece by piece. Nothing of it where a program reads the document.
class shown_grading {
public:
  shown_grading(const lab_description& one, const options& given, const std::filesystem::path& file)
      : one_(one), silent_(given.format != "text"),
        text_(as_wide_as_a_page(), count_of(one, given),
              untouched_exercises(one.name, starter_text(one), content_of(file))) {}

  grading_listener listener() {
    grading_listener all;
    all.step = [this](const std::string& step) {
      progress_.show(fmt::format("{}: {} ...", one_.name, step));
    };
    all.begun = [this](const grade& head) { print(text_.begin(head)); };
    all.known = [this](const check_result& check, const std::vector<quoted_file>& sources) {
      print(text_.add(check, sources));
    };
    return all;
  }

  void print(const std::string& text) {
    wait_if_stopping(); // programs that were killed are nobody's mistake
    if (silent_ || text.empty())
      return;
    progress_.wipe();
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  grade_text& text() { return text_; }

private:
  /// The same in a terminal and in a file.
  static style as_wide_as_a_page() {
    style how = style_for(STDOUT_FILENO);
    how.width = std::min<std::size_t>(how.width, 80);
    return how;
  }

  static std::size_t count_of(const lab_description& one, const options& given) {
    const std::set<int> chosen = chosen_exercises(one, given.exercises);
    return static_cast<std::size_t>(
        std::count_if(one.checks.begin(), one.checks.end(), [&chosen](const auto& each) {
          return chosen.empty() || chosen.count(each.exercise) != 0;
        }));
  }

  const lab_description& one_;
  bool silent_;
  progress_line progress_;
  grade_text text_;
};

std::optional<earlier_points> points_before(const lab_description& one, const options& given,
                                            bool own) {
  if (!own || !given.exercises.empty())
    return std::nullopt;
  const auto last = own_progress().last(one.name);
  return last ? std::optional(earlier_points{last->points, last->max_points}) : std::nullopt;
}

} // namespace

int command_grade(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const auto file = submission_file(one, given);
  for (const auto& [option, output] :
       {std::pair("--json", given.json), std::pair("--report", given.report)}) {
    check_output_file(option, output);
    std::error_code not_there;
    if (std::filesystem::equivalent(output, file, not_there))
      throw usage_error(fmt::format("{}: the grade would overwrite your file {}.", option, output));
  }
  if (!given.json.empty() && given.json == given.report)
    throw usage_error(fmt::format("--json and --report name the same file, {}.", given.json));
  const bool own = given.file.empty() && !given.solution && given.variant.empty();
  shown_grading shown(one, given, file);
  grading_listener listener = shown.listener();
  std::optional<race_questions> questions;
  if (own) {
    questions.emplace(one, own_progress(), sha256(content_of(file)));
    listener.reword = [&](check_result& check) { questions->reword(check); };
  }
  std::optional<progress_file> remembered;
  std::size_t notes = 0;
  listener.judged = [&](const grade& judged) {
    notes = judged.notes.size();
    shown.print(shown.text().end(judged, points_before(one, given, own)));
    if (own && judged.verdict != check_status::error)
      remembered = given.exercises.empty() ? remember(one, judged, &*questions)
                                           : remember_part(one, judged, &*questions);
    if (const std::string note = own ? questions->note(judged) : ""; !note.empty())
      shown.print(shown.text().note(note));
    if (const std::string offer = offer_of_solution(one, judged);
        remembered && given.exercises.empty() && !offer.empty())
      shown.print(offer + '\n');
  };
  const grade result = grade_lab(one, file, given, listener);
  for (std::size_t late = notes; late < result.notes.size(); ++late)
    shown.print(shown.text().note(result.notes[late]));

  wait_if_stopping();
  const std::string not_written = write_documents(given, result);
  if (given.format == "json")
    fmt::print("{}", to_json_text(result));
  if (remembered)
    tell_complaint(*remembered);
  const bool kept = given.variant.empty() || tell_promise(one, given, result);
  if (!not_written.empty()) // the grade is shown all the same
    throw std::runtime_error(not_written);
  if (!given.variant.empty() && exit_code(result) < 2)
    return kept ? 0 : 1;
  return exit_code(result);
}

} // namespace cudalab::grader
