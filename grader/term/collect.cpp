// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/collect.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "grader/printable.h"
#include "grader/term/hand_in_forms.h"

namespace cudalab::term {

namespace {

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// "labs/lab04_tiled_matmul/lab04.cu", wherever the copy lies.
bool is_in_copy_of_course(const std::string& path, const std::string& lab) {
  const std::filesystem::path file = path, folder = file.parent_path();
  return file.filename() == lab + ".cu" && folder.filename().string().rfind(lab + "_", 0) == 0 &&
         folder.parent_path().filename() == "labs";
}

/// Canvas counts hand-ins of the same name: "lab04-2.cu".
bool is_named_for(const std::string& path, const std::string& lab) {
  std::string name = file_name(path);
  const std::size_t at = name.rfind(lab);
  if (at == name.npos || (at > 0 && name[at - 1] != '_'))
    return false;
  name = name.substr(at + lab.size());
  return has_ending(name, ".cu") &&
         (name.size() == 3 ||
          (name[0] == '-' && name.find_first_not_of("0123456789", 1) == name.size() - 3));
}

/// But for blanks and ends of lines. (Most texts differ in the first words.)
bool same_but_for_blanks(std::string_view one, std::string_view other) {
  const auto skip_blanks = [](std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  };
  for (;;) {
    skip_blanks(one);
    skip_blanks(other);
    if (one.empty() || other.empty())
      return one.empty() && other.empty();
    if (one.front() != other.front())
      return false;
    one.remove_prefix(1);
    other.remove_prefix(1);
  }
}

bool has_word_of_cuda(const std::string& text) {
  for (const char* word : {"__global__", "__device__", "<<<", "cuda", "threadIdx"})
    if (text.find(word) != text.npos)
      return true;
  return false;
}

struct bundle {
  claimed_owner claimed;
  std::vector<const handed_file*> files; ///< .cu
  std::vector<std::string> others;       ///< names of other files, some of them
  std::vector<std::string> remarks;
  std::string commit;
  std::optional<instant> time;
};

/// Some of many names, for people.
constexpr std::size_t most_named = 10;

class collector {
public:
  collector(handed_files all, const collect_settings& settings)
      : all_(std::move(all)), settings_(settings) {}

  collection collect() {
    unwrap(all_);
    form_ = form_of(all_);
    if (form_ == hand_in_form::plain)
      find_downloads();
    result_.form = form_words(all_, form_, downloads_);
    gather();
    result_.hand_ins.reserve(bundles_.size());
    for (; !bundles_.empty(); bundles_.erase(bundles_.begin())) // there may be ten thousand
      result_.hand_ins.push_back(choose(bundles_.begin()->second));
    keep_latest();
    name_missing();
    std::sort(result_.hand_ins.begin(), result_.hand_ins.end(),
              [](const hand_in& a, const hand_in& b) {
                return std::tie(a.owner, a.path) < std::tie(b.owner, b.path);
              });
    return std::move(result_);
  }

private:
  struct place {
    std::string download; ///< empty: in none
    std::string top;      ///< the part of the path that says whose it is; empty: nobody's
    hand_in_form form;
  };

  /// An archive that is called as a student of the roster is the student's, whatever is in it:
  /// else one could hand in for others.
  void find_downloads() {
    downloads_ = downloads_among(all_);
    for (auto each = downloads_.begin();
         settings_.students != nullptr && each != downloads_.end();) {
      const std::string owner = owner_of(top_of(each->first), form_, {}).id;
      each = settings_.students->find(owner) != nullptr ? downloads_.erase(each) : std::next(each);
    }
  }

  place place_of(const std::string& path) const {
    for (const auto& [download, form] : downloads_)
      if (path.rfind(download + '/', 0) == 0)
        return {download, top_of(path.substr(download.size() + 1)), form};
    const bool holds_one = std::any_of(downloads_.begin(), downloads_.end(), [&](const auto& each) {
      return each.first == path || each.first.rfind(path + '/', 0) == 0;
    });
    return {"", holds_one ? "" : top_of(path), form_};
  }

