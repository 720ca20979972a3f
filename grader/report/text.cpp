// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/printable.h"
#include "grader/report/finding_text.h"
#include "grader/report/wrap.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t findings_shown = 3; // of one check; more are mostly consequences
const std::string inner = "       ";      // below a check's title

struct look {
  const char* mark;
  tint colour;
};

look look_of(check_status value) {
  switch (value) {
  case check_status::pass:
    return {"✓", tint::good};
  case check_status::fail:
    return {"✗", tint::bad};
  case check_status::error:
    return {"!", tint::bad};
  case check_status::noisy:
    return {"~", tint::warning};
  case check_status::skipped:
    return {"-", tint::faint};
  }
  return {"?", tint::none};
}

std::string points(double value) {
  return fmt::format("{:g}", value);
}

/// "(4/15)"
std::string in_brackets(const check_result& check, double reached, double most) {
  if (most <= 0)
    return {};
  return fmt::format(" ({}{}/{})", check.bonus ? "bonus " : "", points(reached), points(most));
}

std::string plural(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

bool is_bad(const check_result& check) {
  return check.status != check_status::pass && check.status != check_status::skipped;
}

/// Where the points are that are missing: "15 in exercise 2, 11 for the whole lab".
std::string missing_points(const grade& result) {
  std::map<int, double> by_exercise;
  const check_result* only = nullptr;
  std::size_t failed = 0;
  for (const check_result& each : result.checks)
    if (is_bad(each) && !each.bonus && each.max_points > 0) {
      by_exercise[each.exercise] += each.max_points;
      only = &each;
      ++failed;
    }
  if (failed == 1)
    return fmt::format("{} for \"{}\"", points(only->max_points), only->title);
  std::string text, whole_lab;
  for (const auto& [exercise, sum] : by_exercise)
    if (exercise == 0)
      whole_lab = fmt::format("{} for the whole lab", points(sum));
    else
      text += fmt::format("{}{} in exercise {}", text.empty() ? "" : ", ", points(sum), exercise);
  return whole_lab.empty() ? text : text.empty() ? whole_lab : text + ", " + whole_lab;
}

/// ", 6 more than last time"
std::string since(const std::optional<earlier_points>& before, const grade& result) {
  if (!before)
    return {};
  const double more = result.points - before->points;
  if (before->max_points != result.max_points)
    return fmt::format(" (last time: {} of {})", points(before->points),
                       points(before->max_points));
  if (more == 0)
    return ", as many as last time";
  return fmt::format(", {} {} than last time", points(std::abs(more)), more > 0 ? "more" : "fewer");
}

std::string verdict_lines(const grade& result, const std::optional<earlier_points>& before,
                          const style& how) {
  constexpr double nearly = 0.8; // of the points
  const std::string score =
      fmt::format("{} of {} points", points(result.points), points(result.max_points));
  const auto told = [&how](tint colour, const std::string& words) {
    const std::string lines = wrap(shown(how, words), how.width);
    return tinted(how, colour, lines.substr(0, lines.size() - 1)) + '\n';
  };
  std::string text;
  switch (result.verdict) {
  case check_status::pass:
    text = told(tint::good, fmt::format("Passed: {}{}.", score, since(before, result)));
    break;
  case check_status::noisy:
    text = told(tint::none,
                fmt::format("Not settled: this machine was too noisy to time. {} so far.", score));
    break;
  case check_status::error:
    return tinted(how, tint::bad, "No verdict: something could not be judged on this machine.") +
           " This is not\nyour code's fault.\n";
  default:
    const bool close = result.points >= nearly * result.max_points && result.points > 0;
    text = told(
        close               ? tint::good
        : result.points > 0 ? tint::warning
                            : tint::bad,
        fmt::format("{}: {}{}.", close ? "Nearly there" : "Not yet", score, since(before, result)));
    if (const std::string missing = missing_points(result); result.points > 0 && !missing.empty())
      text += wrap(shown(how, "Missing: " + missing + "."), how.width, "", "  ");
  }
  if (result.max_bonus_points > 0)
    text += fmt::format("Bonus: {} of {} points.\n", points(result.bonus_points),
                        points(result.max_bonus_points));
  return text;
}

} // namespace

grade_text::grade_text(const style& how, std::size_t checks, std::set<int> untouched)
    : how_(how), checks_(checks), untouched_(std::move(untouched)) {}

