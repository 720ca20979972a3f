// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/page_samples.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace cudalab::course {

namespace {

using text_lines = std::vector<std::string>;

const std::string mark_begin = "<!-- sample:", mark_end = "-->", blanks = " \t\r";

bool starts_with(const std::string& text, const std::string& part) {
  return text.compare(0, part.size(), part) == 0;
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(blanks) + 1);
  return text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
}

text_lines lines_of(const std::string& text) {
  std::istringstream in(text);
  text_lines lines;
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(blanks) + 1); // editors take them away
    lines.push_back(line);
  }
  return lines;
}

// ---- Marks --------------------------------------------------------------------------------------

[[noreturn]] void complain(int line, const std::string& what) {
  throw sample_error(fmt::format("line {}: {}", line, what));
}

/// "exercise 12 done" behind "exercise ": the number; `rest` is what follows it.
std::optional<int> number_before(const std::string& text, std::string& rest) {
  std::size_t digits = 0;
  while (digits < text.size() && digits < 3 && text[digits] >= '0' && text[digits] <= '9')
    ++digits;
  if (digits == 0)
    return std::nullopt;
  rest = trimmed(text.substr(digits));
  return std::stoi(text.substr(0, digits));
}

bool read_qualifier(page_sample& to, const std::string& word) {
  const std::string exercise = "exercise ", only = "only exercise ", as = "as ";
  std::string rest;
  if (word == "solution")
    return to.solution = true;
  if (word == "titles")
    return to.titles = true;
  if (word == "without margin")
    return to.without_margin = true;
  if (starts_with(word, only)) {
    const auto number = number_before(word.substr(only.size()), rest);
    to.only_exercise = number.value_or(0);
    return to.only_exercise > 0 && rest.empty();
  }
  if (!starts_with(word, exercise))
    return false;
  const auto number = number_before(word.substr(exercise.size()), rest);
  if (!number || (rest != "done" && !starts_with(rest, as)))
    return false;
  return to.exercises.try_emplace(*number, rest == "done" ? "" : trimmed(rest.substr(as.size())))
      .second;
}

page_sample read_mark(const std::string& line, int number) {
  const std::size_t end = line.find(mark_end);
  if (end == std::string::npos)
    complain(number, "the mark of a sample ends in its line, with -->");
  std::istringstream parts(line.substr(mark_begin.size(), end - mark_begin.size()));
  std::string part;
  std::getline(parts, part, ',');
  std::istringstream words(part);
  page_sample one;
  std::string launcher, rest;
  if (!(words >> launcher >> one.command >> one.lab) || words >> rest || launcher != "./lab" ||
      (one.command != "grade" && one.command != "run"))
    complain(number, "a sample is of ./lab grade LAB or of ./lab run LAB");
  while (std::getline(parts, part, ','))
    if (!read_qualifier(one, trimmed(part)))
      complain(number, fmt::format("'{}' is nothing that a sample's mark can say", trimmed(part)));
  if (one.solution && !one.exercises.empty())
    complain(number, "the solution has all exercises done");
  return one;
}

// ---- Blocks -------------------------------------------------------------------------------------

/// What people would take for the grader's words.
bool looks_printed(const std::string& line) {
  const std::string text = trimmed(line);
  for (const char* begin : {"✓", "✗", "→", "Passed:", "Not yet:", "Look at this next", "Race on "})
    if (starts_with(text, begin))
      return true;
  for (const char* part :
       {" such pairs in ", "seen in the case ", " points.", " is right:", " is wrong ("})
    if (text.find(part) != std::string::npos)
      return true;
  return starts_with(text, "> ") && text.find(" | ") != std::string::npos; // a line of source
}

struct code_block {
  int line = 0; ///< of its first line of code
  text_lines lines;
};

const std::string fence = "```", indentation = "    ";

/// Finds the blocks of a page, one after the other.
class block_reader {
public:
  explicit block_reader(const std::string& page) : lines_(lines_of(page)) {}

  bool at_end() const { return at_ == lines_.size(); }
  const std::string& line() const { return lines_[at_]; }
  int number() const { return static_cast<int>(at_) + 1; }
  void skip() { ++at_; }

  /// The block that begins in this line, if one does; it is passed then.
  std::optional<code_block> block() {
    if (starts_with(line(), fence))
      return fenced();
    const bool begins = at_ == 0 || lines_[at_ - 1].empty(); // else a paragraph goes on
    return begins && starts_with(line(), indentation) ? std::optional(indented()) : std::nullopt;
  }

private:
  code_block fenced() {
    skip();
    code_block one{number(), {}};
    for (; !at_end() && !starts_with(line(), fence); skip())
      one.lines.push_back(line());
    if (!at_end())
      skip();
    return one;
  }