  bundle& bundle_of(const std::string& path) {
    const place at = place_of(path);
    const claimed_owner claimed = owner_of(at.top, at.form, listed_);
    // A platform has several entries of one hand-in; else each is one, and the latest counts.
    const bool by_id = at.form != hand_in_form::plain && !claimed.id.empty();
    bundle& one = bundles_[at.download + '/' + (by_id ? claimed.id : at.top)];
    if (one.claimed.id.empty())
      one.claimed = claimed;
    one.claimed.marked_late |= claimed.marked_late;
    return one;
  }

  void gather() {
    listed_ = gradescope_list(all_);
    for (const std::string& each : all_.folders)
      if (const place at = place_of(each);
          !at.top.empty() && (at.download.empty() ? "" : at.download + '/') + at.top == each)
        bundle_of(each);
    for (const handed_file& each : all_.files)
      if (has_ending(each.path, ".cu"))
        bundle_of(each.path).files.push_back(&each);
      else
        note_other(each.path);
    for (const handed_commit& each : all_.commits) {
      bundle& one = bundle_of(each.path);
      one.commit = each.hash;
      one.time = each.time;
    }
    for (const refused_file& each : all_.refused)
      bundle_of(each.path).remarks.push_back(fmt::format("{} {}", each.path, each.why));
    if (!beside_.empty())
      result_.remarks.push_back(fmt::format(
          "Beside the hand-ins, and not read: {}{}.",
          fmt::join(beside_.begin(),
                    beside_.begin() + static_cast<long>(std::min(beside_.size(), most_named)),
                    ", "),
          beside_.size() > most_named ? fmt::format(" and {} more", beside_.size() - most_named)
                                      : ""));
  }

  /// What lies beside plain hand-ins belongs to nobody: a list, a read-me, or a wrong ending.
  void note_other(const std::string& path) {
    const place at = place_of(path);
    const bool is_top = path.find('/') == path.npos;
    if (at.form == hand_in_form::gradescope && at.top == file_name(path))
      return; // the list
    if (at.form == hand_in_form::plain && is_top)
      beside_.push_back(path);
    else if (bundle& one = bundle_of(path); one.others.size() < most_named)
      one.others.push_back(file_name(path));
  }

  hand_in choose(bundle& from) {
    hand_in one;
    one.name = from.claimed.name;
    one.commit = from.commit;
    one.marked_late = from.claimed.marked_late;
    one.remarks = from.remarks;
    const handed_file* file = the_one(from, one);
    if (file != nullptr) {
      one.path = file->path;
      one.text = file->text;
      look_into(one);
    }
    one.time = from.claimed.time ? from.claimed.time : from.time;
    if (!one.time && file != nullptr) // a platform's download says when each was handed in
      one.time = file->came && place_of(file->path).download.empty() ? file->came : file->time;
    find_owner(from.claimed, one);
    if (settings_.term != nullptr && one.time)
      weigh_time(one);
    return one;
  }

  const handed_file* the_one(const bundle& from, hand_in& one) const {
    const std::vector<const handed_file*>& files = from.files;
    if (files.empty()) {
      one.state = hand_in_state::nothing;
      one.problem = "has no .cu file";
      if (!from.others.empty())
        one.problem += fmt::format(", but {}", fmt::join(from.others, ", "));
      return nullptr;
    }
    // Of a copy of the course only the file that a student writes in counts.
    std::vector<const handed_file*> in_course;
    for (const handed_file* each : files)
      if (is_in_copy_of_course(each->path, settings_.lab))
        in_course.push_back(each);
    if (in_course.size() == 1)
      return in_course.front();
    std::vector<const handed_file*> named;
    for (const handed_file* each : files)
      if (is_named_for(each->path, settings_.lab))
        named.push_back(each);
    const auto& left = named.empty() ? files : named;
    const bool same = std::all_of(left.begin(), left.end(), [&](const handed_file* each) {
      return each->text == left.front()->text;
    });
    std::string names;
    for (const handed_file* each : files)
      names += (names.empty() ? "" : ", ") + each->path;
    if (files.size() > 1)
      one.problem = fmt::format("{} files: {}", files.size(), names);
    if (left.size() > 1 && !same) {
      one.state = hand_in_state::several;
      return nullptr;
    }
    if (files.size() > 1)
      one.problem += fmt::format("; {} is taken", left.front()->path);
    return left.front();
  }

