// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The two plots of limits. (Williams, Waterman and Patterson: Roofline, Communications of the ACM
// 52(4), 2009.)
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "grader/bench/limits.h"
#include "grader/bench/plot_parts.h"
#include "grader/printable.h"
#include "grader/report/html/draw/numbers.h"

namespace cudalab::grader {

namespace {

constexpr int plot_width = 760;

std::string plot_text(const std::string& text) {
  return in_xml(printable_line(text));
}

/// "04" of lab04, also where only the title says it.
std::string number_of_lab(const bench_story& story) {
  const std::string& from = story.lab.empty() ? story.title : story.lab;
  std::string digits;
  for (const char c : from) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0)
      digits += c;
    else if (!digits.empty())
      break;
  }
  return digits.empty() || digits.size() > 2 ? "?" : digits;
}

std::string whole_plot(int height, const std::string& title, const std::string& description,
                       const std::string& content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\">\n"
      "<!-- SPDX-License-Identifier: MIT -->\n"
      "<!-- SPDX-FileCopyrightText: The CUDA Labs authors -->\n"
      "<title>{2}</title>\n<desc>{3}</desc>\n"
      "<style>text{{font:13px sans-serif;fill:#222}} .title{{font-size:17px;font-weight:bold}} "
      ".lab{{font-weight:bold}} .small{{font-size:11px}} .middle{{text-anchor:middle}} "
      ".end{{text-anchor:end}} .bar{{fill:#2a6fb0}} .reference{{fill:#8a8f98}} "
      ".room{{fill:#e4e7ec}} .grid{{stroke:#d5d9e0}} .roof{{stroke:#222;stroke-width:2}} "
      ".point{{fill:#cfe3f7;stroke:#2a6fb0}} .page{{fill:#fff}}\n"
      "@media (prefers-color-scheme: dark){{text{{fill:#eee}} .page{{fill:#1b1d21}} "
      ".room{{fill:#33373e}} .grid{{stroke:#3a3f47}} .roof{{stroke:#eee}} "
      ".bar{{fill:#5b9bd8}} .point{{fill:#1f4a73;stroke:#5b9bd8}}}}</style>\n"
      "<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n"
      "<text class=\"title\" x=\"10\" y=\"30\">{2}</text>\n{4}</svg>\n",
      plot_width, height, plot_text(title), plot_text(description), content);
}

// ---- Bars ---------------------------------------------------------------------------------------

constexpr int bars_left = 370, whole_bar = 190; // so long is all that the limit allows
constexpr int bar_line = 22, bar_thick = 14;

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

std::string bar(const judged_row& judged, const std::string& name, int y) {
  // What is above its limit ends with the room that is there; the number beside it is the true one.
  const double length = whole_bar * std::min(judged.part, 1.04);
  return fmt::format("<text class=\"end\" x=\"{0}\" y=\"{1}\">{2}</text>\n"
                     "<rect class=\"room\" x=\"{3}\" y=\"{4}\" width=\"{5}\" height=\"{6}\"/>\n"
                     "<rect class=\"{7}\" x=\"{3}\" y=\"{4}\" width=\"{8:.1f}\" height=\"{6}\"/>\n"
                     "<text x=\"{9}\" y=\"{1}\">{10:.{11}f} %, {12}</text>\n",
                     bars_left - 8, y + 12, plot_text(shortened(name, 48)), bars_left, y, whole_bar,
                     bar_thick, judged.row->exercise > 0 ? "bar" : "reference", length,
                     bars_left + whole_bar + 14, 100 * judged.part, judged.part < 0.0995 ? 1 : 0,
                     plot_text(judged.by->limit->name));
}

/// The name of a row, and of its table where another one has a row of that name.
std::string name_in(const judged_lab& lab, const judged_row& judged) {
  const auto same = std::count_if(lab.rows.begin(), lab.rows.end(), [&](const judged_row& each) {
    return each.row->name == judged.row->name;
  });
  return same == 1 ? judged.row->name : judged.table->name + ": " + judged.row->name;
}

// ---- The roofline -------------------------------------------------------------------------------

