// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/hand_in_forms.h"

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>

namespace cudalab::term {

namespace {

const std::string gradescope_name = "submission_metadata.yml";

const std::regex& moodle_name() {
  static const std::regex form("^(.*)_([0-9]+)_assignsubmission_(file|onlinetext)(_.*)?$");
  return form;
}
const std::regex& canvas_name() {
  static const std::regex form("^([^_]+)_(LATE_)?([0-9]+)_([0-9]+)_(.+)$");
  return form;
}

/// std::regex recurses: a name of megabytes would use up the stack.
bool fits(const std::string& name, const std::regex& form, std::smatch& parts) {
  return name.size() < 1000 && std::regex_match(name, parts, form);
}

std::set<std::string> tops_of(const handed_files& all) {
  std::set<std::string> tops;
  for (const handed_file& each : all.files)
    tops.insert(top_of(each.path));
  for (const std::string& each : all.folders)
    tops.insert(top_of(each));
  for (const refused_file& each : all.refused)
    tops.insert(top_of(each.path));
  return tops;
}

/// Without its archive's or file's ending.
std::string bare(const std::string& top) {
  for (const char* ending :
       {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".tar.zst", ".cu", ".git"})
    if (has_ending(top, ending) && top.size() > std::string(ending).size())
      return top.substr(0, top.size() - std::string(ending).size());
  return top;
}

std::string trimmed(const std::string& word) {
  const auto is_edge = [](char c) { return c == ' ' || c == '\'' || c == '"' || c == '\r'; };
  std::size_t from = 0, to = word.size();
  while (from < to && is_edge(word[from]))
    ++from;
  while (to > from && is_edge(word[to - 1]))
    --to;
  return word.substr(from, to - from);
}

/// "2026-11-30 21:58:00.000000000 Z", with "+01:00" in place of Z elsewhere.
std::optional<instant> read_time(const std::string& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, used = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2d%*1[ T]%2d:%2d:%2d%n", &year, &month, &day, &hour,
                  &minute, &second, &used) != 6)
    return {};
  using namespace std::chrono;
  instant time = sys_days{std::chrono::year{year} / month / day} + hours{hour} + minutes{minute} +
                 seconds{second};
  const std::size_t sign = text.find_first_of("+-", static_cast<std::size_t>(used));
  int away_hours = 0, away_minutes = 0;
  if (sign != text.npos &&
      std::sscanf(text.c_str() + sign + 1, "%2d:%2d", &away_hours, &away_minutes) == 2)
    time -= (text[sign] == '-' ? -1 : 1) * (hours{away_hours} + minutes{away_minutes});
  return time;
}

} // namespace

std::string top_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

void unwrap(handed_files& all) {
  const auto tops = tops_of(all);
  if (tops.size() != 1)
    return;
  const std::string top = *tops.begin() + '/';
  std::smatch parts;
  if (fits(*tops.begin(), moodle_name(), parts) || fits(*tops.begin(), canvas_name(), parts) ||
      std::any_of(all.commits.begin(), all.commits.end(),
                  [&](const handed_commit& each) { return each.path + '/' == top; }))
    return;
  std::set<std::string> inside;
  for (const handed_file& each : all.files) {
    if (each.path.rfind(top, 0) != 0)
      return; // the one is a file
    inside.insert(top_of(each.path.substr(top.size())));
  }
  const bool several =
      std::count_if(inside.begin(), inside.end(), [](const std::string& each) {
        return has_ending(each, ".cu") || each.find('.') == each.npos || is_archive(each);
      }) > 1;
  const bool named = std::any_of(inside.begin(), inside.end(), [](const std::string& each) {
    std::smatch found;
    return each == gradescope_name || fits(each, moodle_name(), found) ||
           fits(each, canvas_name(), found);
  });
  if (!several && !named)
    return;
  const auto shorten = [&](std::string& path) {
    path = path.size() > top.size() ? path.substr(top.size()) : "";
  };
  for (handed_file& each : all.files)
    shorten(each.path);
  for (std::string& each : all.folders)
    shorten(each);
  all.folders.erase(std::remove(all.folders.begin(), all.folders.end(), ""), all.folders.end());
  for (handed_commit& each : all.commits)
    shorten(each.path);
  for (refused_file& each : all.refused)
    shorten(each.path);
}

hand_in_form form_of(const handed_files& all) {
  std::size_t moodle = 0, canvas = 0, folders = 0;
  const auto tops = tops_of(all);
  std::smatch parts;
  for (const std::string& each : tops) {
    if (each == gradescope_name)
      return hand_in_form::gradescope;
    moodle += fits(each, moodle_name(), parts) ? 1 : 0;
    canvas += fits(each, canvas_name(), parts) ? 1 : 0;
  }
  if (moodle > 0)
    return hand_in_form::moodle;
  if (2 * canvas > tops.size())
    return hand_in_form::canvas;
  if (!all.commits.empty())
    return hand_in_form::clones;
  for (const std::string& each : all.folders)
    folders += each.find('/') == each.npos ? 1 : 0;
  return folders > 0 ? hand_in_form::folders : hand_in_form::files;
}

std::string name_of(hand_in_form form) {
  switch (form) {
  case hand_in_form::moodle:
    return "a Moodle download";
  case hand_in_form::canvas:
    return "a Canvas download";
  case hand_in_form::gradescope:
    return "a Gradescope export";
  case hand_in_form::clones:
    return "clones by git";
  case hand_in_form::folders:
    return "a folder for each student";
  case hand_in_form::files:
    break;
  }
  return "a file for each student";
}

claimed_owner owner_of(const std::string& top, hand_in_form form,
                       const std::map<std::string, claimed_owner>& listed) {
  std::smatch parts;
  if (form == hand_in_form::moodle && fits(top, moodle_name(), parts))
    return {parts[2], parts[1]};
  if (form == hand_in_form::canvas && fits(top, canvas_name(), parts))
    return {parts[3], parts[1], "", parts[2].matched};
  if (form == hand_in_form::gradescope)
    if (const auto found = listed.find(top); found != listed.end())
      return found->second;
  return {bare(top), ""};
}

std::map<std::string, claimed_owner> gradescope_list(const handed_files& all) {
  std::map<std::string, claimed_owner> list;
  for (const handed_file& file : all.files) {
    if (file.path != gradescope_name)
      continue;
    std::istringstream lines(file.text.read());
    claimed_owner* one = nullptr;
    for (std::string line; std::getline(lines, line);) {
      const std::size_t text = line.find_first_not_of(" -");
      const std::size_t colon = text == line.npos ? text : line.find(':', text + 1);
      if (colon == line.npos)
        continue;
      const std::string key = line.substr(text, colon - text),
                        value = trimmed(line.substr(colon + 1));
      if (text == 0)
        one = &list[key];
      else if (one == nullptr || text > 6)
        continue; // of the results
      else if (key == ":name" && one->name.empty())
        one->name = value;
      else if (key == ":sid" && one->id.empty())
        one->id = value;
      else if (key == ":email" && one->email.empty())
        one->email = value;
      else if (key == ":created_at" && !one->time)
        one->time = read_time(value);
    }
  }
  return list;
}

} // namespace cudalab::term
