// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Text to messages. The judge reads what a student's program sent: nothing is taken on trust. A
// field that is missing, has another type or is too large makes the whole message malformed.
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "protocol/channel.h"
#include "protocol/messages.h"
#include "protocol/names.h"

namespace cudalab::protocol {
namespace {

using nlohmann::json;

/// Larger than any memory; sums of a few cannot overflow.
constexpr std::uint64_t max_size = std::uint64_t{1} << 48;

[[noreturn]] void refuse(const char* field, const char* expected) {
  throw malformed(std::string("field \"") + field + "\": expected " + expected);
}

/// The fields of one JSON object.
class fields {
public:
  explicit fields(const json& object) : object_(object) {
    if (!object.is_object())
      throw malformed("expected an object");
  }

  std::string text(const char* name) const {
    const json& value = at(name);
    if (!value.is_string())
      refuse(name, "a string");
    return value.get<std::string>();
  }

  /// For people, or a name.
  std::string words(const char* name) const { return short_words(text(name)); }

  bool flag(const char* name) const {
    const json& value = at(name);
    if (!value.is_boolean())
      refuse(name, "true or false");
    return value.get<bool>();
  }

  double number(const char* name) const { return number(at(name), name); }

  std::size_t size(const char* name) const {
    const json& value = at(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > max_size)
      refuse(name, "a size");
    return value.get<std::size_t>();
  }

  int integer(const char* name) const {
    const json& value = at(name);
    if (!value.is_number_integer() ||
        (value.is_number_unsigned() &&
         value.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<int>::max()}) ||
        value.get<std::int64_t>() < std::numeric_limits<int>::min())
      refuse(name, "an int");
    return value.get<int>();
  }

  template <typename Enum, std::size_t count>
  Enum one_of(const char* name, const name_list<count>& names) const {
    const auto value = value_in<Enum>(names, text(name));
    if (!value)
      refuse(name, "a known word");
    return *value;
  }

  /// A list, each element made by `read(json)`.
  template <typename Read>
  auto list(const char* name, Read read) const {
    const json& value = at(name);
    if (!value.is_array() || value.size() > longest_list)
      refuse(name, "a list");
    std::vector<decltype(read(value))> elements;
    for (const json& element : value)
      elements.push_back(read(element));
    return elements;
  }

  std::vector<std::string> texts(const char* name) const {
    return list(name, [name](const json& element) {
      if (!element.is_string())
        refuse(name, "strings");
      return short_words(element.get_ref<const std::string&>());
    });
  }

  std::vector<double> numbers(const char* name) const {
    return list(name, [name](const json& element) { return number(element, name); });
  }

private:
  static double number(const json& value, const char* name) {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      refuse(name, "a number");
    return value.get<double>();
  }

  const json& at(const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end())
      refuse(name, "it to be there");
    return *found;
  }

  const json& object_;
};

argument parse_argument(const json& object) {
  const fields from(object);
  const std::string kind = from.text("kind");
  const auto type = from.one_of<element_type>("type", type_names);
  if (kind == "scalar")
    return scalar_argument{from.text("name"), type, from.number("value")};
  if (kind == "vector")
    return vector_argument{from.text("name"), type, from.numbers("values")};
  if (kind != "buffer")
    refuse("kind", "\"buffer\", \"scalar\" or \"vector\"");
  return buffer_argument{from.text("name"),
                         type,
                         from.one_of<memory_space>("space", space_names),
                         from.one_of<direction>("direction", direction_names),
                         from.size("elements"),
                         from.size("input_offset"),
                         from.size("output_offset"),
                         from.flag("only_written"),
                         from.size("repeated_to"),
                         from.one_of<element_maker>("stored_by", maker_names)};
}

call parse_call(const json& object) {
  const fields from(object);
  return {from.text("function"),           from.list("arguments", parse_argument),
          from.flag("rehearsed"),          from.flag("refused"),
          from.flag("frees_when_refused"), from.flag("calls_fail"),
          from.size("sampled_blocks")};
}

std::array<unsigned, 3> parse_sides(const fields& from, const char* name) {
  const std::vector<double> sides = from.numbers(name);
  if (sides.size() != 3)
    refuse(name, "three numbers");
  std::array<unsigned, 3> result{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (sides[i] < 0 || sides[i] > std::numeric_limits<int>::max() ||
        sides[i] != std::floor(sides[i]))
      refuse(name, "sizes of a launch");
    result[i] = static_cast<unsigned>(sides[i]);
  }
  return result;
}

launch_sizes parse_launch(const json& object) {
  const fields from(object);
  return {parse_sides(from, "grid"), parse_sides(from, "block")};
}

remark parse_remark(const json& object) {
  const fields from(object);
  return {from.words("what"), from.words("next")};
}

/// Deeper than any message. Millions of levels would take the parser minutes.
constexpr int deepest = 16;

json parse_json(const std::string& text) {
  const auto look = [](int depth, json::parse_event_t, const json&) {
    if (depth > deepest)
      throw malformed("nested too deeply");
    return true;
  };
  json message = json::parse(text, look, false);
  if (message.is_discarded())
    throw malformed("not JSON");
  return message;
}

} // namespace

request parse_request(const std::string& text) {
  const json object = parse_json(text);
  const fields from(object);
  const std::string kind = from.text("message");
  if (kind == "batch")
    return batch{from.list("calls", parse_call), from.flag("watched"),
                 from.flag("counted"),           from.size("guard_bytes"),
                 from.number("launch_seconds"),  from.flag("blocks_in_order")};
  if (kind == "timing")
    return timing{from.list("calls", parse_call), from.integer("warmup"),
                  from.integer("iterations"), from.integer("samples"), from.flag("flush")};
  if (kind == "copy_timing")
    return copy_timing{from.size("bytes"), from.integer("samples")};
  if (kind == "finish")
    return finish{};
  throw malformed("a request of an unknown kind");
}

reply parse_reply(const std::string& text) {
  const json object = parse_json(text);
  const fields from(object);
  const std::string kind = from.text("message");
  if (kind == "hello")
    return hello{
        from.integer("protocol_version"), from.words("backend"),         from.words("device"),
        from.texts("functions"),          from.number("peak_gigaflops"), from.words("pci_bus_id")};
  if (kind == "call_reply")
    return call_reply{from.size("index"),
                      from.words("error"),
                      from.words("error_text"),
                      from.text("findings"),
                      from.text("traffic"),
                      from.texts("damaged"),
                      from.size("copied_to_host"),
                      from.flag("leaving"),
                      from.list("launches", parse_launch),
                      from.list("remarks", parse_remark),
                      from.texts("waits"),
                      from.words("next"),
                      from.words("cuda_error"),
                      from.words("cuda_call"),
                      from.size("copied_to_device"),
                      from.size("operations")};
  if (kind == "timing_reply")
    return timing_reply{from.words("error"), from.words("error_text"),
                        from.numbers("milliseconds")};
  throw malformed("a reply of an unknown kind");
}

} // namespace cudalab::protocol
