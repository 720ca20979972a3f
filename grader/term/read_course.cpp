// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <set>

#include "grader/term/course.h"
#include "grader/term/toml_reader.h"

namespace cudalab::term {

namespace {

constexpr double most_points = 1e6;
const std::vector<std::string> backends{"auto", "cpu", "gpu"};

std::vector<std::string> names_in(const auto& all) {
  std::vector<std::string> names;
  for (const auto& [name, what] : all)
    names.push_back(name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& each : names)
    text += (text.empty() ? "" : ", ") + each;
  return text;
}

instant instant_of(const toml::date_time& when) {
  using namespace std::chrono;
  const sys_days day = year{when.date.year} / when.date.month / when.date.day;
  return day + hours{when.time.hour} + minutes{when.time.minute} + seconds{when.time.second} -
         minutes{when.offset->minutes};
}

class course_reader {
public:
  course_reader(const std::string& file, const known_labs& labs) : problems_(file), known_(labs) {}

  course read(const toml::table& root) {
    toml_reader top(root, "the file", problems_);
    if (const toml::table* table = top.table("course"))
      read_head(*table);
    else
      problems_.add(root.source(), "the table [course] is missing.");
    if (const toml::table* table = top.table("late"))
      late_ = read_late(*table, "[late]", {});
    if (const toml::table* table = top.table("groups"))
      read_groups(*table);
    if (const toml::table* table = top.table("labs"))
      for (const auto& [key, node] : *table)
        read_lab(key, node);
    if (const toml::node* node = top.find("extension"))
      read_extensions(*node);
    top.finish();
    if (!problems_.none())
      throw wrong_course(problems_.text());
    return std::move(read_);
  }

private:
  void read_head(const toml::table& table) {
    toml_reader keys(table, "[course]", problems_);
    read_.name = keys.text("name").value_or("");
    read_.roster = keys.text("roster").value_or("");
    if (const auto seed = keys.whole("seed", 0, INT64_MAX))
      read_.seed = static_cast<std::uint64_t>(*seed);
    else if (table.get("seed") == nullptr)
      problems_.add(table.source(), "[course] needs a 'seed', a number that students do not know: "
                                    "the inputs of the gradings are made from it.");
    read_.seeds = keys.choice("seeds", {"assignment", "student"}).value_or("") == "student"
                      ? seed_policy::one_a_student
                      : seed_policy::one_an_assignment;
    backend_ = keys.choice("backend", backends).value_or("auto");
    read_.sandbox_required = keys.choice("sandbox", {"required", "optional"}) != "optional";
    keys.finish();
  }