std::string grade_text::begin(const grade& head) const {
  return wrap(shown(how_, fmt::format("{} on {}", head.lab, place_of(head))), how_.width) +
         tinted(how_, tint::faint,
                shown(how_, fmt::format("{} · seed {} · {}", printable_line(head.file), head.seed,
                                        head.sandbox))) +
         "\n\n";
}

std::string grade_text::line(const std::string& what, const std::string& first) const {
  return what.empty() ? "" : wrap(shown(how_, what), how_.width, first);
}

/// Of the last `count` checks: " 4 of 12", "4 to 6 of 12".
std::string grade_text::number_of(std::size_t count) const {
  const std::size_t width = std::to_string(checks_).size();
  if (count > 1)
    return fmt::format("{:>{}} to {} of {}", known_ - count + 1, width, known_, checks_);
  return fmt::format("{:>{}} of {}", known_, width, checks_);
}

/// "  ✗   2 of 12  1. right for any size (0/15)"
std::string grade_text::title_line(const check_result& check) const {
  const look seen = look_of(check.status);
  const std::string mark = fmt::format("{:<3}", shown(how_, seen.mark));
  std::string title = shown(how_, check.title);
  if (check.exercise > 0)
    title = fmt::format("{}. {}", check.exercise, title);
  if (check.status == check_status::skipped)
    title += " (skipped)";
  else
    title += in_brackets(check, check.points, check.max_points);
  const std::string number = check.kind == check_kind::build ? std::string() : number_of(1) + "  ";
  const std::string before = "  " + mark + number;
  const std::string lines = wrap(title, how_.width, std::string(columns_of(before), ' '), inner);
  // A title of blanks leaves nothing but the end of the line.
  const std::size_t begin = std::min(columns_of(before), lines.size() - 1);
  return "  " + tinted(how_, seen.colour, mark) + tinted(how_, tint::faint, number) +
         tinted(how_, tint::bold, lines.substr(begin, lines.size() - begin - 1)) + '\n';
}

std::string grade_text::key_of_fold(const check_result& check) const {
  const std::string bonus = check.bonus ? "bonus " : "";
  if (check.status == check_status::skipped)
    return "skipped " + check.message;
  // What to begin with is told in full.
  if (is_bad(check) && first_failed_ && check.exercise > 0 && check.exercise != *first_failed_ &&
      untouched_.count(check.exercise) != 0)
    return bonus + "untouched " + std::to_string(check.exercise);
  return check.blocked_by.empty() ? "" : bonus + "waits " + check.blocked_by;
}

std::string grade_text::take_folded() {
  if (folded_.count == 0)
    return {};
  const folded all = std::exchange(folded_, {});
  const bool skipped = all.first.status == check_status::skipped;
  gap_ = false;
  if (skipped && all.count == 1)
    return title_line(all.first) + line(all.first.message, inner);
  std::string words;
  if (skipped)
    words = fmt::format("{} skipped: {}", plural(all.count, "check", "checks"), all.first.message);
  else if (all.key.find("untouched") != std::string::npos)
    words = fmt::format("exercise {} is as the starter has it: {}", all.first.exercise,
                        plural(all.count, "check", "checks"));
  else if (all.first.blocked_by == "build")
    words = plural(all.count, "check waits", "checks wait") + " for a program to run";
  else if (all.first.blocked_by == last_failed_)
    words = plural(all.count, "more check waits", "more checks wait") + " for this one";
  else if (const auto cause = titles_.find(all.first.blocked_by); cause != titles_.end())
    words = fmt::format("{} for \"{}\"", plural(all.count, "check waits", "checks wait"),
                        cause->second);
  else // of an exercise that was not asked for
    words =
        fmt::format("{}: {}", plural(all.count, "check waits", "checks wait"), all.first.message);
  if (!skipped)
    words += in_brackets(all.first, 0, all.points);
  const std::string mark = fmt::format("{:<3}", shown(how_, look_of(check_status::skipped).mark));
  const std::string lines =
      wrap(shown(how_, words), how_.width, "  " + mark + number_of(all.count) + "  ", inner);
  return tinted(how_, tint::faint, lines.substr(0, lines.size() - 1)) + '\n';
}

