// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/gradebook.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "grader/files/write_file.h"
#include "grader/term/kept_text.h"
#include "grader/term/results_folder.h"

namespace cudalab::term {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Of a document that somebody may have edited: what is no text is none.
std::string text_in(const json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const json& document, const char* key, double otherwise = 0) {
  const auto found = document.find(key);
  return found != document.end() && found->is_number() ? found->get<double>() : otherwise;
}

const json& list_in(const json& document, const char* key) {
  static const json none = json::array();
  const auto found = document.find(key);
  return found != document.end() && found->is_array() ? *found : none;
}

std::optional<std::int64_t> due_in(const json& plan) {
  if (!plan.contains("due"))
    return {};
  return static_cast<std::int64_t>(number_in(plan, "due"));
}

/// Points by the course: a check's own, or what the course says. What was skipped counts nowhere,
/// and a bonus in no sum, unless the course gives points for it.
void count_points(const json& plan, const json& grade, grade_row& row) {
  const json changes = plan.value("checks", json::object());
  const json& hidden = list_in(plan, "hidden");
  for (const json& each : list_in(grade, "checks")) {
    check_row check{text_in(each, "id"), text_in(each, "status"), text_in(each, "message")};
    const double own = number_in(each, "max_points");
    check.hidden = std::find(hidden.begin(), hidden.end(), check.id) != hidden.end();
    if (check.status != "skipped") {
      check.max_points = number_in(changes, check.id.c_str(), own);
      check.points = own > 0 ? check.max_points * number_in(each, "points") / own
                             : (check.status == "pass" ? check.max_points : 0);
    }
    const auto bonus = each.find("bonus");
    if (bonus == each.end() || *bonus != true || changes.contains(check.id)) {
      row.points += check.points;
      row.max_points += check.max_points;
    }
    row.checks.push_back(check);
  }
  if (const double scaled = number_in(plan, "points", -1); scaled >= 0) {
    row.points = row.max_points > 0 ? row.points / row.max_points * scaled : 0;
    row.max_points = scaled;
  }
  row.raw_points = row.points;
  row.points *= row.remains;
}

grade_row row_of(const json& plan, const json& one, const results_folder& folder) {
  grade_row row;
  row.lab = text_in(plan, "lab");
  row.owner = text_in(one, "owner");
  row.name = text_in(one, "name");
  for (const json& each : list_in(one, "students"))
    row.students.push_back(each.is_string() ? each.get<std::string>() : "");
  std::sort(row.students.begin(), row.students.end());
  row.state = text_in(one, "state");
  row.note = text_in(one, "problem");
  row.file_sha256 = text_in(one, "file_sha256");
  row.commit = text_in(one, "commit");
  row.late_seconds = static_cast<std::int64_t>(number_in(one, "late_seconds"));
  row.remains = number_in(one, "remains", 1);
  if (one.contains("handed_in"))
    row.handed_in = static_cast<std::int64_t>(number_in(one, "handed_in"));
  row.max_points = std::max(0.0, number_in(plan, "points"));
  row.due = due_in(plan);
  const std::string key = text_in(one, "key");
  if (key.empty())
    return row; // it cannot be graded
  row.state = "waiting";
  const json result = read_document(folder.result_of(row.owner), result_schema);
  if (result.is_null() || text_in(result, "key") != key || !result.contains("grade"))
    return row;
  const json& grade = result.at("grade");
  row.state = "graded";
  row.verdict = text_in(grade, "verdict");
  row.judged_points = number_in(grade, "points");
  row.judged_max = number_in(grade, "max_points");
  row.backend = text_in(grade, "backend");
  row.seed = result.value("seed", std::uint64_t{0});
  row.graded_at = text_in(result, "graded_at");
  row.max_points = 0;
  count_points(plan, grade, row);
  return row;
}

grade_row row_of_missing(const json& plan, const json& one) {
  grade_row row;
  row.lab = text_in(plan, "lab");
  row.student = row.owner = text_in(one, "id");
  row.name = text_in(one, "name");
  row.state = "missing";
  row.max_points = std::max(0.0, number_in(plan, "points"));
  row.due = due_in(plan);
  return row;
}

std::string csv_line(const grade_row& row) {
  return fmt::format("{},{},{},{},{},{},{:.4g},{:.4g},{:g},{:g},{},{},{:g},{}\n", row.lab,
                     csv_cell(row.student), csv_cell(row.name),
                     row.owner == row.student ? "" : csv_cell(row.owner), row.state, row.verdict,
                     row.points, row.max_points, row.judged_points, row.judged_max,
                     row.handed_in ? words_for(instant(std::chrono::seconds(*row.handed_in))) : "",
                     row.late_seconds, row.remains, csv_cell(row.note));
}

} // namespace