  code_block indented() {
    code_block one{number(), {}};
    for (; !at_end() && (line().empty() || starts_with(line(), indentation)); skip())
      one.lines.push_back(line().empty() ? "" : line().substr(indentation.size()));
    while (one.lines.back().empty())
      one.lines.pop_back();
    return one;
  }

  text_lines lines_;
  std::size_t at_ = 0;
};

} // namespace

std::vector<page_sample> samples_of_page(const std::string& page, bool all_marked) {
  std::vector<page_sample> samples;
  std::optional<page_sample> mark; // whose block comes next
  int marked_in = 0;
  const auto need_no_mark = [&] {
    if (mark)
      complain(marked_in, "no block of code follows this mark");
  };
  for (block_reader reader(page); !reader.at_end();) {
    if (const auto block = reader.block()) {
      if (mark) {
        mark->line = block->line;
        mark->lines = block->lines;
        samples.push_back(*std::exchange(mark, std::nullopt));
      } else if (all_marked &&
                 std::any_of(block->lines.begin(), block->lines.end(), looks_printed)) {
        complain(block->line, "this looks like output: put a mark above the block, such as "
                              "<!-- sample: ./lab grade lab04 -->, or say how else it is made");
      }
      continue;
    }
    if (starts_with(reader.line(), mark_begin)) {
      need_no_mark();
      marked_in = reader.number();
      mark = read_mark(reader.line(), marked_in);
    } else if (!reader.line().empty()) {
      need_no_mark();
    }
    reader.skip();
  }
  need_no_mark();
  return samples;
}

// ---- What is compared ---------------------------------------------------------------------------

namespace {

text_lines machine_left_out(text_lines lines) {
  const std::string device = "(CPU)", seed = " · seed ", separator = " · ";
  const auto has_seed = [&](const std::string& line) {
    return line.find(seed) != std::string::npos;
  };
  const auto second = std::find_if(lines.begin(), lines.end(), has_seed);
  if (second == lines.end() || second == lines.begin() ||
      lines.front().find(device) == std::string::npos)
    return lines;
  std::string head = lines.front(), file = *second;
  head.erase(head.find(device) + device.size()); // why, and lines that go on with it
  file.erase(file.find(separator, file.find(seed) + seed.size()));
  file.erase(0, file.rfind('/', file.find(seed)) + 1); // npos + 1 is 0
  lines.erase(lines.begin(), second + 1);
  lines.insert(lines.begin(), {head, file});
  return lines;
}

bool is_points(const std::string& line) {
  const std::string text = trimmed(line);
  return text.size() > 2 && text.front() == '(' && text.back() == ')' &&
         text.find('/') != std::string::npos && text.find(' ') == text.rfind(' ');
}

/// The list of checks, each with its first line only, and what stands below the list.
text_lines titles_of(const text_lines& printed) {
  const auto is_title = [](const std::string& line) {
    return line.size() > 2 && starts_with(line, "  ") && line[2] != ' ';
  };
  text_lines titles;
  bool below = false, after_title = false;
  for (const std::string& line : printed) {
    const bool indented = line.empty() || line.front() == ' ';
    if (!below && !indented && !titles.empty()) {
      below = true;
      titles.emplace_back();
    }
    const bool title = !below && is_title(line);
    if (below || title || (after_title && is_points(line))) // too long a title for its points
      titles.push_back(line);
    after_title = title;
  }
  return titles;
}

/// Lines of a sample that stand below each other in what was printed.
struct run_of_lines {
  int line = 0; ///< of the page
  text_lines lines;
};

std::vector<run_of_lines> runs_of(const page_sample& sample, const text_lines& shown) {
  // Lines of the head may have become fewer.
  const int first = sample.line + static_cast<int>(sample.lines.size() - shown.size());
  std::vector<run_of_lines> runs(1);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    run_of_lines& last = runs.back();
    if (trimmed(shown[i]) == "...") {
      runs.emplace_back();
    } else if (!last.lines.empty() || !shown[i].empty()) {
      if (last.lines.empty())
        last.line = first + static_cast<int>(i);
      last.lines.push_back(shown[i]);
    }
  }
  for (run_of_lines& each : runs)
    while (!each.lines.empty() && each.lines.back().empty())
      each.lines.pop_back();
  return runs;
}

