// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/lab_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/printable.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

/// "02 03 08": the column is narrow.
std::string numbers(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : " ") + (name.rfind("lab", 0) == 0 ? name.substr(3) : name);
  return text;
}

tint tint_of(lab_state value) {
  return value == lab_state::passed        ? tint::good
         : value == lab_state::in_progress ? tint::warning
         : value == lab_state::no_file     ? tint::bad
                                           : tint::none;
}

std::string points_of(const lab_row& row) {
  return row.last ? score_of(*row.last) : "-";
}

std::string best_of(const lab_row& row) {
  return row.best ? fmt::format("{} {}", score_of(*row.best), row.best->backend) : "-";
}

using cells = std::vector<std::string>;

std::string lab_table(const std::vector<lab_row>& rows, const style& how) {
  std::vector<cells> lines = {{"Lab", "Title", "State", "Points", "Best", "Leads to"}};
  for (const lab_row& row : rows)
    lines.push_back({row.name, row.title, name_of(row.state), points_of(row), best_of(row),
                     numbers(row.leads_to)});
  std::vector<std::size_t> widths(lines[0].size());
  for (const cells& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(line[i]));
  std::size_t total = 2 * (widths.size() - 1);
  for (const std::size_t width : widths)
    total += width;
  if (total > how.width)
    return "";
  std::string text;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    std::string line;
    for (std::size_t i = 0; i < lines[at].size(); ++i) {
      std::string cell = lines[at][i];
      if (i + 1 < widths.size())
        cell += std::string(widths[i] - columns_of(cell) + 2, ' ');
      line += at > 0 && i == 2 ? tinted(how, tint_of(rows[at - 1].state), cell) : cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += (at == 0 ? tinted(how, tint::bold, line) : line) + '\n';
  }
  return text;
}

std::string stacked(const std::vector<lab_row>& rows, const style& how) {
  const std::string inner = "       ";
  std::string text;
  for (const lab_row& row : rows) {
    text += tinted(how, tint::bold, row.name) + "  " +
            tinted(how, tint_of(row.state), name_of(row.state)) + '\n';
    if (row.last && row.best)
      text += inner + fmt::format("{}, best {}\n", points_of(row), best_of(row));
    const std::string title =
        row.leads_to.empty() ? row.title : row.title + " → " + numbers(row.leads_to);
    text += wrap(shown(how, title), how.width, inner);
  }
  return text;
}

} // namespace

std::string name_of(lab_state value) {
  switch (value) {
  case lab_state::not_started:
    return "not started";
  case lab_state::in_progress:
    return "in progress";
  case lab_state::passed:
    return "passed";
  case lab_state::no_file:
    return "no file";
  }
  return "";
}

std::vector<lab_row> rows_of(const std::map<std::string, lab_description>& labs) {
  std::vector<lab_row> rows;
  for (const auto& [name, one] : labs) {
    lab_row row;
    row.name = name;
    row.title = one.title;
    row.builds_on = one.builds_on;
    for (const check_description& each : one.checks) {
      row.exercises = std::max(row.exercises, each.exercise);
      row.points += each.points;
    }
    for (const auto& [later, other] : labs)
      if (std::count(other.builds_on.begin(), other.builds_on.end(), name) > 0)
        row.leads_to.push_back(later);
    rows.push_back(std::move(row));
  }
  return rows;
}

const lab_row* recommended(const std::vector<lab_row>& rows, const std::string& after) {
  const lab_row* first = nullptr;
  for (const lab_row& row : rows) {
    if (row.state == lab_state::passed)
      continue;
    if (row.name > after)
      return &row;
    first = first == nullptr && row.name != after ? &row : first;
  }
  return first;
}

std::string list_text(const std::vector<lab_row>& rows, const style& how) {
  std::string text = lab_table(rows, how);
  if (text.empty())
    text = stacked(rows, how);
  text += '\n';
  const bool graded =
      std::any_of(rows.begin(), rows.end(), [](const lab_row& row) { return row.last; });
  if (graded)
    text += wrap("Points: the last grading of your file. Best: your best one, and where it ran "
                 "(cpu: the emulated device). Labs are never locked.",
                 how.width);
  const lab_row* next = recommended(rows);
  if (next == nullptr)
    return text + "All labs have passed.\n";
  const std::string why = next->builds_on.empty()
                              ? std::string("it needs no other lab")
                              : fmt::format("it builds on {}", enumerated(next->builds_on));
  text += wrap(
      fmt::format("{}: {}, {}; {}.", graded ? "Next" : "Begin with", next->name, next->title, why),
      how.width);
  return text + fmt::format("  ./lab {} {}\n",
                            next->state == lab_state::no_file ? "reset" : "grade", next->name);
}

nlohmann::ordered_json list_json(const std::vector<lab_row>& rows) {
  const auto record = [](const std::optional<attempt>& one) {
    return one ? nlohmann::ordered_json(to_json(*one)) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json labs = nlohmann::ordered_json::array();
  for (const lab_row& row : rows)
    labs.push_back({{"lab", row.name},
                    {"title", row.title},
                    {"state", name_of(row.state)},
                    {"exercises", row.exercises},
                    {"points", row.points},
                    {"last", record(row.last)},
                    {"best", record(row.best)},
                    {"builds_on", row.builds_on},
                    {"leads_to", row.leads_to},
                    {"solution_seen", row.solution_seen}});
  const lab_row* next = recommended(rows);
  nlohmann::ordered_json document;
  document["labs"] = std::move(labs);
  document["next"] =
      next == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(next->name);
  return document;
}

} // namespace cudalab::grader
