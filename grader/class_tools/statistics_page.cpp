// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/statistics_page.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/summary.h"
#include "grader/report/html/svg.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

using namespace html;

constexpr int bins = 10;
constexpr std::size_t findings_listed = 12;

std::string amount(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

double share_of(const lab_statistics::points_of_one& one) {
  return one.max_points > 0 ? std::clamp(one.points / one.max_points, 0.0, 1.0) : 0;
}

std::string day_of(double seconds) {
  const auto when = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&when, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

// ---- Points
// ---------------------------------------------------------------------------------------

double median_of(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  const std::size_t middle = all.size() / 2;
  return all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
}

/// How many reached each tenth of the maximum.
markup distribution(const lab_statistics& of) {
  std::vector<std::size_t> counts(bins);
  for (const auto& each : of.points)
    ++counts[std::min<std::size_t>(static_cast<std::size_t>(share_of(each) * bins), bins - 1)];
  const std::size_t most = *std::max_element(counts.begin(), counts.end());
  constexpr double top = 22, foot = 130, width = picture_width - 2 * picture_margin;
  std::string told;
  table same{{"Part of the points", "Hand-ins"}, {}, 1};
  for (int i = 0; i < bins; ++i) {
    const std::string range = fmt::format("{} to {} %", i * 10, (i + 1) * 10);
    const auto count = counts[static_cast<std::size_t>(i)];
    told += fmt::format("{}: {}. ", range, count);
    same.rows.push_back({range, std::to_string(count)});
  }
  svg drawing(of.lab + "-points", picture_width, foot + 20,
              "How many reached which part of the points", told);
  for (int i = 0; i < bins; ++i) {
    const auto count = static_cast<double>(counts[static_cast<std::size_t>(i)]);
    const double x = picture_margin + width * i / bins, height = (foot - top) * count / most;
    drawing.rect(x + 2, foot - height, width / bins - 4, height, "lane");
    if (count > 0)
      drawing.text(x + width / bins / 2, foot - height - 5, fmt::format("{:g}", count), "small",
                   anchor::middle);
  }
  drawing.line(picture_margin, foot, picture_margin + width, foot, "grid");
  for (int i = 0; i <= bins; i += 2)
    drawing.text(picture_margin + width * i / bins, foot + 15, fmt::format("{} %", i * 10),
                 "small soft",
                 i == 0      ? anchor::start
                 : i == bins ? anchor::end
                             : anchor::middle);
  return figure(drawing.finish(), text("Hand-ins by the part of the points that they reached. The "
                                       "last bar has those with all points, too.")) +
         folded("The same as a table", same);
}

markup numbers_of_lab(const lab_statistics& of) {
  std::vector<double> points;
  double sum = 0;
  for (const auto& each : of.points) {
    points.push_back(each.points);
    sum += each.points;
  }
  const auto fact = [](const char* name, const std::string& value) {
    return element("dt", name) + element("dd", value);
  };
  std::string others;
  for (const auto& [state, count] : of.not_graded)
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", count, state);
  const double most = of.points.front().max_points;
  return element(
      "dl", {{"class", "facts"}},
      fact("Graded", amount(of.points.size(), "hand-in", "hand-ins")) +
          (others.empty() ? markup() : fact("Not graded", others)) +
          fact("All checks right", amount(of.all_right, "hand-in", "hand-ins")) +
          fact("Median", fmt::format("{} of {:g} points", brief(median_of(points)), most)) +
          fact("Mean", fmt::format("{} of {:g} points",
                                   brief(sum / static_cast<double>(points.size())), most)));
}

// ---- Checks
// ---------------------------------------------------------------------------------------

/// For eyes: the number beside it says the same.
markup share_bar(std::size_t part, std::size_t all) {
  constexpr double width = 60, height = 12;
  svg bar("", width, height, "", "");
  bar.rect(0, 0, width, height, "none-fill");
  bar.rect(0, 0, all > 0 ? width * static_cast<double>(part) / static_cast<double>(all) : 0, height,
           "lane");
  return bar.as_decoration();
}

markup table_of_class(const std::vector<check_counts>& checks) {
  const auto head = [](const char* name, const char* css_class) {
    return element("th", {{"scope", "col"}, {"class", css_class}}, text(name));
  };
  markup lines;
  for (const check_counts& each : checks) {
    const std::string judged =
        each.judged == 0 ? "not judged" : fmt::format("{} of {}", each.passed, each.judged);
    lines += element(
        "tr", element("th", {{"scope", "row"}},
                      prose(each.title) + element("br", {}) +
                          element("code", {{"class", "soft"}},
                                  text(each.id + (each.bonus ? ", bonus" : "")))) +
                  element("td", {{"class", "number"}},
                          share_bar(each.passed, each.judged) + text(judged)) +
                  element("td", {{"class", "number"}}, text(fmt::format("{:g}", each.max_points))));
  }
  return element("table", {{"class", "checks"}},
                 element("thead", element("tr", head("Check", "") + head("Right", "number") +
                                                    head("Points", "number"))) +
                     element("tbody", lines));
}

markup passed_by_nobody(const std::vector<check_counts>& checks) {
  markup items;
  for (const check_counts& each : checks)
    if (each.judged > 0 && each.passed == 0)
      items += element(
          "li",
          prose(fmt::format("{} (`{}`){}", each.title, each.id,
                            each.waited == each.judged ? ": all wait for another check" : "")));
  return items.empty() ? element("p", "Every check was passed by somebody.") : element("ul", items);
}

// ---- What went wrong
// ------------------------------------------------------------------------------

markup common_mistakes(const lab_statistics& of) {
  std::vector<common_mistake> sorted;
  for (const auto& [words, one] : of.mistakes)
    sorted.push_back(one);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.hand_ins > b.hand_ins; });
  if (sorted.empty())
    return element("p", "Nothing was found.");
  sorted.resize(std::min(sorted.size(), findings_listed));
  markup items;
  for (const common_mistake& each : sorted)
    items += element(
        "li",
        prose(each.words) + text(", in " + amount(each.hand_ins, "hand-in", "hand-ins")) +
            (each.line.empty() ? markup() : text(". For instance: ") + element("code", each.line)));
  return element("ol", items);
}

