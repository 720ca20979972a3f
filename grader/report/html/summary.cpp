// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/summary.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/verdict.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

std::string verdict_word(const std::string& verdict) {
  if (verdict == "pass")
    return "Passed";
  if (verdict == "noisy")
    return "Not settled";
  return verdict == "error" ? "No verdict" : "Not yet";
}

std::string verdict_words(const std::string& verdict) {
  if (verdict == "noisy")
    return "This machine was too noisy to time.";
  if (verdict == "error")
    return "Something could not be judged on this machine. This is not your code's fault.";
  return {};
}

/// "Lab 04: Tiled matrix multiplication"
std::string heading(const json& grade) {
  std::string name = grade.at("lab");
  if (name.rfind("lab", 0) == 0 && name.size() > 3 && std::isdigit(name[3]) != 0)
    name = "Lab " + name.substr(3);
  return name + ": " + grade.at("title").get<std::string>();
}

markup fact(const char* name, const markup& value) {
  return element("dt", name) + element("dd", value);
}

markup fact(const char* name, const std::string& value) {
  return value.empty() ? markup() : fact(name, text(value));
}

const json* check_named(const json& grade, const std::string& id) {
  for (const json& each : grade.at("checks"))
    if (each.at("id") == id)
      return &each;
  return nullptr;
}

/// What the table adds to a check's title: why it could not count.
std::string waits_for(const json& grade, const json& check) {
  const std::string cause = check.at("blocked_by");
  if (check.at("status") == "skipped" || cause == "build")
    return check.at("message");
  const json* other = cause.empty() ? nullptr : check_named(grade, cause);
  if (other == nullptr) // of an exercise that was not asked for
    return cause.empty() ? "" : std::string(check.at("message"));
  return "waits for \"" + as_sentence(other->at("title")) + "\"";
}

markup table_line(const json& grade, const json& check) {
  const std::string id = check.at("id"), title = check.at("title"), waits = waits_for(grade, check);
  const double most = check.at("max_points");
  const bool counts = check.at("status") != "skipped" && most > 0;
  const int exercise = check.at("exercise");
  markup name = element("a", {{"href", "#" + anchor_of(id)}}, prose(title));
  if (!waits.empty())
    name += element("br", {}) + element("span", {{"class", "soft"}}, prose(waits));
  return element("tr", element("td", mark_of(check)) + element("th", {{"scope", "row"}}, name) +
                           element("td", {{"class", "number exercise"}},
                                   text(exercise > 0 ? std::to_string(exercise) : "")) +
                           element("td", {{"class", "number"}},
                                   text(counts ? fmt::format("{:g}/{:g}",
                                                             check.at("points").get<double>(), most)
                                               : "")));
}

markup heading_cell(const char* name, const char* css_class = "") {
  return element("th", {{"scope", "col"}, {"class", css_class}}, text(name));
}

markup times_of(const json& grade) {
  markup lines;
  for (const json& each : grade.at("times"))
    lines +=
        element("tr", element("th", {{"scope", "row"}}, text(each.at("step").get<std::string>())) +
                          element("td", {{"class", "number"}},
                                  text(fmt::format("{:.2f} s", each.at("seconds").get<double>()))));
  return element("details", element("summary", "How long each step took") +
                                element("table", element("tbody", lines)));
}

/// Of a grading in which nothing failed: what it did not look at.
std::string nothing_to_mend(const json& grade) {
  std::string told = "Nothing is left to fix here. ";
  for (const json& each : grade.at("checks"))
    if (each.at("status") == "skipped") {
      told += fmt::format("Not looked at: \"{}\" ({}). ", as_sentence(each.at("title")),
                          each.at("message").get<std::string>());
      break;
    }
  return told + "`./lab list` shows which lab comes next.";
}

markup next_section(const markup& content) {
  return element("section",
                 {{"class", "next-step"},
                  {"id", "next"},
                  {"tabindex", "-1"},
                  {"aria-label", "Look at this next"}},
                 element("h2", {{"style", "margin-top:0"}}, text("Look at this next")) + content);
}

} // namespace

