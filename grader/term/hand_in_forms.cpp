// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/hand_in_forms.h"

#include <algorithm>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>

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

namespace {

hand_in_form form_of_names(const std::set<std::string>& names) {
  std::size_t moodle = 0, canvas = 0;
  std::smatch parts;
  for (const std::string& each : names) {
    if (each == gradescope_name)
      return hand_in_form::gradescope;
    moodle += fits(each, moodle_name(), parts) ? 1 : 0;
    canvas += fits(each, canvas_name(), parts) ? 1 : 0;
  }
  return moodle > 0                  ? hand_in_form::moodle
         : 2 * canvas > names.size() ? hand_in_form::canvas
                                     : hand_in_form::plain;
}

/// What lies directly in each folder and archive, down to a depth at which downloads begin.
std::map<std::string, std::set<std::string>> names_by_folder(const handed_files& all) {
  constexpr int deepest_download = 2;
  std::map<std::string, std::set<std::string>> names;
  const auto add = [&](const std::string& path) {
    std::size_t slash = path.find('/');
    for (int depth = 0; slash != path.npos && depth < deepest_download; ++depth) {
      const std::size_t next = path.find('/', slash + 1);
      names[path.substr(0, slash)].insert(path.substr(slash + 1, next - slash - 1));
      slash = next;
    }
  };
  for (const handed_file& each : all.files)
    add(each.path);
  for (const std::string& each : all.folders)
    add(each);
  return names;
}

const char* name_of(hand_in_form form) {
  switch (form) {
  case hand_in_form::moodle:
    return "a Moodle download";
  case hand_in_form::canvas:
    return "a Canvas download";
  case hand_in_form::gradescope:
    return "a Gradescope export";
  case hand_in_form::plain:
    break;
  }
  return "a file for each student";
}

} // namespace

hand_in_form form_of(const handed_files& all) {
  return form_of_names(tops_of(all));
}

std::map<std::string, hand_in_form> downloads_among(const handed_files& all) {
  std::map<std::string, hand_in_form> found;
  for (const auto& [folder, names] : names_by_folder(all))
    if (const hand_in_form form = form_of_names(names);
        form != hand_in_form::plain && found.count(top_of(folder)) == 0)
      found[folder] = form;
  return found;
}

std::string form_words(const handed_files& all, hand_in_form form,
                       const std::map<std::string, hand_in_form>& downloads) {
  if (form != hand_in_form::plain)
    return name_of(form);
  std::set<std::string> clones;
  for (const handed_commit& each : all.commits)
    clones.insert(each.path);
  const std::set<std::string> folders(all.folders.begin(), all.folders.end());
  std::set<std::string> of_downloads;
  for (const auto& [path, ignored] : downloads)
    of_downloads.insert(top_of(path));
  std::size_t counts[4] = {};
  for (const std::string& each : tops_of(all))
    if (of_downloads.count(each) == 0)
      if (const int kind = clones.count(each) != 0    ? 3
                           : is_archive(each)         ? 2
                           : folders.count(each) != 0 ? 1
                           : has_ending(each, ".cu")  ? 0
                                                      : -1;
          kind >= 0)
        ++counts[kind];
  const char* const kinds[4][3] = {{"file", "files", "a file for each student"},
                                   {"folder", "folders", "a folder for each student"},
                                   {"archive", "archives", "an archive for each student"},
                                   {"clone by git", "clones by git", "clones by git"}};
  std::vector<std::string> words;
  std::string alone = name_of(form);
  for (int kind = 0; kind < 4; ++kind)
    if (counts[kind] > 0) {
      words.push_back(fmt::format("{} {}", counts[kind], kinds[kind][counts[kind] == 1 ? 0 : 1]));
      alone = kinds[kind][2];
    }
  for (const auto& [path, which] : downloads)
    words.push_back(fmt::format("{} ({})", name_of(which), path));
  return words.size() < 2 && downloads.empty() ? alone
                                               : fmt::format("mixed: {}", fmt::join(words, ", "));
}

claimed_owner owner_of(const std::string& top, hand_in_form form,
                       const std::map<std::string, claimed_owner>& listed) {
  std::smatch parts;
  if (form == hand_in_form::moodle && fits(top, moodle_name(), parts))
    return {.id = parts[2], .name = parts[1], .own_number = true};
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
    if (file.path.substr(file.path.rfind('/') + 1) != gradescope_name)
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