// ---- Speed
// ----------------------------------------------------------------------------------------

markup speed_of_class(const lab_statistics& of, const class_speed& one) {
  constexpr double left = 8, right = 332, top = 30, foot = 92;
  const double low = std::min({1.0, one.wanted, one.ratios.front()}),
               high = std::max({1.0, one.wanted, one.ratios.back()});
  const axis scale{low / 1.3, high * 1.3, left, right, true};
  std::string told = fmt::format("{:.3g} is wanted. ", one.wanted);
  for (const double each : one.ratios)
    told += fmt::format("{:.3g}. ", each);
  svg drawing(of.lab + "-" + one.id, picture_width, foot + 22,
              "Times as fast as the given kernel, hand-in by hand-in", told);
  for (const double tick : ticks(scale, 5)) {
    drawing.line(scale.at(tick), top, scale.at(tick), foot, "thin");
    drawing.text(scale.at(tick), foot + 15, tick_text(tick), "small soft", anchor::middle);
  }
  drawing.rect(left, top, right - left, foot - top, "frame");
  drawing.line(scale.at(one.wanted), top - 6, scale.at(one.wanted), foot, "bad-line dashed");
  drawing.text(scale.at(one.wanted), top - 12, fmt::format("wanted {:.3g}", one.wanted), "small",
               scale.at(one.wanted) > 0.5 * picture_width ? anchor::end : anchor::start);
  for (std::size_t i = 0; i < one.ratios.size(); ++i)
    drawing.circle(scale.at(one.ratios[i]),
                   top + (foot - top) * (static_cast<double>(i) + 0.5) /
                             static_cast<double>(one.ratios.size()),
                   3, "dot");
  table same{{"Hand-in", "Times as fast"}, {}, 1};
  for (std::size_t i = 0; i < one.ratios.size(); ++i)
    same.rows.push_back({std::to_string(i + 1), brief(one.ratios[i])});
  return element("h4", prose(one.title)) +
         figure(drawing.finish(),
                text("A dot for each hand-in, the slowest on top. The scale is logarithmic.")) +
         folded("The same as a table", same);
}

// ---- Time
// -----------------------------------------------------------------------------------------