  late_rule read_late(const toml::table& table, const std::string& name, late_rule rule) {
    toml_reader keys(table, name, problems_);
    if (const auto grace = keys.whole("grace_minutes", 0, 100'000))
      rule.grace = std::chrono::minutes(*grace);
    if (const auto percent = keys.number("percent_a_day", 0, 100))
      rule.percent_a_day = *percent;
    if (const auto last = keys.whole("last_day", 0, 10'000))
      rule.last_day = static_cast<int>(*last);
    keys.finish();
    return rule;
  }

  void read_groups(const toml::table& table) {
    toml_reader keys(table, "[groups]", problems_);
    std::map<std::string, std::string> group_of;
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      read_.groups[name] = keys.texts(name);
      for (const std::string& student : read_.groups[name])
        if (const auto [other, first] = group_of.emplace(student, name); !first)
          problems_.add(node.source(), fmt::format("'{}' is in the groups '{}' and '{}'.", student,
                                                   other->second, name));
    }
  }

  void read_lab(const toml::key& key, const toml::node& node) {
    const std::string name(key.str());
    const auto known = known_.find(name);
    if (known == known_.end()) {
      const auto names = names_in(known_);
      return problems_.add(key.source(), fmt::format("there is no lab '{}'.{} The labs: {}.", name,
                                                     did_you_mean(name, names), listed(names)));
    }
    if (!node.is_table())
      return problems_.add(node.source(),
                           fmt::format("'{}' must be a table: [labs.{}]", name, name));
    const std::string title = fmt::format("[labs.{}]", name);
    toml_reader keys(*node.as_table(), title, problems_);
    assignment& one = read_.labs[name];
    one.lab = name;
    if (const auto due = keys.moment("due"))
      one.due = instant_of(*due);
    one.points = keys.number("points", 0, most_points);
    if (const auto seed = keys.whole("seed", 0, INT64_MAX))
      one.seed = static_cast<std::uint64_t>(*seed);
    one.backend = keys.choice("backend", backends).value_or(backend_);
    one.time_limit = static_cast<int>(keys.whole("time_limit", 1, 600).value_or(0));
    one.late = late_;
    if (const toml::table* late = keys.table("late"))
      one.late = read_late(*late, fmt::format("[labs.{}.late]", name), late_);
    one.hidden = keys.texts("hidden");
    for (const std::string& id : one.hidden)
      if (const toml::node* list = node.as_table()->get("hidden"))
        find_check(name, id, list->source());
    if (const toml::table* checks = keys.table("checks"))
      for (const auto& [id, change] : *checks)
        read_check(one, id, change);
    keys.finish();
  }

  const known_check* find_check(const std::string& lab, const std::string& id,
                                const toml::source_region& where) {
    const auto& checks = known_.at(lab);
    const auto found = checks.find(id);
    if (found != checks.end())
      return &found->second;
    const auto names = names_in(checks);
    problems_.add(where, fmt::format("{} has no check '{}'.{} Its checks: {}.", lab, id,
                                     did_you_mean(id, names), listed(names)));
    return nullptr;
  }

  void read_check(assignment& lab, const toml::key& key, const toml::node& node) {
    const std::string id(key.str());
    const known_check* known = find_check(lab.lab, id, key.source());
    if (known == nullptr)
      return;
    const std::string name = fmt::format("[labs.{}.checks.\"{}\"]", lab.lab, id);
    if (!node.is_table())
      return problems_.add(node.source(), fmt::format("'{}' must be a table: {}", id, name));
    toml_reader keys(*node.as_table(), name, problems_);
    check_change& change = lab.checks[id];
    change.points = keys.number("points", 0, most_points);
    change.threshold = keys.number("threshold", 0, 1000);
    if (change.threshold && !known->timed)
      problems_.add(node.as_table()->get("threshold")->source(),
                    fmt::format("'{}' has no threshold: only checks of speed have one.", id));
    keys.finish();
  }

  void read_extensions(const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      return problems_.add(node.source(), "'extension' must be tables: [[extension]]");
    for (const toml::node& each : *list) {
      toml_reader keys(*each.as_table(), "[[extension]]", problems_);
      extension one;
      one.student = keys.text("student").value_or("");
      one.lab = keys.text("lab").value_or("");
      keys.text("reason"); // for people
      const auto until = keys.moment("until");
      keys.finish();
      if (each.as_table()->get("student") == nullptr || each.as_table()->get("until") == nullptr)
        problems_.add(each.source(), "[[extension]] needs 'student' and 'until'.");
      if (!one.lab.empty() && read_.labs.count(one.lab) == 0)
        problems_.add(each.as_table()->get("lab")->source(),
                      fmt::format("'{}' is no lab of this course.{}", one.lab,
                                  did_you_mean(one.lab, names_in(read_.labs))));
      if (until)
        one.until = instant_of(*until);
      read_.extensions.push_back(one);
    }
  }

  toml_problems problems_;
  const known_labs& known_;
  course read_;
  late_rule late_;
  std::string backend_ = "auto";
};

} // namespace

course read_course(const std::string& text, const std::string& file, const known_labs& labs) {
  try {
    const toml::table root = toml::parse(text, file);
    return course_reader(file, labs).read(root);
  } catch (const toml::parse_error& problem) {
    toml_problems one(file);
    one.add(problem.source(), std::string(problem.description()));
    throw wrong_course(one.text());
  }
}

} // namespace cudalab::term
