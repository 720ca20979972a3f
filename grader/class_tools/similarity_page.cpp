// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/similarity_page.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "grader/report/html/markup.h"
#include "grader/report/html/summary.h"

namespace cudalab::grader {

namespace {

using namespace html;

std::string percent(double share) {
  return fmt::format("{:.0f} %", share * 100);
}

/// A side of a pair: whose it is, and which lines are in which run.
struct side {
  std::string id; ///< "pair-1-a"
  std::string other_id;
  const compared_file* file = nullptr;
  const std::vector<bool>* is_given = nullptr;
  std::vector<std::pair<int, int>> runs; ///< first and last lines
};

/// The run that a line is in, from 1; 0: none.
std::size_t run_of(const side& of, int line) {
  for (std::size_t i = 0; i < of.runs.size(); ++i)
    if (of.runs[i].first <= line && line <= of.runs[i].second)
      return i + 1;
  return 0;
}

/// At the first line of a run: its number, which leads to the other side and is led to from there.
markup mark_of_run(const side& of, std::size_t run, int line) {
  if (run == 0 || of.runs[run - 1].first != line)
    return text("    ");
  const std::string number = fmt::format("{}", run);
  return element("a",
                 {{"id", fmt::format("{}-{}", of.id, run)},
                  {"href", fmt::format("#{}-{}", of.other_id, run)},
                  {"aria-label", "part " + number + ", on the other side"}},
                 text("[" + number + "]")) +
         text(std::string(number.size() < 2 ? 2 - number.size() : 0, ' '));
}

markup code_of(const side& of) {
  markup lines;
  std::istringstream text_of_file(of.file->text);
  int number = 0;
  for (std::string line; std::getline(text_of_file, line);) {
    ++number;
    const std::size_t run = run_of(of, number);
    const auto at = static_cast<std::size_t>(number);
    const bool given = at < of.is_given->size() && (*of.is_given)[at];
    lines += element("span",
                     {{"class", given     ? "line soft"
                                : run > 0 ? "marked"
                                          : "line"}},
                     element("span", {{"class", "number"}},
                             mark_of_run(of, run, number) + text(fmt::format("{:>4}", number))) +
                         text(line));
  }
  return element("div", element("h4", words_for(*of.file)) +
                            element("pre",
                                    {{"class", "source"},
                                     {"tabindex", "0"}, // scrolls by keyboard
                                     {"role", "region"},
                                     {"aria-label", "The file of " + words_for(*of.file)}},
                                    lines));
}

std::string lines_words(int first, int last) {
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

markup list_of_runs(const similar_pair& pair, const side& a, const side& b) {
  const auto head = [](const std::string& name) {
    return element("th", {{"scope", "col"}, {"class", "number"}}, text(name));
  };
  const auto link = [](const side& to, std::size_t run, const std::string& words) {
    return element("td", {{"class", "number"}},
                   element("a", {{"href", fmt::format("#{}-{}", to.id, run)}}, text(words)));
  };
  markup rows;
  for (std::size_t i = 0; i < pair.runs.size(); ++i) {
    const shared_run& each = pair.runs[i];
    rows +=
        element("tr", element("td", {{"class", "number"}}, text(std::to_string(i + 1))) +
                          link(a, i + 1, lines_words(each.first_a, each.last_a)) +
                          link(b, i + 1, lines_words(each.first_b, each.last_b)) +
                          element("td", {{"class", "number"}}, text(std::to_string(each.tokens))));
  }
  return element(
      "details",
      element("summary", "The parts that both have") +
          element("table", element("thead", element("tr", head("Part") + head("Lines on the left") +
                                                              head("On the right") +
                                                              head("Words and signs"))) +
                               element("tbody", rows)));
}

/// A link must lead somewhere: where two runs begin in one line, only the first has its mark there.
void keep_runs_apart(similar_pair& pair) {
  const auto same_beginning = [&pair](std::size_t i) {
    for (std::size_t k = 0; k < i; ++k) {
      const shared_run &one = pair.runs[k], &other = pair.runs[i];
      if ((one.first_a <= other.first_a && other.first_a <= one.last_a) ||
          (one.first_b <= other.first_b && other.first_b <= one.last_b))
        return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < pair.runs.size();)
    if (same_beginning(i))
      pair.runs.erase(pair.runs.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
}

std::string anchor_of_pair(std::size_t number) {
  return fmt::format("pair-{}", number);
}

markup section_of(const similarity_report& of, similar_pair pair, std::size_t number) {
  std::stable_sort(
      pair.runs.begin(), pair.runs.end(),
      [](const shared_run& one, const shared_run& other) { return one.tokens > other.tokens; });
  keep_runs_apart(pair);
  const std::string id = anchor_of_pair(number);
  side a{id + "-a", id + "-b", &of.files[pair.a], &of.found.is_given[pair.a], {}},
      b{id + "-b", id + "-a", &of.files[pair.b], &of.found.is_given[pair.b], {}};
  for (const shared_run& each : pair.runs) {
    a.runs.emplace_back(each.first_a, each.last_a);
    b.runs.emplace_back(each.first_b, each.last_b);
  }
  return element("section", {{"class", "class"}, {"aria-labelledby", id}},
                 element("h2", {{"id", id}, {"tabindex", "-1"}},
                         text(fmt::format("{} and {}: {}", words_for(*a.file), words_for(*b.file),
                                          percent(pair.share)))) +
                     list_of_runs(pair, a, b) +
                     element("div", {{"class", "sides"}}, code_of(a) + code_of(b)));
}

markup table_of_pairs(const similarity_report& of, std::size_t count) {
  const auto head = [](const char* name, const char* css_class) {
    return element("th", {{"scope", "col"}, {"class", css_class}}, text(name));
  };
  markup rows;
  for (std::size_t i = 0; i < count; ++i) {
    const similar_pair& each = of.found.pairs[i];
    rows += element("tr", element("th", {{"scope", "row"}},
                                  element("a", {{"href", "#" + anchor_of_pair(i + 1)}},
                                          text(words_for(of.files[each.a]) + " and " +
                                               words_for(of.files[each.b])))) +
                              element("td", {{"class", "number"}}, text(percent(each.share))));
  }
  return element(
      "table",
      element("thead", element("tr", head("Pair", "") + head("Of their own in both", "number"))) +
          element("tbody", rows));
}

markup what_it_means(const similarity_report& of, std::size_t listed, std::size_t shown) {
  markup all =
      element(
          "p",
          prose("This is evidence to look at, and never a verdict. Two people who know the same "
                "book, the same page of the lab or the same tutor write similar code; a short "
                "kernel has few right forms. Read both files, and ask both, before you think "
                "that one was copied.")) +
      element("p",
              prose(fmt::format(
                  "{} files were compared. Names, comments, layout and numbers do not count, nor "
                  "does the order of functions. What was given out does not count either: it is "
                  "grey below. What many of the class have counts little. The number says how much "
                  "of the code that is their own both files of a pair have.",
                  of.files.size())));
  if (shown < listed)
    all +=
        element("p", fmt::format("Of {} such pairs the {} most similar are shown.", listed, shown));
  for (const std::size_t each : of.found.left_out)
    all += element("p", words_for(of.files[each]) + ": the file is too long to be compared.");
  return all;
}

} // namespace

std::string words_for(const compared_file& one) {
  return one.name.empty() || one.name == one.owner ? one.owner
                                                   : fmt::format("{} ({})", one.owner, one.name);
}

std::string similarity_page(const similarity_report& of) {
  std::size_t listed = 0;
  while (listed < of.found.pairs.size() && of.found.pairs[listed].share >= of.from)
    ++listed;
  const std::size_t shown = std::min(listed, most_pairs_shown);
  markup sections;
  for (std::size_t i = 0; i < shown; ++i)
    sections += section_of(of, of.found.pairs[i], i + 1);
  const std::string title = "Similar hand-ins of " + of.lab;
  const markup top = element("header", {{"class", "top"}}, element("h1", title));
  const markup inside =
      what_it_means(of, listed, shown) +
      (shown > 0 ? table_of_pairs(of, shown)
                 : element("p", fmt::format("No two files have {} or more of their own in common.",
                                            percent(of.from)))) +
      sections;
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}},
                 head_of_page(title) +
                     element("body", top + element("main", {{"class", "wide"}}, inside)))
             .str() +
         '\n';
}

} // namespace cudalab::grader
