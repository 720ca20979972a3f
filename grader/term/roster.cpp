// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/roster.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace cudalab::term {

namespace {

constexpr std::size_t of_several = static_cast<std::size_t>(-1);

/// What is the same however a system writes it: letters and digits, small.
std::string key_of(const std::string& word) {
  std::string key;
  for (const char c : word) {
    const auto code = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z')
      key += static_cast<char>(c + 32);
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || code >= 0x80)
      key += c;
  }
  return key;
}

/// The first of these titles that the head has; its number, or of_several.
std::size_t column(const std::vector<std::string>& head, const std::vector<std::string>& titles) {
  for (const std::string& title : titles)
    for (std::size_t i = 0; i < head.size(); ++i)
      if (key_of(head[i]) == title)
        return i;
  return of_several;
}

std::string cell(const std::vector<std::string>& row, std::size_t which) {
  return which < row.size() ? row[which] : "";
}

/// "Ann Lee" as "Lee Ann".
std::string turned(const std::string& name) {
  const std::size_t comma = name.find(',');
  const std::size_t at = comma != name.npos ? comma : name.rfind(' ');
  return at == name.npos ? name : name.substr(at + 1) + ' ' + name.substr(0, at);
}

} // namespace

std::vector<std::vector<std::string>> read_csv(const std::string& given) {
  const std::string text = given.rfind("\xEF\xBB\xBF", 0) == 0 ? given.substr(3) : given;
  const std::string first = text.substr(0, text.find('\n'));
  char separator = ',';
  for (const char other : {';', '\t'})
    if (std::count(first.begin(), first.end(), other) >
        std::count(first.begin(), first.end(), separator))
      separator = other;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row{""};
  bool quoted = false;
  const auto end_row = [&] {
    if (row.size() > 1 || !row[0].empty())
      rows.push_back(row);
    row = {""};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      row.back() += text[++i];
    else if (c == '"' && (quoted || row.back().empty()))
      quoted = !quoted;
    else if (!quoted && c == separator)
      row.emplace_back();
    else if (!quoted && c == '\n')
      end_row();
    else if (quoted || c != '\r')
      row.back() += c;
  }
  end_row();
  return rows;
}

std::string csv_cell(const std::string& text) {
  std::string safe = text;
  if (!safe.empty() && std::string("=+-@\t\r\n").find(safe[0]) != std::string::npos)
    safe.insert(0, "'");
  if (safe.find_first_of(",;\"\r\n\t") == safe.npos)
    return safe;
  std::string quoted = "\"";
  for (const char c : safe)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

roster::roster(const std::string& text, const std::string& file) {
  const auto rows = read_csv(text);
  if (rows.empty())
    throw wrong_roster(fmt::format("{} is empty: its first line names the columns.", file));
  head_ = rows.front();
  const std::vector<std::string>& head = head_;
  const std::size_t id = column(head, {"id", "sid", "studentid", "idnumber", "studentnumber",
                                       "matriculationnumber", "sisuserid", "login", "sisloginid",
                                       "username", "user", "email", "emailaddress"});
  const std::size_t first = column(head, {"firstname", "givenname", "forename"});
  const std::size_t last = column(head, {"lastname", "surname", "familyname"});
  const std::size_t name = column(head, {"name", "fullname", "student", "studentname"});
  if (id == of_several)
    throw wrong_roster(fmt::format("{}:1: no column is called id, username or email. It has: {}.",
                                   file, fmt::join(head, ", ")));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].front().find("Points Possible") != std::string::npos)
      continue; // of Canvas's gradebook: what the columns are worth
    student one{cell(rows[i], id), cell(rows[i], name)};
    if (one.name.empty() && first != of_several)
      one.name = cell(rows[i], first) + (last == of_several ? "" : ' ' + cell(rows[i], last));
    if (one.id.empty())
      throw wrong_roster(fmt::format("{}: line {} has no {}.", file, i + 1, head[id]));
    for (const student& other : students_)
      if (other.id == one.id)
        throw wrong_roster(fmt::format("{}: line {} has the {} of an earlier one, '{}'.", file,
                                       i + 1, head[id], one.id));
    students_.push_back(one);
    rows_.push_back(rows[i]);
    for (const std::string& each : rows[i]) {
      add_key(each, students_.size() - 1);
      if (const std::size_t at = each.find('@'); at != each.npos)
        add_key(each.substr(0, at), students_.size() - 1);
    }
    add_key(one.name, students_.size() - 1);
    add_key(turned(one.name), students_.size() - 1);
  }
}

bool roster::has_column(const std::vector<std::string>& titles) const {
  return column(head_, titles) != of_several;
}

std::string roster::cell_of(const std::string& word, const std::vector<std::string>& titles) const {
  const student* one = find(word);
  if (one == nullptr || !has_column(titles))
    return "";
  return cell(rows_[static_cast<std::size_t>(one - students_.data())], column(head_, titles));
}

void roster::add_key(const std::string& word, std::size_t which) {
  const std::string key = key_of(word);
  if (key.empty())
    return;
  const auto [there, first] = by_key_.emplace(key, which);
  if (!first && there->second != which)
    there->second = of_several;
}

const student* roster::find(const std::string& word) const {
  for (const student& each : students_) // the id itself, before what is like it
    if (each.id == word)
      return &each;
  const auto found = by_key_.find(key_of(word));
  return found == by_key_.end() || found->second == of_several ? nullptr
                                                               : &students_[found->second];
}

} // namespace cudalab::term
