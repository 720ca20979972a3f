// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/equivalents.h"

#include <set>
#include <sstream>

#include "grader/course/grade_file.h"

namespace cudalab::mutation {

namespace {

/// One entry, as far as it has been read.
struct entry {
  std::string place;
  std::vector<mutant_name> names;
  std::string before, reason;
};

mutant_name name_at(const std::string& place, const std::string& before, const std::string& after) {
  const std::size_t comma = place.find(", ");
  const std::string function = comma == place.npos ? "" : place.substr(comma + 2);
  return {place.substr(0, comma), function, before, after};
}

class reader {
public:
  equivalents read(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      ++number_;
      if (line.rfind("#", 0) == 0)
        continue;
      if (line.find_first_not_of(' ') == line.npos)
        finish();
      else
        add(line);
    }
    finish();
    return std::move(found_);
  }

private:
  [[noreturn]] void complain(const std::string& what) const {
    throw equivalents_error("line " + std::to_string(number_) + ": " + what);
  }

  void add(const std::string& line) {
    const std::string mark = line.substr(0, 2);
    if (now_.place.empty()) {
      now_.place = line;
    } else if (mark == "- ") {
      if (!now_.before.empty() || !now_.reason.empty())
        complain("a - line where a + line or a blank line should be");
      now_.before = line.substr(2);
    } else if (mark == "+ ") {
      if (now_.before.empty())
        complain("a + line without a - line before it");
      now_.names.push_back(name_at(now_.place, now_.before, line.substr(2)));
      now_.before.clear();
    } else {
      now_.reason += (now_.reason.empty() ? "" : " ") + line;
    }
  }

  void finish() {
    if (!now_.place.empty() && (now_.names.empty() || !now_.before.empty() || now_.reason.empty()))
      complain("the entry before this line lacks a - line, its + line, or the reason");
    for (const mutant_name& name : now_.names)
      if (!found_.emplace(name, now_.reason).second)
        complain("twice: " + name.after);
    now_ = {};
  }

  int number_ = 0;
  entry now_;
  equivalents found_;
};

} // namespace

equivalents parse_equivalents(const std::string& text) {
  return reader().read(text);
}

namespace {

equivalents read_beside(const solution& one, const char* name) {
  const auto file = one.path / name;
  if (!std::filesystem::exists(file))
    return {};
  try {
    return parse_equivalents(course::read_text(file));
  } catch (const equivalents_error& problem) {
    throw equivalents_error(file.string() + ", " + problem.what());
  }
}

} // namespace

equivalents equivalents_of(const solution& one) {
  return read_beside(one, "equivalent_mutants.txt");
}

equivalents named_mutants_of(const solution& one) {
  return read_beside(one, "named_mutants.txt");
}

std::vector<std::string> false_names(const std::vector<std::string>& named,
                                     const std::string& reason) {
  const std::string ids = ", " + reason.substr(0, reason.find(':')) + ",";
  std::vector<std::string> unknown;
  for (const std::string& each : named)
    if (ids.find(", " + each + ",") == ids.npos)
      unknown.push_back(each);
  return unknown;
}

std::vector<mutant_name> outdated(const equivalents& known, const std::vector<mutant>& mutants) {
  std::set<mutant_name> present;
  for (const mutant& each : mutants)
    present.insert(each.name);
  std::vector<mutant_name> missing;
  for (const auto& [name, reason] : known)
    if (present.count(name) == 0)
      missing.push_back(name);
  return missing;
}

} // namespace cudalab::mutation
