// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/command_watch.h"

#include <filesystem>

#include <fmt/format.h>

#include "grader/cli/backend_choice.h"
#include "grader/cli/give_hint.h"
#include "grader/cli/grade_lab.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/race_questions.h"
#include "grader/cli/student_progress.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/lab_modules.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/wrap.h"
#include "grader/watch/watcher.h"

namespace cudalab::grader {

namespace {

/// A copy without invalid UTF-8 in it.
nlohmann::json document_of(const grade& result) {
  return nlohmann::json::parse(to_json_text(result));
}

nlohmann::json grade_and_remember(const lab_description& one, const options& given,
                                  const grading_process::step_function& step) {
  const auto file = submission_file(one, given);
  race_questions questions(one, own_progress(), sha256(content_of(file)));
  grading_listener listener{.step = step};
  listener.reword = [&](check_result& check) { questions.reword(check); };
  const grade result = grade_lab(one, file, given, listener);
  nlohmann::json document = document_of(result);
  if (result.verdict != check_status::error) {
    const std::string complaint = remember(one, result, &questions).complaint();
    const std::string note = questions.note(result);
    const std::string remark = note.empty() ? offer_of_solution(one, result) : "Note: " + note;
    document["remark"] = complaint.empty() ? remark : "Note: " + complaint;
  }
  return document;
}

std::string hint_and_remember(const lab_description& one, const style& how) {
  progress_file progress = own_progress();
  std::string text = give_hint(one, {}, how, progress);
  if (!progress.save() && !progress.complaint().empty())
    text += wrap(progress.complaint(), how.width, "Note: ");
  return text;
}

std::string write_report(const nlohmann::json& document) {
  const auto file = source_root() / ".cudalab" / (document.at("lab").get<std::string>() + ".html");
  std::filesystem::create_directories(file.parent_path());
  write_file(file, to_html(document));
  return fmt::format("The report, to open in a browser: {}", short_path(file));
}

const lab_description* lab_after(const lab_description& one) {
  const std::vector<lab_row> rows = student_rows(own_progress());
  const lab_row* next = recommended(rows, one.name);
  return next == nullptr || next->name == one.name ? nullptr : load_lab(next->name);
}

} // namespace

int command_watch(const options& given) {
  const lab_description& first = find_lab(given.lab);
  choose_backend(given.backend, first.gpus); // what is missing is said before anything begins
  tell_complaint(own_progress());
  watch_course course;
  course.file = student_file;
  course.grade = [&given](const lab_description& one, const auto& step) {
    return grade_and_remember(one, given, step);
  };
  course.remembered = [](const lab_description& one) { return own_progress().last(one.name); };
  course.hint = hint_and_remember;
  course.next = lab_after;
  course.report = write_report;
  return watch(first, course);
}

} // namespace cudalab::grader
