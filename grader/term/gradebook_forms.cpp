// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/gradebook_forms.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>

#include <fmt/format.h>

namespace cudalab::term {

namespace {

using cells = std::vector<std::string>;

const cells last_names{"lastname", "surname", "familyname"};
const cells first_names{"firstname", "givenname", "forename"};
const cells emails{"email", "emailaddress"};
const cells usernames{"username", "user", "login"};
const cells numbers{"idnumber", "studentid", "studentnumber", "matriculationnumber"};

/// At most two digits behind the point, as Canvas and Moodle show them.
std::string as_points(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string line_of(const cells& all) {
  std::string text;
  for (const std::string& each : all)
    text += (&each == &all.front() ? "" : ",") + csv_cell(each);
  return text + '\n';
}

/// Every cell between quotes.
std::string quoted_line_of(const cells& all) {
  std::string text;
  for (const std::string& each : all) {
    const std::string cell = csv_cell(each);
    text +=
        (&each == &all.front() ? "" : ",") + (cell.rfind('"', 0) == 0 ? cell : '"' + cell + '"');
  }
  return text + '\n';
}

struct two_names {
  std::string first, last;
};

/// "Lee, Ann" and "Ann Lee"
two_names split(const std::string& name) {
  if (const std::size_t comma = name.find(", "); comma != name.npos)
    return {name.substr(comma + 2), name.substr(0, comma)};
  const std::size_t blank = name.rfind(' ');
  return blank == name.npos ? two_names{"", name}
                            : two_names{name.substr(0, blank), name.substr(blank + 1)};
}

class gradebook_writer {
public:
  gradebook_writer(const std::vector<grade_row>& rows, const form_settings& settings)
      : rows_(rows), settings_(settings) {
    for (const grade_row& each : rows) {
      by_student_[each.student][each.lab] = &each;
      take_maximum(each);
    }
  }

  std::string write() const {
    return settings_.form == "moodle"       ? moodle()
           : settings_.form == "canvas"     ? canvas()
           : settings_.form == "blackboard" ? blackboard()
                                            : csv();
  }

private:
  void take_maximum(const grade_row& one) {
    const auto [there, first] = maxima_.emplace(one.lab, std::make_pair(0.0, ""));
    if (one.verdict.empty())
      return;
    auto& [most, whose] = there->second;
    if (!whose.empty() && std::abs(most - one.max_points) > 1e-9)
      throw unequal_maxima(fmt::format(
          "{}: {} was graded with a maximum of {} and {} with {}: on different machines, or with "
          "different checks. Grade all of them on one machine by 'batch', or say in course.toml "
          "how "
          "many points the lab has.",
          one.lab, whose, as_points(most), one.student, as_points(one.max_points)));
    most = one.max_points;
    whose = one.student;
  }

  /// Of what the course says when nobody was graded.
  double maximum_of(const std::string& lab) const {
    const auto& [most, whose] = maxima_.at(lab);
    if (!whose.empty())
      return most;
    double said = 0;
    for (const grade_row& each : rows_)
      if (each.lab == lab)
        said = std::max(said, each.max_points);
    return said;
  }

  std::string points_of(const grade_row* one) const {
    if (one == nullptr)
      return "";
    if (one->state == "graded")
      return as_points(one->points);
    return settings_.zero_for_missing && one->state == "missing" ? "0" : "";
  }

  std::string heading_of(const std::string& lab) const {
    return settings_.column.empty() ? lab : settings_.column;
  }

  std::string from_roster(const std::string& id, const cells& titles) const {
    return settings_.students == nullptr ? "" : settings_.students->cell_of(id, titles);
  }

  std::string name_of(const std::string& id) const {
    if (settings_.students != nullptr)
      if (const student* one = settings_.students->find(id); one != nullptr && !one->name.empty())
        return one->name;
    for (const auto& [lab, row] : by_student_.at(id))
      if (!row->name.empty() && row->owner == row->student)
        return row->name;
    return id;
  }

  two_names names_of(const std::string& id) const {
    two_names both{from_roster(id, first_names), from_roster(id, last_names)};
    if (both.first.empty() && both.last.empty() && name_of(id) != id)
      both = split(name_of(id));
    return both;
  }

  void add_points(const std::string& id, cells& to) const {
    for (const auto& [lab, most] : maxima_) {
      const auto& rows = by_student_.at(id);
      const auto found = rows.find(lab);
      to.push_back(points_of(found == rows.end() ? nullptr : found->second));
    }
  }

  void add_headings(cells& to) const {
    for (const auto& [lab, most] : maxima_)
      to.push_back(heading_of(lab));
  }

  /// The columns that Canvas writes itself. Canvas looks a student up by its own number, then by
  /// the SIS's, then by the login, so that an id of an unknown kind may stand in both of the last
  /// two. No byte order mark: Canvas would read it as a part of the first heading.
  std::string canvas() const {
    cells head{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
    cells possible{"    Points Possible", "", "", "", ""};
    add_headings(head);
    for (const auto& [lab, most] : maxima_)
      possible.push_back(as_points(maximum_of(lab)));
    std::string text = line_of(head) + line_of(possible);
    const bool own =
        settings_.students != nullptr && (settings_.students->has_column({"sisuserid"}) ||
                                          settings_.students->has_column({"sisloginid"}));
    for (const auto& [id, rows] : by_student_) {
      cells line{own ? from_roster(id, {"student"}) : name_of(id),
                 own ? from_roster(id, {"id"}) : "", own ? from_roster(id, {"sisuserid"}) : id,
                 own ? from_roster(id, {"sisloginid"}) : id, from_roster(id, {"section"})};
      add_points(id, line);
      text += line_of(line);
    }
    return text;
  }

  /// Headings of Moodle's own export, by which its import offers the right fields.
  std::string moodle() const {
    struct column {
      const char* heading;
      cells titles;
    };
    std::vector<column> columns;
    for (const column& each : {column{"First name", first_names}, column{"Last name", last_names},
                               column{"Username", usernames}, column{"ID number", numbers},
                               column{"Email address", emails}})
      if (settings_.students != nullptr && settings_.students->has_column(each.titles))
        columns.push_back(each);
    const bool known = std::any_of(columns.begin(), columns.end(), [](const column& each) {
      return each.titles == usernames || each.titles == numbers || each.titles == emails;
    });
    cells head;
    if (!known)
      head.push_back(heading_of_ids());
    for (const column& each : columns)
      head.push_back(each.heading);
    add_headings(head);
    std::string text = line_of(head);
    for (const auto& [id, rows] : by_student_) {
      cells line;
      if (!known)
        line.push_back(id);
      for (const column& each : columns)
        line.push_back(from_roster(id, each.titles));
      add_points(id, line);
      text += line_of(line);
    }
    return text;
  }

  /// What the ids look like.
  std::string heading_of_ids() const {
    bool addresses = true, digits = true;
    for (const auto& [id, rows] : by_student_) {
      addresses = addresses && id.find('@') != id.npos;
      digits =
          digits && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
    }
    return addresses ? "Email address" : digits ? "ID number" : "Username";
  }

  /// As Blackboard's download: all cells between quotes, after a byte order mark. A column that has
  /// no number of Blackboard's becomes a new one.
  std::string blackboard() const {
    cells head{"Last Name", "First Name", "Username", "Student ID"};
    for (const auto& [lab, most] : maxima_)
      head.push_back(settings_.column.empty()
                         ? fmt::format("{} [Total Pts: {} Score]", lab, as_points(maximum_of(lab)))
                         : settings_.column);
    std::string text = "\xEF\xBB\xBF" + quoted_line_of(head);
    for (const auto& [id, rows] : by_student_) {
      const two_names names = names_of(id);
      const std::string user = from_roster(id, usernames);
      cells line{names.last, names.first, user.empty() ? id : user, from_roster(id, numbers)};
      add_points(id, line);
      text += quoted_line_of(line);
    }
    return text;
  }

  static std::string time_of(const std::optional<std::int64_t>& seconds) {
    if (!seconds)
      return "";
    const std::time_t when = *seconds;
    std::tm parts{};
    gmtime_r(&when, &parts);
    char text[64];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts)};
  }

  /// The columns of nbgrader's export. Times are in UTC.
  std::string csv() const {
    std::string text = "assignment,duedate,timestamp,student_id,last_name,first_name,email,"
                       "raw_score,late_submission_penalty,score,max_score\n";
    for (const grade_row& each : rows_) {
      const two_names names = names_of(each.student);
      const bool counted = each.state == "graded" || each.state == "missing";
      text += line_of({heading_of(each.lab), time_of(each.due), time_of(each.handed_in),
                       each.student, names.last, names.first, from_roster(each.student, emails),
                       counted ? as_points(each.raw_points) : "",
                       counted ? as_points(each.raw_points - each.points) : "",
                       counted ? as_points(each.points) : "", as_points(maximum_of(each.lab))});
    }
    return text;
  }

  const std::vector<grade_row>& rows_;
  const form_settings& settings_;
  std::map<std::string, std::map<std::string, const grade_row*>> by_student_;
  std::map<std::string, std::pair<double, std::string>> maxima_; ///< of labs, and who had it
};

} // namespace

const std::vector<std::string>& gradebook_forms() {
  static const std::vector<std::string> all{"moodle", "canvas", "blackboard", "csv"};
  return all;
}

std::string gradebook_in_form(const std::vector<grade_row>& rows, const form_settings& settings) {
  return gradebook_writer(rows, settings).write();
}

} // namespace cudalab::term