markup attempts_over_time(const lab_statistics& of) {
  std::vector<std::int64_t> times = of.handed_in;
  if (times.size() < 2)
    return {};
  std::sort(times.begin(), times.end());
  const auto first = static_cast<double>(std::min(times.front(), of.due.value_or(times.front())));
  const auto last = static_cast<double>(std::max(times.back(), of.due.value_or(times.back())));
  constexpr double left = 26, right = 336, top = 12, foot = 120;
  const axis along{first, std::max(last, first + 60), left, right, false};
  const axis up{0, static_cast<double>(times.size()), foot, top, false};
  std::map<std::string, int> days;
  for (const std::int64_t each : times)
    ++days[day_of(static_cast<double>(each))];
  std::string told;
  table same{{"Day (UTC)", "Hand-ins"}, {}, 1};
  for (const auto& [name, count] : days) {
    told += fmt::format("{}: {}. ", name, count);
    same.rows.push_back({name, std::to_string(count)});
  }
  svg drawing(of.lab + "-times", picture_width, foot + 22,
              "Hand-ins over time, all that came so far", told);
  for (const double tick : ticks(up, 4)) {
    drawing.line(left, up.at(tick), right, up.at(tick), "thin");
    drawing.text(left - 4, up.at(tick) + 4, fmt::format("{:g}", tick), "small soft", anchor::end);
  }
  std::string path = fmt::format("M{:.2f} {:.2f}", along.at(first), up.at(0));
  for (std::size_t i = 0; i < times.size(); ++i)
    path += fmt::format("H{:.2f}V{:.2f}", along.at(static_cast<double>(times[i])),
                        up.at(static_cast<double>(i + 1)));
  drawing.path(path + fmt::format("H{:.2f}", right), "strong");
  if (of.due) {
    const double x = along.at(static_cast<double>(*of.due));
    drawing.line(x, top, x, foot, "bad-line dashed");
    const bool at_left = x < 0.5 * picture_width;
    drawing.text(x + (at_left ? 4 : -4), foot - 6, "due", "small bad on-page",
                 at_left ? anchor::start : anchor::end);
  }
  drawing.text(left, foot + 15, day_of(first), "small soft");
  drawing.text(right, foot + 15, day_of(last), "small soft", anchor::end);
  return element("h3", "When it was handed in") +
         figure(drawing.finish(),
                text("All attempts, those that were replaced by a later one too. "
                     "Where they came at one time, that is the time of the files.")) +
         folded("The same as a table", same);
}

// ---- The page
// -------------------------------------------------------------------------------------

markup names_in(const lab_statistics& of) {
  table all{{"Student or group", "Points"}, {}, 1};
  for (const auto& each : of.points)
    all.rows.push_back({each.name.empty() || each.name == each.owner
                            ? each.owner
                            : fmt::format("{} ({})", each.owner, each.name),
                        brief(each.points)});
  return element("h3", "Who has how many points") + folded("The students", all);
}

markup section_of(const lab_statistics& of, bool with_names) {
  markup content = element("h2", {{"id", of.lab}, {"tabindex", "-1"}},
                           text(of.lab + (of.title.empty() ? "" : ": " + of.title)));
  if (of.points.empty())
    return element("section", {{"class", "class"}, {"aria-labelledby", of.lab}},
                   content + element("p", "No hand-in has been graded."));
  content += numbers_of_lab(of) + element("h3", "Points") + distribution(of) +
             element("h3", "Check by check") + table_of_class(of.checks) +
             element("h3", "Checks that nobody passed") + passed_by_nobody(of.checks) +
             element("h3", "The commonest mistakes") + common_mistakes(of);
  if (!of.speeds.empty())
    content += element("h3", "Speed");
  for (class_speed each : of.speeds) {
    std::sort(each.ratios.begin(), each.ratios.end());
    content += speed_of_class(of, each);
  }
  content += attempts_over_time(of);
  if (with_names)
    content += names_in(of);
  return element("section", {{"class", "class"}, {"aria-labelledby", of.lab}}, content);
}

} // namespace

std::string statistics_page(const std::vector<lab_statistics>& labs, bool with_names) {
  markup links, sections;
  for (const lab_statistics& each : labs) {
    links += element("li", element("a", {{"href", "#" + each.lab}}, text(each.lab)));
    sections += section_of(each, with_names);
  }
  const markup top = element("header", {{"class", "top"}}, element("h1", "The class"));
  const markup inside =
      (labs.size() > 1 ? element("nav", {{"aria-label", "Labs"}}, element("ul", links))
                       : markup()) +
      sections;
  return "<!DOCTYPE html>\n" +
         element(
             "html", {{"lang", "en"}},
             head_of_page("The class") +
                 element("body", element("a", {{"class", "skip"}, {"href", "#" + labs.front().lab}},
                                         text("Skip to the first lab")) +
                                     top + element("main", inside)))
             .str() +
         '\n';
}

} // namespace cudalab::grader