std::string grade_text::add(const check_result& check, const std::vector<quoted_file>& sources) {
  titles_[check.id] = check.title;
  if (check.kind == check_kind::build) {
    return is_bad(check) ? told_alone(check, sources) : "";
  }
  std::string text;
  const std::string key = key_of_fold(check);
  if (key.empty() || key != folded_.key)
    text = take_folded(); // with the number before this one's
  ++known_;
  if (key.empty())
    return text + told_alone(check, sources);
  if (folded_.count == 0) {
    folded_.key = key;
    folded_.first = check;
  }
  ++folded_.count;
  folded_.points += check.max_points;
  return text;
}

std::string grade_text::told_alone(const check_result& check,
                                   const std::vector<quoted_file>& sources) {
  std::string text = (gap_ || !is_bad(check) ? "" : "\n") + title_line(check);
  gap_ = false;
  if (check.findings.empty() || check.status == check_status::pass) // else the findings say it
    text += line(check.message, inner);
  if (check.status == check_status::pass)
    text += advice_in(check);
  if (!is_bad(check))
    return text;
  if (!first_failed_ && check.exercise > 0)
    first_failed_ = check.exercise;
  last_failed_ = check.id;
  if (check.kind == check_kind::build)
    text += source_of_build(check, sources);
  if (check.findings.empty()) {
    for (std::size_t at = 0; at < std::min<std::size_t>(check.details.size(), 10); ++at)
      text += line(check.details[at], inner + "  ");
    if (!check.next.empty())
      text += line(check.next, inner + shown(how_, "→ "));
  }
  text += findings_of(check, sources) + '\n';
  gap_ = true;
  return text;
}

/// The line that the compiler speaks of.
std::string grade_text::source_of_build(const check_result& check,
                                        const std::vector<quoted_file>& sources) const {
  for (const auto& each : check.data.value("diagnostics", nlohmann::json::array()))
    if (each.value("severity", "") != "warning")
      return render_source(sources, each.value("file", ""), each.value("line", 0), how_,
                           inner + "  ");
  return {};
}

/// What a passed check saw all the same, in a line each.
std::string grade_text::advice_in(const check_result& check) {
  std::string text;
  std::size_t told = 0;
  for (const finding& each : check.findings) {
    if (told_in_.count(key_of(each)) != 0 || !advised_.insert(key_of(each)).second)
      continue;
    if (++told > findings_shown)
      return text + line("and more (--json FILE writes them all)", inner + "  ");
    text += line(name_of(each.severity) + (": " + one_sentence(each)), inner + "  ");
  }
  return text;
}

std::string grade_text::findings_of(const check_result& check,
                                    const std::vector<quoted_file>& sources) {
  std::string text;
  std::size_t told = 0, more = 0;
  for (const finding& each : check.findings) {
    const auto known = told_in_.find(key_of(each));
    if (known != told_in_.end()) {
      text +=
          line(fmt::format("the same as in \"{}\": {}", known->second, one_sentence(each)), inner);
    } else if (told < findings_shown) {
      text += '\n' + render_finding(each, sources, how_, inner);
      told_in_[key_of(each)] = check.title;
      ++told;
    } else {
      ++more;
    }
  }
  if (more > 0)
    text += line(fmt::format("and {} more (--json FILE writes them all)", more), inner);
  return text;
}

std::string grade_text::note(const std::string& words) const {
  return wrap(shown(how_, words), how_.width, "Note: ");
}

std::string grade_text::end(const grade& result, const std::optional<earlier_points>& before) {
  std::string text = take_folded();
  if (!gap_)
    text += '\n';
  for (const std::string& each : result.notes)
    text += note(each);
  if (!result.notes.empty())
    text += '\n';
  text += verdict_lines(result, before, how_);
  if (const check_result* first = first_to_mend(result)) {
    const char* words = result.verdict == check_status::pass
                            ? "For the bonus, in" // all else is done
                            : "Look at this next, in";
    text += wrap(shown(how_, fmt::format("{} \"{}\": {}", words, first->title, advice_of(*first))),
                 how_.width, "", "  ");
  }
  return text;
}

std::string place_of(const grade& result) {
  const std::string place = result.backend == backend_kind::gpu
                                ? result.device + " (GPU)"
                                : std::string("the emulated device (CPU)");
  return result.backend_reason.empty() ? place : place + ": " + result.backend_reason;
}

std::string to_text(const grade& result, const style& how) {
  grade_text text(how, result.checks.empty() ? 0 : result.checks.size() - 1);
  std::string all = text.begin(result);
  for (const check_result& each : result.checks)
    all += text.add(each, result.sources);
  return all + text.end(result);
}

} // namespace cudalab::grader
