// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <limits>
#include <stdexcept>

#include "findings/json.h"

namespace cudalab::findings {

namespace {

using nlohmann::json;

// The emulated device sends 20 findings at most, and no text of theirs is longer than a page.
constexpr std::size_t most_findings = 200, most_parties = 16, longest_text = 10'000;

[[noreturn]] void refuse_findings(const std::string& what) {
  throw std::runtime_error("a report of findings cannot be read: " + what);
}

const json& list_in(const json& value, std::size_t longest) {
  if (!value.is_array() || value.size() > longest)
    refuse_findings("expected a list of at most " + std::to_string(longest));
  return value;
}

std::string text_in(const json& value) {
  if (!value.is_string() || value.get_ref<const std::string&>().size() > longest_text)
    refuse_findings("expected a text of at most " + std::to_string(longest_text) + " bytes");
  return value.get<std::string>();
}

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::string() : text_in(*found);
}

/// The value of this name; `value_of` gives nothing for a name that no value has.
template <class ValueOf>
auto value_in(const json& name, const ValueOf& value_of) {
  const auto value = value_of(text_in(name));
  if (!value)
    refuse_findings("an unknown name");
  return *value;
}

/// nlohmann-json turns any number into any other, also one that does not fit.
template <typename Number>
Number number_in(const json& value) {
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<Number>::max()})
    refuse_findings("expected a whole number");
  return value.get<Number>();
}

int line_in(const json& value) {
  constexpr int largest = 10'000'000; // what is added to it still fits
  const int line = number_in<int>(value);
  return line <= largest ? line : 0;
}

std::array<unsigned, 3> three_in(const json& value) {
  if (!value.is_array() || value.size() != 3)
    refuse_findings("expected x, y and z");
  return {number_in<unsigned>(value[0]), number_in<unsigned>(value[1]),
          number_in<unsigned>(value[2])};
}

party read_party(const json& object) {
  party result;
  result.action = text_in(object.at("action"));
  result.on_host = object.value("host", false);
  result.thread_known = !object.at("thread").is_null();
  if (result.thread_known) {
    result.thread = three_in(object.at("thread"));
    result.block = three_in(object.at("block"));
  }
  result.file = text_in(object.at("file"));
  result.line = line_in(object.at("line"));
  constexpr std::size_t most_calls = 3;
  if (const auto calls = object.find("called_in"); calls != object.end())
    for (const json& line : list_in(*calls, most_calls))
      result.called_in.push_back(line_in(line));
  return result;
}

/// Counts of bytes and elements, so that sums of a few cannot overflow.
std::int64_t offset_in(const json& value) {
  constexpr std::int64_t largest = std::int64_t{1} << 48;
  if (!value.is_number_integer() ||
      (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{largest}) ||
      value.get<std::int64_t>() < -largest)
    refuse_findings("expected an offset");
  return value.get<std::int64_t>();
}

std::uint64_t size_in(const json& value) {
  if (!value.is_number_unsigned())
    refuse_findings("expected a size");
  return static_cast<std::uint64_t>(offset_in(value));
}

missed_object read_missed(const json& object) {
  missed_object result;
  result.object = text_in(object.at("object"));
  result.offset = offset_in(object.at("offset"));
  result.accessed = size_in(object.at("accessed"));
  result.size = size_in(object.at("size"));
  result.unit = text_in(object.at("unit"));
  if (const auto made = object.find("made"); made != object.end()) {
    result.made_in = text_in(made->at("file"));
    result.made_line = line_in(made->at("line"));
  }
  if (const auto freed = object.find("freed"); freed != object.end()) {
    result.freed_in = text_in(freed->at("file"));
    result.freed_line = line_in(freed->at("line"));
  }
  return result;
}

remedy read_fix(const json& steps) {
  constexpr std::size_t most_steps = 8, most_lines = 4;
  remedy result;
  for (const json& each : list_in(steps, most_steps)) {
    result.push_back({value_in(each.at("id"), remedy_named), {}, text_in(each, "name")});
    if (const auto lines = each.find("lines"); lines != each.end())
      for (const json& line : list_in(*lines, most_lines))
        result.back().lines.push_back(line_in(line));
  }
  return result;
}

} // namespace

finding read_finding(const json& object) {
  finding result;
  result.kind = value_in(object.at("kind"), kind_named);
  if (const auto severity = object.find("severity"); severity != object.end())
    result.severity = value_in(*severity, severity_named);
  result.space = text_in(object.at("space"));
  result.object = text_in(object.at("object"));
  result.kernel = text_in(object.at("kernel"));
  for (const json& each : list_in(object.at("parties"), most_parties))
    result.parties.push_back(read_party(each));
  result.count = number_in<std::uint64_t>(object.at("count"));
  result.text = text_in(object.at("text"));
  if (const auto fix = object.find("fix"); fix != object.end())
    result.fix = read_fix(*fix);
  // A document of an older judge has the words only.
  const std::string remedy = text_in(object.at("remedy"));
  result.remedy = result.fix.empty() ? remedy : words_of(result.fix);
  result.source = text_in(object.at("source"));
  if (const auto story = object.find("story"); story != object.end())
    result.order = value_in(*story, race_order_named);
  if (const auto missed = object.find("missed"); missed != object.end())
    result.missed = read_missed(*missed);
  result.seen_in = text_in(object, "seen_in");
  return result;
}

/// Deeper than any finding. Millions of levels would take the parser minutes.
constexpr int deepest = 16;

std::vector<finding> read_findings(const std::string& text) try {
  std::vector<finding> findings;
  if (text.empty())
    return findings;
  const json all = json::parse(text, [](int depth, json::parse_event_t, const json&) {
    if (depth > deepest)
      refuse_findings("they are nested too deeply");
    return true;
  });
  for (const json& each : list_in(all, most_findings))
    findings.push_back(read_finding(each));
  return findings;
} catch (const json::exception& error) {
  refuse_findings(error.what());
}

} // namespace cudalab::findings