  void look_into(hand_in& one) const {
    const std::string text = one.text.read();
    const auto set = [&](hand_in_state state, const char* words) {
      one.state = state;
      one.problem = words;
    };
    if (text.find_first_not_of(" \t\r\n") == text.npos)
      set(hand_in_state::empty, "is empty");
    else if (text.find('\0') != text.npos || text.rfind("\xFF\xFE", 0) == 0 ||
             text.rfind("\xFE\xFF", 0) == 0)
      set(hand_in_state::binary, "is no text, or not in UTF-8");
    else if (!settings_.starter.empty() && same_but_for_blanks(text, settings_.starter))
      set(hand_in_state::starter, "is the starter, unchanged");
    else if (!has_word_of_cuda(text))
      set(hand_in_state::no_cuda, "has not a word of CUDA");
  }

  void find_owner(const claimed_owner& claimed, hand_in& one) {
    one.owner = claimed.id.empty() ? claimed.name : claimed.id;
    if (settings_.students != nullptr && group_named(one.owner) == nullptr) {
      const student* found = nullptr;
      const std::string id = claimed.own_number ? "" : claimed.id;
      for (const std::string& word : {id, claimed.email, claimed.name})
        if (found == nullptr && !word.empty())
          found = settings_.students->find(word);
      if (found == nullptr) {
        if (one.state != hand_in_state::nothing)
          one.problem = "is of nobody on the roster";
        one.state = hand_in_state::unknown;
      } else {
        one.owner = found->id;
        one.name = found->name.empty() ? one.name : found->name;
      }
    }
    one.students = {one.owner};
    if (const std::string group = group_with(one.owner); !group.empty()) {
      one.owner = group;
      one.students = *group_named(group);
    }
  }

  const std::vector<std::string>* group_named(const std::string& name) const {
    if (settings_.term == nullptr)
      return nullptr;
    const auto found = settings_.term->groups.find(name);
    return found == settings_.term->groups.end() ? nullptr : &found->second;
  }
  /// The group of that name, or of that student; empty: none.
  std::string group_with(const std::string& student) const {
    if (settings_.term != nullptr)
      for (const auto& [name, members] : settings_.term->groups)
        if (name == student || std::count(members.begin(), members.end(), student) > 0)
          return name;
    return "";
  }

  void weigh_time(hand_in& one) const {
    const auto lab = settings_.term->labs.find(settings_.lab);
    if (lab == settings_.term->labs.end())
      return;
    std::optional<instant> due = due_for(*settings_.term, lab->second, one.owner);
    for (const std::string& each : one.students)
      if (due)
        due = std::max(*due, *due_for(*settings_.term, lab->second, each));
    one.late = how_late(lab->second.late, due, *one.time);
  }

  /// Of what the same owner handed in more than once.
  void keep_latest() {
    std::map<std::string, hand_in*> last;
    for (hand_in& each : result_.hand_ins) {
      if (!each.graded())
        continue;
      hand_in*& other = last[each.owner];
      if (other == nullptr) {
        other = &each;
        continue;
      }
      const bool later = each.time && (!other->time || *each.time > *other->time);
      hand_in& old = later ? *other : each;
      old.problem =
          fmt::format("{} counts: handed in later by the same", later ? each.path : other->path);
      old.state = hand_in_state::superseded;
      if (later)
        other = &each;
    }
    for (hand_in& each : result_.hand_ins)
      if (const auto good = last.find(each.owner);
          !each.graded() && good != last.end() && each.state != hand_in_state::superseded) {
        each.state = hand_in_state::superseded;
        each.problem += fmt::format("; {} counts", good->second->path);
      }
  }