text_lines margin_left_out(text_lines lines) {
  std::size_t margin = std::string::npos;
  for (const std::string& line : lines)
    if (!line.empty())
      margin = std::min(margin, line.find_first_not_of(' '));
  for (std::string& line : lines)
    line.erase(0, std::min(margin, line.size()));
  return lines;
}

/// The lines of `printed` beside a run that begins at `at`.
text_lines beside(const text_lines& printed, std::size_t at, std::size_t count, bool margin) {
  const auto begin = printed.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min(count, printed.size() - at));
  text_lines lines(begin, end);
  return margin ? lines : margin_left_out(lines);
}

/// How well lines fit a run: how many are equal from the first one on, then how many are at all.
std::pair<std::size_t, std::size_t> fit(const text_lines& run, const text_lines& lines) {
  std::size_t begin = 0, all = 0;
  for (std::size_t i = 0; i < std::min(run.size(), lines.size()); ++i)
    if (run[i] == lines[i] && !run[i].empty()) {
      ++all;
      begin += begin == i ? 1 : 0;
    }
  return {begin, all};
}

/// What is printed where the run fits best, behind line `from`.
std::string nearest(const run_of_lines& run, const text_lines& printed, std::size_t from,
                    bool margin) {
  std::pair<std::size_t, std::size_t> most = {0, 0};
  std::size_t best = from;
  for (std::size_t at = from; at < printed.size(); ++at)
    if (const auto one = fit(run.lines, beside(printed, at, run.lines.size(), margin));
        one > most) {
      most = one;
      best = at;
    }
  if (most.second == 0)
    return fmt::format("line {}: '{}' is not printed here, nor is a line below it", run.line,
                       run.lines.front());
  const text_lines there = beside(printed, best, run.lines.size(), margin);
  std::size_t i = 0;
  while (i < there.size() && run.lines[i] == there[i])
    ++i;
  return fmt::format("line {}: the page has '{}', and printed is '{}'",
                     run.line + static_cast<int>(i), run.lines[i],
                     i < there.size() ? there[i] : "nothing more");
}

} // namespace

std::string without_machine(const std::string& printed) {
  std::string text;
  for (const std::string& line : machine_left_out(lines_of(printed)))
    text += line + '\n';
  return text;
}

std::string difference_of(const page_sample& sample, const std::string& printed) {
  text_lines lines = machine_left_out(lines_of(printed));
  if (sample.titles)
    lines = titles_of(lines);
  const bool margin = !sample.without_margin;
  std::size_t from = 0;
  bool left_out = false; // a "..." stands before the run
  for (const run_of_lines& run : runs_of(sample, machine_left_out(sample.lines))) {
    if (run.lines.empty())
      return fmt::format("line {}: between two lines ... there is nothing, or before the first, or "
                         "behind the last",
                         sample.line);
    std::size_t at = from;
    while (at < lines.size() && beside(lines, at, run.lines.size(), margin) !=
                                    (margin ? run.lines : margin_left_out(run.lines)))
      ++at;
    if (at == lines.size())
      return nearest(run, lines, from, margin);
    if (left_out && std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(from),
                                lines.begin() + static_cast<std::ptrdiff_t>(at),
                                [](const std::string& line) { return line.empty(); }))
      return fmt::format("line {}: the line ... above it stands for nothing", run.line);
    from = at + run.lines.size();
    left_out = true;
  }
  return "";
}

// ---- Files with some exercises done -------------------------------------------------------------

namespace {

struct section {
  std::size_t begin = 0, end = 0;
};

std::optional<section> section_of(const std::string& text, int exercise) {
  const std::string rule = "\n// ---- ";
  const std::size_t begin = text.find(fmt::format("{}Exercise {}:", rule, exercise));
  if (begin == std::string::npos)
    return std::nullopt;
  return section{begin, std::min(text.find(rule, begin + 1), text.size())};
}

} // namespace

std::string with_exercise_of(const std::string& starter, const std::string& other, int exercise) {
  const auto here = section_of(starter, exercise), there = section_of(other, exercise);
  if (!here || !there)
    throw std::invalid_argument(fmt::format("there is no line '// ---- Exercise {}:'", exercise));
  return starter.substr(0, here->begin) + other.substr(there->begin, there->end - there->begin) +
         starter.substr(here->end);
}

} // namespace cudalab::course
