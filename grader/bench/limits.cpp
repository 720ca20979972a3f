// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/bench/limits.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/printable.h"

namespace cudalab::grader {

namespace {

/// A document without the lab's name is told from others by its title.
std::string whose(const bench_story& story) {
  return story.lab.empty() ? story.title : story.lab;
}

bool any_row(const bench_story& story, bool (*is)(const bench_row&)) {
  return std::any_of(story.tables.begin(), story.tables.end(), [&](const bench_table& table) {
    return std::any_of(table.rows.begin(), table.rows.end(), is);
  });
}

bool has_stated(const bench_row& row) {
  return !row.needs.empty();
}

void note(allowance& of, const std::string& name, double amount, double ms) {
  if (amount <= 0 || ms <= 0 || amount / ms * 1e3 <= of.measured)
    return;
  of.measured = amount / ms * 1e3;
  of.measured_by = name;
}

} // namespace

std::vector<measured_lab> in_order(std::vector<measured_lab> labs) {
  std::map<std::string, std::string> files;
  for (const measured_lab& each : labs) {
    if (any_row(each.story, [](const bench_row& row) { return row.traffic.has_value(); }))
      throw std::runtime_error(fmt::format(
          "{} was counted on the emulated device, where nothing is timed: measure on a GPU.",
          printable_line(each.file)));
    if (!any_row(each.story, [](const bench_row& row) { return row.ms > 0; }))
      throw std::runtime_error(
          fmt::format("{} has no row with a time.", printable_line(each.file)));
    const auto [other, first] = files.emplace(whose(each.story), each.file);
    if (!first)
      throw std::runtime_error(fmt::format("{} and {} are both of {}: give one of them.",
                                           printable_line(other->second), printable_line(each.file),
                                           printable_line(whose(each.story))));
    const measured_lab& one = labs.front();
    if (each.story.device != one.story.device)
      throw std::runtime_error(
          fmt::format("{} was measured on {}, {} on {}: a page is of one device.",
                      printable_line(one.file), printable_line(one.story.device),
                      printable_line(each.file), printable_line(each.story.device)));
  }
  std::sort(labs.begin(), labs.end(), [](const measured_lab& a, const measured_lab& b) {
    return whose(a.story) < whose(b.story);
  });
  return labs;
}

double need_of(const bench_row& row, const std::string& limit) {
  for (const auto& [name, amount] : row.needs)
    if (name == limit)
      return amount;
  return 0;
}

std::vector<allowance> allowances(const bench_story& story) {
  std::vector<allowance> all;
  for (const bench_limit& limit : story.limits) {
    allowance one{&limit};
    bool is_needed = false;
    for (const bench_table& table : story.tables)
      for (const bench_row& row : table.rows) {
        is_needed = is_needed || need_of(row, limit.id) > 0;
        if (row.measures == limit.id)
          note(one, row.name, need_of(row, limit.id), row.ms);
      }
    for (const bench_anchor& anchor : story.anchors)
      if (anchor.of == limit.id)
        note(one, anchor.name, anchor.amount, anchor.ms);
    if (is_needed)
      all.push_back(one);
  }
  return all;
}

judged_row judge_row(const bench_table& table, const bench_row& row,
                     const std::vector<allowance>& by) {
  judged_row judged{&table, &row};
  if (row.ms <= 0)
    return judged;
  for (const allowance& each : by) {
    const double amount = need_of(row, each.limit->id);
    if (amount <= 0 || each.rate() <= 0 || amount / each.rate() * 1e3 <= judged.least_ms)
      continue;
    judged.by = each;
    judged.amount = amount;
    judged.least_ms = amount / each.rate() * 1e3;
  }
  if (judged.by) {
    judged.part = judged.least_ms / row.ms;
    if (judged.by->measured > 0)
      judged.part_of_measured = judged.amount / judged.by->measured * 1e3 / row.ms;
  }
  return judged;
}

judged_lab judge_lab(const bench_story& story) {
  judged_lab judged{&story, allowances(story)};
  for (const bench_table& table : story.tables) {
    if (!std::any_of(table.rows.begin(), table.rows.end(), has_stated)) {
      judged.not_stated.push_back(&table);
      continue;
    }
    for (const bench_row& row : table.rows)
      judged.rows.push_back(judge_row(table, row, judged.by));
  }
  return judged;
}

std::string plot_name(const std::string& page_name) {
  std::string name;
  for (const char c : page_name)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
                : '_';
  return name;
}

namespace {

constexpr double kilo = 1e3;

/// "17.2 G", "512 "
std::string with_prefix(double value) {
  const char* prefix = "";
  for (const char* each : {"k", "M", "G", "T", "P"}) {
    if (value < kilo)
      break;
    value /= kilo;
    prefix = each;
  }
  return fmt::format("{:.3g} {}", value, prefix);
}

/// Things that are counted one by one, such as launches, and not bytes or operations.
bool is_single(const bench_limit& of) {
  return of.unit != "B" && of.unit != "FLOP" && of.unit != "OP";
}

} // namespace

std::string amount_text(const bench_limit& of, double amount) {
  if (!is_single(of))
    return with_prefix(amount) + of.unit;
  const bool hisses = !of.unit.empty() && (of.unit.back() == 'h' || of.unit.back() == 's');
  return fmt::format("{:.6g} {}{}", amount, of.unit, amount == 1 ? "" : hisses ? "es" : "s");
}

std::string rate_text(const bench_limit& of, double rate) {
  if (!is_single(of))
    return with_prefix(rate) + of.unit + "/s";
  return fmt::format("{:.3g} microseconds each", 1e6 / rate);
}

} // namespace cudalab::grader