constexpr double roof_left = 64, roof_right = 740, roof_top = 60, roof_bottom = 520;

bool is_of_operations(const bench_limit& limit) {
  return limit.unit == "FLOP" || limit.unit == "OP";
}

struct roof_point {
  double intensity = 0, rate = 0; ///< operations a byte, and a second
  std::string lab, words;
};

void add_points(const judged_lab& lab, std::vector<roof_point>& points) {
  for (const judged_row& each : lab.rows) {
    const double bytes = need_of(*each.row, "memory");
    if (bytes <= 0 || each.row->ms <= 0)
      continue;
    for (const bench_limit& limit : lab.story->limits) {
      const double operations = need_of(*each.row, limit.id);
      if (!is_of_operations(limit) || operations <= 0)
        continue;
      const double rate = operations / each.row->ms * 1e3;
      points.push_back({operations / bytes, rate, number_of_lab(*lab.story),
                        fmt::format("{}, {}: {}, {:.3g} operations a byte", each.table->name,
                                    each.row->name, rate_text(limit, rate), operations / bytes)});
    }
  }
}

/// The largest that any lab's run allows, by limit: of memory and of each kind of arithmetic.
std::map<std::string, allowance> roofs_of(const std::vector<judged_lab>& labs) {
  std::map<std::string, allowance> roofs;
  for (const judged_lab& lab : labs)
    for (const allowance& each : lab.by)
      if ((each.limit->id == "memory" || is_of_operations(*each.limit)) && each.rate() > 0) {
        const auto [old, is_new] = roofs.emplace(each.limit->id, each);
        if (!is_new && old->second.rate() < each.rate())
          old->second = each;
      }
  return roofs;
}

double power_below(double value) {
  return std::pow(10, std::floor(std::log10(value)));
}

std::string line(double x1, double y1, double x2, double y2, const std::string& css_class) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", css_class,
      x1, y1, x2, y2);
}

std::string words_at(double x, double y, const std::string& css_class, const std::string& words) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", css_class, x, y,
                     plot_text(words));
}

std::string roof_axes(const html::axis& x, const html::axis& y) {
  std::string text;
  for (double at = x.from; at <= x.to * 1.01; at *= 10)
    text += line(x.at(at), roof_top, x.at(at), roof_bottom, "grid") +
            words_at(x.at(at), roof_bottom + 16, "small middle", html::tick_text(at));
  for (double at = y.from; at <= y.to * 1.01; at *= 10)
    text += line(roof_left, y.at(at), roof_right, y.at(at), "grid") +
            words_at(roof_left - 6, y.at(at) + 4, "small end", html::tick_text(at / 1e12));
  return text +
         words_at((roof_left + roof_right) / 2, roof_bottom + 36, "middle",
                  "operations for a byte of memory, at least") +
         words_at(10, roof_top - 10, "small", "10^12 operations a second");
}

std::string roof_lines(const std::map<std::string, allowance>& roofs, const html::axis& x,
                       const html::axis& y) {
  double highest = 0;
  for (const auto& [id, each] : roofs)
    if (id != "memory")
      highest = std::max(highest, each.rate());
  const auto memory = roofs.find("memory");
  std::string text;
  if (memory != roofs.end()) {
    const double bytes = memory->second.rate();
    const double begin = std::max(x.from, y.from / bytes),
                 end = std::min(x.to, (highest > 0 ? highest : y.to) / bytes);
    text += line(x.at(begin), y.at(begin * bytes), x.at(end), y.at(end * bytes), "roof");
    // It ends at the line, which is lower where it begins.
    const double ends_at = x.at(begin) + 120;
    const double intensity =
        x.from * std::pow(x.to / x.from, (ends_at - roof_left) / (roof_right - roof_left));
    text += words_at(ends_at, y.at(intensity * bytes) - 7, "small end",
                     "memory, " + rate_text(*memory->second.limit, bytes));
  }
  for (const auto& [id, each] : roofs) {
    if (id == "memory")
      continue;
    const double begin =
        memory == roofs.end() ? x.from : std::max(x.from, each.rate() / memory->second.rate());
    if (begin < x.to)
      text += line(x.at(begin), y.at(each.rate()), roof_right, y.at(each.rate()), "roof");
    text += words_at(roof_right, y.at(each.rate()) - 6, "small end",
                     each.limit->name + ", " + rate_text(*each.limit, each.rate()));
  }
  return text;
}

} // namespace