/// All plans of a folder of results, with little in memory for each student.
class grade_rows::plans {
public:
  explicit plans(const fs::path& root) : root_(root) {
    std::error_code error;
    for (fs::directory_iterator each(root, error), end; !error && each != end;
         each.increment(error))
      add_plan(each->path());
    std::stable_sort(entries_.begin(), entries_.end(), [this](const entry& a, const entry& b) {
      return std::tie(labs_[a.lab].name, a.student) < std::tie(labs_[b.lab].name, b.student);
    });
  }

  std::size_t size() const { return entries_.size(); }

  grade_row row(std::size_t which) {
    grade_row row = row_of(entries_[which]);
    if (row.verdict.empty() && row.max_points == 0)
      row.max_points = most_of(entries_[which].lab);
    return row;
  }

private:
  struct lab_plan {
    std::string name;
    json plan; ///< without hand-ins
    results_folder folder;
    std::optional<double> most;
  };
  struct entry {
    std::size_t lab;
    std::string student;
    kept_text text; ///< of the plan
    bool missing;
  };

  void add_plan(const fs::path& folder) {
    const std::size_t lab = labs_.size(), before = entries_.size();
    const json plan = read_plan(folder / "plan.json", [&](const json& one) {
      if (text_in(one, "state") == "superseded")
        return;
      const kept_text text(one.dump());
      for (const json& who : list_in(one, "students"))
        entries_.push_back({lab, who.is_string() ? who.get<std::string>() : "", text, false});
    });
    if (plan.is_null() || text_in(plan, "lab") != folder.filename()) {
      entries_.resize(before);
      return;
    }
    for (const json& each : list_in(plan, "missing"))
      entries_.push_back({lab, text_in(each, "id"), kept_text(each.dump()), true});
    const std::string name = text_in(plan, "lab");
    labs_.push_back({name, plan, results_folder(root_, name), {}});
  }

  grade_row row_of(const entry& one) const {
    const lab_plan& lab = labs_[one.lab];
    const json text = json::parse(one.text.read());
    if (one.missing)
      return row_of_missing(lab.plan, text);
    grade_row row = term::row_of(lab.plan, text, lab.folder);
    row.student = one.student;
    return row;
  }

  /// What who handed in nothing could have had, where the course does not say it.
  double most_of(std::size_t lab) {
    std::optional<double>& most = labs_[lab].most;
    if (!most) {
      most = 0;
      for (const entry& one : entries_)
        if (one.lab == lab)
          if (const grade_row row = row_of(one); !row.verdict.empty())
            most = std::max(*most, row.max_points);
    }
    return *most;
  }

  const fs::path root_;
  std::vector<lab_plan> labs_;
  std::vector<entry> entries_;
};

grade_rows::grade_rows(const fs::path& results) : plans_(std::make_unique<plans>(results)) {}

grade_rows::~grade_rows() = default;

bool grade_rows::next(grade_row& row) {
  if (next_ == plans_->size())
    return false;
  row = plans_->row(next_++);
  return true;
}

void for_each_grade(const fs::path& results, const std::function<void(const grade_row&)>& take) {
  grade_rows all(results);
  for (grade_row row; all.next(row);)
    take(row);
}

std::vector<grade_row> read_grades(const fs::path& results) {
  std::vector<grade_row> rows;
  for_each_grade(results, [&](const grade_row& row) { rows.push_back(row); });
  return rows;
}

void write_gradebook(const fs::path& results) {
  grader::whole_file csv(results / "gradebook.csv");
  sqlite_gradebook book(results / "gradebook.sqlite");
  csv.add("lab,student,name,group,state,verdict,points,max_points,judged_points,judged_max,"
          "handed_in,late_seconds,remains,note\n");
  for_each_grade(results, [&](const grade_row& row) {
    csv.add(csv_line(row));
    book.add(row);
  });
  book.finish();
  csv.finish();
}

} // namespace cudalab::term