  void name_missing() {
    std::set<std::string> here;
    for (const hand_in& each : result_.hand_ins)
      here.insert(each.students.begin(), each.students.end());
    if (settings_.students == nullptr)
      result_.remarks.push_back("Who is missing is not known: there is no roster.");
    else
      for (const student& each : settings_.students->students())
        if (here.count(each.id) == 0)
          result_.missing.push_back(each);
  }

  handed_files all_;
  const collect_settings& settings_;
  hand_in_form form_ = hand_in_form::plain;
  std::map<std::string, hand_in_form> downloads_;
  std::map<std::string, claimed_owner> listed_;
  std::vector<std::string> beside_;
  std::map<std::string, bundle> bundles_;
  collection result_;
};

std::string time_words(const hand_in& one) {
  if (!one.time)
    return one.marked_late ? "late, as its name says" : "at an unknown time";
  std::string words = words_for(*one.time);
  if (one.late.late.count() > 0)
    words += fmt::format(", late by {}: {:g} % of the points remain", words_for(one.late.late),
                         100 * one.late.remains);
  else if (one.marked_late)
    words += ", late, as its name says";
  return words;
}

std::string person(const std::string& id, const std::string& name) {
  return name.empty() || name == id ? id : fmt::format("{} ({})", id, name);
}

} // namespace

collection collect(handed_files all, const collect_settings& settings) {
  return collector(std::move(all), settings).collect();
}

namespace {

constexpr const char* state_names[] = {"ready",   "starter", "no_cuda",    "empty",  "binary",
                                       "nothing", "several", "superseded", "unknown"};

} // namespace

std::string name_of(hand_in_state state) {
  return state_names[static_cast<int>(state)];
}

hand_in_state state_named(const std::string& name) {
  for (int i = 0; i < static_cast<int>(hand_in_state::unknown); ++i)
    if (name == state_names[i])
      return static_cast<hand_in_state>(i);
  return hand_in_state::unknown;
}

namespace {

using tell_part = std::function<void(const std::string& part)>;

void tell_line(const std::string& text, const tell_part& tell) {
  tell("  " + grader::printable_line(text) + '\n');
}

void tell_hand_in(const hand_in& one, const tell_part& tell) {
  const std::string who = person(one.owner, one.name);
  if (one.graded())
    tell_line(fmt::format("{}: {}, {}{}", who, one.path, time_words(one),
                          one.commit.empty() ? "" : ", commit " + one.commit.substr(0, 10)),
              tell);
  else
    tell_line(fmt::format("{}: {}{}", who, one.path.empty() ? "" : one.path + " ", one.problem),
              tell);
  if (one.graded() && !one.problem.empty())
    tell_line("  " + one.problem, tell);
  for (const std::string& remark : one.remarks)
    tell_line("  " + remark + ": not read", tell);
}

} // namespace

void tell_collection(const collection& one, const std::string& lab, const std::string& where,
                     const tell_part& tell) {
  const auto is_graded = [](const hand_in& each) { return each.graded(); };
  const auto count =
      static_cast<std::size_t>(std::count_if(one.hand_ins.begin(), one.hand_ins.end(), is_graded));
  tell(fmt::format("{} from {}: {}\n\nTo be graded: {}\n", lab, grader::printable_line(where),
                   one.form, count));
  for (const hand_in& each : one.hand_ins)
    if (each.graded())
      tell_hand_in(each, tell);
  if (count < one.hand_ins.size())
    tell(fmt::format("\nNot to be graded: {}\n", one.hand_ins.size() - count));
  for (const hand_in& each : one.hand_ins)
    if (!each.graded())
      tell_hand_in(each, tell);
  if (!one.missing.empty())
    tell(fmt::format("\nHanded in nothing: {}\n", one.missing.size()));
  for (const student& each : one.missing)
    tell_line(person(each.id, each.name), tell);
  for (const std::string& each : one.remarks)
    tell("\n" + each + "\n");
}

} // namespace cudalab::term