markup head_of_page(const std::string& title) {
  return element(
      "head",
      element("meta", {{"charset", "utf-8"}}) +
          // Even if something were to slip through the escaping, it can load and run nothing.
          element("meta", {{"http-equiv", "Content-Security-Policy"},
                           {"content", "default-src 'none'; style-src 'unsafe-inline'; img-src "
                                       "data:; base-uri 'none'; form-action 'none'"}}) +
          element("meta",
                  {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
          element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
          element("meta", {{"name", "referrer"}, {"content", "no-referrer"}}) +
          element("title", title) + style_sheet());
}

markup mark_of(const json& check) {
  if (check.at("blocked_by") != "")
    return element("span", {{"class", "mark skipped"}}, text("… waits"));
  const std::string status = check.at("status");
  const char* words = status == "pass"    ? "✓ right"
                      : status == "fail"  ? "✗ not right"
                      : status == "noisy" ? "~ too noisy"
                      : status == "error" ? "! stopped"
                                          : "– skipped";
  return element("span", {{"class", "mark " + status}}, text(words));
}

std::string anchor_of(const std::string& check_id) {
  return "check-" + check_id;
}

std::string points_of(const json& holder) {
  std::string words = fmt::format("{:g} of {:g} points", holder.at("points").get<double>(),
                                  holder.at("max_points").get<double>());
  if (holder.value("bonus", false)) // a check's
    return words + ", a bonus";
  if (const double most = holder.value("max_bonus_points", 0.0); most > 0) // the whole grade's
    words +=
        fmt::format(", and {:g} of {:g} as a bonus", holder.at("bonus_points").get<double>(), most);
  return words;
}

std::string page_title(const json& grade) {
  std::string word = verdict_word(grade.at("verdict"));
  word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  return fmt::format("{}: {}, {}", grade.at("lab").get<std::string>(), word, points_of(grade));
}

markup top_of_page(const json& grade) {
  const std::string verdict = grade.at("verdict");
  markup box = element("p", {{"class", "word"}}, text(verdict_word(verdict))) +
               element("p", points_of(grade));
  if (const std::string words = verdict_words(verdict); !words.empty())
    box += element("p", words);
  const std::string backend = grade.at("backend");
  const std::string reason = grade.at("backend_reason");
  return element(
      "header", {{"class", "top"}},
      element("h1", heading(grade)) + element("div", {{"class", "verdict " + verdict}}, box) +
          element("dl", {{"class", "facts"}},
                  fact("File", element("code", grade.at("file").get<std::string>())) +
                      fact("Backend", (backend == "gpu" ? "GPU" : "CPU, emulated device") +
                                          (reason.empty() ? "" : " (" + reason + ")")) +
                      fact("Device", grade.at("device").get<std::string>()) +
                      fact("Seed", std::to_string(grade.at("seed").get<std::uint64_t>()))));
}

markup what_next(const json& grade) {
  const json* check = check_named(grade, grade.at("look_at_next"));
  if (check == nullptr)
    return next_section(element("p", prose(nothing_to_mend(grade))));
  const std::string advice = grade.value("advice", check->at("next").get<std::string>());
  return next_section(
      element("p", prose(advice)) +
      element("p", text("Where: ") + element("a", {{"href", "#" + anchor_of(check->at("id"))}},
                                             prose(check->at("title").get<std::string>()))));
}

markup table_of_checks(const json& grade) {
  markup lines;
  for (const json& check : grade.at("checks"))
    lines += table_line(grade, check);
  return element(
      "section", {{"aria-labelledby", "checks"}},
      element("h2", {{"id", "checks"}, {"tabindex", "-1"}}, text("The checks")) +
          element("table", {{"class", "checks"}},
                  element("thead", element("tr", heading_cell("Result") + heading_cell("Check") +
                                                     heading_cell("Exercise", "number exercise") +
                                                     heading_cell("Points", "number"))) +
                      element("tbody", lines)));
}

markup about(const json& grade) {
  markup notes;
  for (const json& each : grade.at("notes"))
    notes += element("li", prose(each.get<std::string>()));
  const std::string again =
      fmt::format("./lab grade {} --seed {}", grade.at("lab").get<std::string>(),
                  grade.at("seed").get<std::uint64_t>());
  return element(
      "section", {{"aria-labelledby", "about"}},
      element("h2", {{"id", "about"}}, text("About this grading")) +
          (notes.empty() ? notes : element("ul", notes)) +
          element("dl", {{"class", "facts"}},
                  fact("The same inputs again", element("code", again)) +
                      fact("Compiler", grade.at("compiler").get<std::string>()) +
                      fact("Sandbox", grade.at("sandbox").get<std::string>()) +
                      fact("SHA-256 of the file",
                           element("code", grade.at("file_sha256").get<std::string>()))) +
          times_of(grade));
}

} // namespace cudalab::grader::html
