// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "grader/bench/limits.h"
#include "grader/printable.h"
#include "grader/report/html/draw/numbers.h"

namespace cudalab::grader {

namespace {

/// As it stands in Markdown and in Doxygen's pages.
std::string in_markdown(const std::string& text) {
  std::string safe;
  for (const char c : printable_line(text)) {
    if (std::string("\\`*|#@").find(c) != std::string::npos)
      safe += '\\';
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return safe;
}

std::string percent(double part) {
  const double value = 100 * part;
  return value < 9.95 ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f} %", value);
}

/// What stands for a figure that nobody has told.
const char* const no_figure = "not stated";

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms < 0.1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1);
}

// ---- The limits ---------------------------------------------------------------------------------

/// One row for each limit that some lab needs: its peak, and what was measured in the labs' runs.
std::string limits_table(const std::vector<judged_lab>& labs) {
  std::vector<std::string> ids;
  for (const judged_lab& lab : labs)
    for (const allowance& each : lab.by)
      if (std::find(ids.begin(), ids.end(), each.limit->id) == ids.end())
        ids.push_back(each.limit->id);
  std::string text = "| limit | peak | by | measured beside the kernels | by |\n"
                     "| --- | ---: | --- | ---: | --- |\n";
  for (const std::string& id : ids) {
    const bench_limit* limit = nullptr;
    std::vector<std::pair<double, std::string>> measured;
    for (const judged_lab& lab : labs)
      for (const allowance& each : lab.by)
        if (each.limit->id == id) {
          limit = each.limit;
          if (each.measured > 0)
            measured.emplace_back(each.measured, each.measured_by);
        }
    const auto [low, high] = std::minmax_element(measured.begin(), measured.end());
    std::string rates = no_figure, tasks;
    if (!measured.empty()) {
      rates = rate_text(*limit, low->first);
      if (rate_text(*limit, high->first) != rates)
        rates += " to " + rate_text(*limit, high->first);
      std::vector<std::string> names;
      for (const auto& each : measured)
        if (std::find(names.begin(), names.end(), each.second) == names.end())
          names.push_back(each.second);
      tasks = enumerated(names);
    }
    text += fmt::format("| {} | {} | {} | {} | {} |\n", in_markdown(limit->name),
                        limit->peak > 0 ? rate_text(*limit, limit->peak) : no_figure,
                        in_markdown(limit->peak_from), rates, in_markdown(tasks));
  }
  return text;
}

// ---- A lab --------------------------------------------------------------------------------------

std::string needs_text(const bench_story& story, const bench_row& row) {
  std::vector<std::string> parts;
  for (const bench_limit& limit : story.limits)
    for (const auto& [id, amount] : row.needs)
      if (id == limit.id && amount > 0)
        parts.push_back(limit.unit == "B" && limit.id != "memory"
                            ? amount_text(limit, amount) + " (" + in_markdown(limit.name) + ")"
                            : amount_text(limit, amount));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string row_text(const judged_lab& lab, const judged_row& judged) {
  const bench_row& row = *judged.row;
  const std::string begin = fmt::format(
      "| {} | {} | {} | {} | ", row.exercise > 0 ? std::to_string(row.exercise) : "",
      in_markdown(row.name), row.needs.empty() ? no_figure : needs_text(*lab.story, row),
      row.ms > 0 ? fmt::format("{} ({} to {})", milliseconds(row.ms), milliseconds(row.low_ms),
                               milliseconds(row.high_ms))
                 : "not timed");
  if (!judged.by)
    return begin + fmt::format("{0} | {0} | {0} | {0} |\n", no_figure);
  const bench_limit& limit = *judged.by->limit;
  return begin +
         fmt::format("{} | {} | {}{} | {} |\n", rate_text(limit, judged.amount / row.ms * 1e3),
                     in_markdown(limit.name), percent(judged.part),
                     limit.peak > 0 ? "" : " (measured)",
                     judged.part_of_measured > 0 ? percent(judged.part_of_measured) : no_figure);
}

std::string row_name(const judged_row& judged) {
  return fmt::format("{} ({})", in_markdown(judged.row->name), in_markdown(judged.table->name));
}

/// Why a row is above what its limit allows.
std::string above_text(const bench_story& story, const judged_row& judged) {
  const double cache = story.machine.l2_bytes;
  if (judged.by->limit->id == "memory" && cache > 0 && judged.amount <= cache)
    return fmt::format(
        "Its {} fit into the L2 cache ({}): calls that follow each other find them there.",
        amount_text(*judged.by->limit, judged.amount), amount_text(*judged.by->limit, cache));
  return "So it needs less than was stated, or the limit allows more.";
}

/// Sentences, each with the rows that it is of.
std::string sentences(const judged_lab& lab) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  const auto say = [&](const std::string& words, const std::string& name) {
    const auto old = std::find_if(said.begin(), said.end(),
                                  [&](const auto& each) { return each.first == words; });
    if (old == said.end())
      said.push_back({words, {name}});
    else if (std::find(old->second.begin(), old->second.end(), name) == old->second.end())
      old->second.push_back(name);
  };
  for (const judged_row& each : lab.rows) {
    if (each.row->needs.empty())
      continue;
    const std::string formula =
        each.row->formula.empty() ? std::string() : " At least: " + each.row->formula + ".";
    say(in_markdown((each.row->kept_by.empty() ? "What keeps it from the limit is not stated."
                                               : each.row->kept_by) +
                    formula),
        in_markdown(each.row->name));
  }
  for (const judged_row& each : lab.rows)
    if (each.by && each.part > 1.005)
      say("More than the limit allows. " + above_text(*lab.story, each), row_name(each));
  std::string text;
  for (const auto& [words, names] : said)
    text += fmt::format("- **{}**: {}\n", fmt::join(names, "; "), words);
  return text;
}

