// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/text.h"

#include <algorithm>
#include <map>
#include <set>

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

/// "  ✗  right for any size ........  0/15"
std::string title_line(const check_result& check, const style& how) {
  const look seen = look_of(check.status);
  const std::string mark = fmt::format("{:<3}", shown(how, seen.mark));
  std::string right;
  if (check.status == check_status::skipped)
    right = "skipped";
  else if (check.max_points > 0)
    right = fmt::format("{}/{}", points(check.points), points(check.max_points));
  std::string title = shown(how, check.title);
  if (check.exercise > 0)
    title = fmt::format("{}. {}", check.exercise, title);
  const std::size_t room = how.width - inner.size() - right.size();
  if (right.empty())
    return "  " + tinted(how, seen.colour, mark) + "  " + tinted(how, tint::bold, title) + '\n';
  // On a narrow terminal the rest of a title goes below it.
  const std::string lines = wrap(title, std::max<std::size_t>(room, 2) - 1);
  const std::string first = lines.substr(0, lines.find('\n'));
  std::string text = "  " + tinted(how, seen.colour, mark) + "  " + tinted(how, tint::bold, first) +
                     std::string(room > columns_of(first) ? room - columns_of(first) : 1, ' ') +
                     right + '\n';
  if (first.size() + 1 < lines.size())
    text += wrap(title.substr(first.size() + 1), how.width, inner);
  return text;
}

/// Writes the checks one after the other; knows what was said already.
class check_writer {
public:
  check_writer(const grade& result, const style& how)
      : checks_(result.checks), sources_(result.sources), how_(how) {}

  std::string write() {
    const auto waits = std::count_if(checks_.begin(), checks_.end(), waits_for_build);
    for (std::size_t i = 0; i < checks_.size(); ++i)
      if ((checks_[i].kind != check_kind::build || checks_[i].status != check_status::pass) &&
          !waits_for_build(checks_[i]))
        add(i);
    if (waits > 0)
      line(fmt::format("The {} checks of the lab wait for a program to run.", waits), "");
    return std::move(text_);
  }

private:
  static bool waits_for_build(const check_result& check) { return check.blocked_by == "build"; }

  void add(std::size_t i) {
    const check_result& check = checks_[i];
    text_ += title_line(check, how_);
    // Checks in a row that wait for the same thing say so once.
    if (!check.blocked_by.empty() && i + 1 < checks_.size() &&
        checks_[i + 1].message == check.message)
      return;
    if (check.findings.empty() || check.status == check_status::pass) // else the findings say it
      line(check.message, inner);
    if (check.status == check_status::pass)
      add_advice(check);
    if (check.status == check_status::pass || check.status == check_status::skipped)
      return;
    if (check.kind == check_kind::build)
      add_source(check);
    if (check.findings.empty()) {
      for (std::size_t at = 0; at < std::min<std::size_t>(check.details.size(), 10); ++at)
        line(check.details[at], inner + "  ");
      if (!check.next.empty())
        line(check.next, inner + shown(how_, "→ "));
    }
    add_findings(check);
    text_ += '\n';
  }

  /// The line that the compiler speaks of.
  void add_source(const check_result& check) {
    for (const auto& each : check.data.value("diagnostics", nlohmann::json::array()))
      if (each.value("severity", "") != "warning") {
        text_ += render_source(sources_, each.value("file", ""), each.value("line", 0), how_,
                               inner + "  ");
        return;
      }
  }

  /// What a passed check saw all the same, in a line each.
  void add_advice(const check_result& check) {
    std::size_t told = 0;
    for (const finding& each : check.findings) {
      if (told_in_.count(key_of(each)) != 0 || !advised_.insert(key_of(each)).second)
        continue;
      if (++told > findings_shown)
        return line("and more (--json FILE writes them all)", inner + "  ");
      line(name_of(each.severity) + (": " + one_sentence(each)), inner + "  ");
    }
  }

  void add_findings(const check_result& check) {
    std::size_t told = 0, more = 0;
    for (const finding& each : check.findings) {
      const auto known = told_in_.find(key_of(each));
      if (known != told_in_.end()) {
        line(fmt::format("the same as in \"{}\": {}", known->second, one_sentence(each)), inner);
      } else if (told < findings_shown) {
        text_ += '\n' + render_finding(each, sources_, how_, inner);
        told_in_[key_of(each)] = check.title;
        ++told;
      } else {
        ++more;
      }
    }
    if (more > 0)
      line(fmt::format("and {} more (--json FILE writes them all)", more), inner);
  }

  void line(const std::string& what, const std::string& first) {
    if (!what.empty())
      text_ += wrap(shown(how_, what), how_.width, first);
  }

  const std::vector<check_result>& checks_;
  const std::vector<quoted_file>& sources_;
  const style& how_;
  std::string text_;
  std::map<std::string, std::string> told_in_; ///< by key: the check's title
  std::set<std::string> advised_;              ///< keys
};

std::string verdict_line(const grade& result, const style& how) {
  const std::string score =
      fmt::format("{} of {} points", points(result.points), points(result.max_points));
  switch (result.verdict) {
  case check_status::pass:
    return tinted(how, tint::good, fmt::format("Passed: {}.", score)) + '\n';
  case check_status::noisy:
    return wrap(fmt::format("Not settled: this machine was too noisy to time. {} so far.", score),
                how.width);
  case check_status::error:
    return tinted(how, tint::bad, "No verdict: something could not be judged on this machine.") +
           " This is not\nyour code's fault.\n";
  default:
    return tinted(how, tint::bad, fmt::format("Not yet: {}.", score)) + '\n';
  }
}

} // namespace

std::string place_of(const grade& result) {
  const std::string place = result.backend == backend_kind::gpu
                                ? result.device + " (GPU)"
                                : std::string("the emulated device (CPU)");
  return result.backend_reason.empty() ? place : place + ": " + result.backend_reason;
}

std::string to_text(const grade& result, const style& how) {
  std::string text =
      wrap(shown(how, fmt::format("{} on {}", result.lab, place_of(result))), how.width);
  text += tinted(how, tint::faint,
                 shown(how, fmt::format("{} · seed {} · {}", printable_line(result.file),
                                        result.seed, result.sandbox))) +
          "\n\n";
  text += check_writer(result, how).write();
  if (text.substr(text.size() - 2) != "\n\n")
    text += '\n';
  for (const std::string& note : result.notes)
    text += wrap(shown(how, note), how.width, "Note: ");
  if (!result.notes.empty())
    text += '\n';
  text += verdict_line(result, how);
  if (const check_result* first = first_to_mend(result))
    text += wrap(shown(how, fmt::format("Look at this next, in \"{}\": {}", first->title,
                                        advice_of(*first))),
                 how.width, "", "  ");
  return text;
}

} // namespace cudalab::grader