std::string fractions_svg(const std::vector<judged_lab>& labs, const std::string& device) {
  int y = 76;
  std::string content, description = "The part of its limit that each kernel reaches.";
  for (const int part : {0, 50, 100})
    content += words_at(bars_left + whole_bar * part / 100.0, 62, "small middle",
                        fmt::format("{} %", part));
  for (const judged_lab& lab : labs) {
    content += words_at(10, y + 12, "lab", lab.story->title);
    y += bar_line;
    std::vector<std::string> said;
    for (const judged_row& each : lab.rows) {
      if (!each.by)
        continue;
      content += bar(each, name_in(lab, each), y);
      said.push_back(fmt::format("{} {:.0f} percent", name_in(lab, each), 100 * each.part));
      y += bar_line;
    }
    if (said.empty()) {
      content += words_at(bars_left, y + 12, "", "not stated");
      said.push_back("not stated");
      y += bar_line;
    }
    description += fmt::format(" {}: {}.", lab.story->title, fmt::join(said, ", "));
    y += 8;
  }
  content += line(bars_left + whole_bar, 68, bars_left + whole_bar, y - 8, "roof");
  content += "<rect class=\"bar\" x=\"10\" y=\"44\" width=\"14\" height=\"14\"/>\n" +
             words_at(30, 56, "small", "an exercise") +
             "<rect class=\"reference\" x=\"120\" y=\"44\" width=\"14\" height=\"14\"/>\n" +
             words_at(140, 56, "small", "given, or to compare with");
  return whole_plot(y + 6, "What part of its limit each kernel reaches, " + device, description,
                    content);
}

std::string roofline_svg(const std::vector<judged_lab>& labs, const std::string& device) {
  std::vector<roof_point> points;
  for (const judged_lab& lab : labs)
    add_points(lab, points);
  const std::string title = "Kernels below the roofs of " + device;
  if (points.empty())
    return whole_plot(70, title, "No row states both bytes of memory and operations.",
                      words_at(10, 56, "", "No row states both bytes of memory and operations."));
  const std::map<std::string, allowance> roofs = roofs_of(labs);
  double lowest = points[0].rate, highest = lowest, left = points[0].intensity, right = left;
  for (const roof_point& each : points) {
    lowest = std::min(lowest, each.rate);
    highest = std::max(highest, each.rate);
    left = std::min(left, each.intensity);
    right = std::max(right, each.intensity);
  }
  for (const auto& [id, each] : roofs)
    if (id != "memory")
      highest = std::max(highest, each.rate());
  const html::axis x{power_below(left), 10 * power_below(right), roof_left, roof_right, true};
  const html::axis y{power_below(lowest), 10 * power_below(highest), roof_bottom, roof_top, true};
  std::string content = roof_axes(x, y) + roof_lines(roofs, x, y);
  std::string description = "Operations a second against operations for a byte.";
  for (const roof_point& each : points) {
    content += fmt::format(
        "<g><title>{0}</title><circle class=\"point\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"10\"/>\n"
        "<text class=\"small middle\" x=\"{1:.1f}\" y=\"{3:.1f}\">{4}</text></g>\n",
        plot_text("Lab " + each.lab + ", " + each.words), x.at(each.intensity), y.at(each.rate),
        y.at(each.rate) + 4, plot_text(each.lab));
    description += " Lab " + each.lab + ", " + each.words + ".";
  }
  content +=
      words_at(10, roof_bottom + 62, "small",
               "A circle is a kernel with its lab's number. Kernels without operations, such "
               "as copies, are not here.");
  return whole_plot(static_cast<int>(roof_bottom) + 76, title, description, content);
}

} // namespace cudalab::grader