std::string lab_text(const judged_lab& lab, const std::string& anchor) {
  std::string text = fmt::format("\n## {} {{#{}}}\n", in_markdown(lab.story->title), anchor);
  const bench_table* table = nullptr;
  for (const judged_row& each : lab.rows) {
    if (each.table != table) {
      table = each.table;
      text +=
          fmt::format("\n{}:\n\n| exercise | row | at least | ms (quartiles) | reached | limit | "
                      "of the limit | of what was measured |\n"
                      "| ---: | --- | --- | ---: | ---: | --- | ---: | ---: |\n",
                      in_markdown(table->name));
    }
    text += row_text(lab, each);
  }
  if (const std::string said = sentences(lab); !said.empty())
    text += "\nWhat keeps them from the limit, by the lab's own words:\n\n" + said;
  if (!lab.story->not_measured.empty()) {
    text += "\nNot measured:\n\n";
    for (const auto& [exercise, why] : lab.story->not_measured)
      text += fmt::format("- exercise {}: {}\n", exercise, in_markdown(why));
  }
  if (!lab.not_stated.empty()) {
    std::vector<std::string> names;
    for (const bench_table* each : lab.not_stated)
      names.push_back(fmt::format("{} ({} rows)", in_markdown(each->name), each->rows.size()));
    text += fmt::format("\nMeasured too, with limits not stated: {}.\n", fmt::join(names, "; "));
  }
  return text;
}

// ---- The page -----------------------------------------------------------------------------------

std::string machine_text(const bench_story& story) {
  const bench_machine& said = story.machine;
  if (said.multiprocessors == 0)
    return "The device's data were not stated. ";
  const auto version = [](int number) {
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
  };
  return fmt::format("Compute capability {}, {} multiprocessors, at most {} MHz, {} of L2 cache; "
                     "CUDA {}, a driver for {}. ",
                     printable_line(said.compute_capability), said.multiprocessors,
                     said.clock_khz / 1000, amount_text({"", "", "B"}, said.l2_bytes),
                     version(said.runtime), version(said.driver));
}

std::string device_text(const std::vector<measured_lab>& labs) {
  const std::string name = in_markdown(labs.front().story.device);
  int most = 1;
  for (const measured_lab& each : labs)
    most = std::max(most, each.story.machine.devices);
  return most == 1 ? "one " + name : fmt::format("{} (up to {} of them)", name, most);
}

/// ", 2026-11-29" of a page that is called so
std::string date_of(const std::string& page_name) {
  const std::string begin = page_name.substr(0, 10);
  for (std::size_t i = 0; i < 10; ++i)
    if (begin.size() < 10 ||
        (i == 4 || i == 7 ? begin[i] != '-' : begin[i] < '0' || begin[i] > '9'))
      return "";
  return ", " + begin;
}

std::string missing_text(const std::vector<measured_lab>& labs,
                         const std::vector<std::string>& all_labs) {
  std::vector<std::string> missing;
  for (const std::string& name : all_labs)
    if (std::none_of(labs.begin(), labs.end(),
                     [&](const measured_lab& each) { return each.story.lab == name; }))
      missing.push_back(name);
  return missing.empty()
             ? ""
             : fmt::format("\nNo measurements were given of {}.\n", enumerated(missing));
}

} // namespace

limits_page page_of_limits(const std::vector<measured_lab>& labs,
                           const std::vector<std::string>& all_labs, const std::string& page_name) {
  std::vector<judged_lab> judged;
  for (const measured_lab& each : labs)
    judged.push_back(judge_lab(each.story));
  const std::string plots = plot_name(page_name), anchor = "results_" + plots;
  const std::string& device = labs.front().story.device;
  limits_page page;
  page.fractions_svg = fractions_svg(judged, device);
  page.roofline_svg = roofline_svg(judged, device);
  page.markdown = fmt::format(
      "# How far from the limit, on {0}{1} {{#{2}}}\n\n"
      "Written by `./lab limits` from what `./lab bench` measured of each lab. {3}Times are those "
      "of one call: the median of some rounds in which the rows take turns, and its quartiles.\n\n"
      "Each lab states what a row needs at least, however it is written: bytes, operations, "
      "launches. By each limit below that takes some least time; the limit with the longest one is "
      "the limit of the row, and *of the limit* is that time as a part of the measured one. A "
      "limit is the peak, where one is known, else what a simple task reached in the same run "
      "(marked *measured*); the last column compares with that task in any case. A peak is "
      "computed with the highest clock, which a device that works hard does not keep.\n\n"
      "{4}{5}\n"
      "![What part of its limit each kernel reaches]({6}_fractions.svg)\n\n"
      "![All kernels below the roofs of the device]({6}_roofline.svg)\n",
      device_text(labs), date_of(page_name), anchor, machine_text(labs.front().story),
      limits_table(judged), missing_text(labs, all_labs), plots);
  for (std::size_t i = 0; i < judged.size(); ++i)
    page.markdown +=
        lab_text(judged[i], fmt::format("{}_{}", anchor,
                                        labs[i].story.lab.empty() ? fmt::format("part{}", i + 1)
                                                                  : plot_name(labs[i].story.lab)));
  return page;
}

} // namespace cudalab::grader
