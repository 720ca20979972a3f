// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "protocol/messages.h"

#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/names.h"

namespace cudalab::protocol {
namespace {

using nlohmann::json;

json to_json(const buffer_argument& value) {
  return {{"kind", "buffer"},
          {"name", value.name},
          {"type", name_of(value.type)},
          {"space", name_in(space_names, value.space)},
          {"direction", name_in(direction_names, value.direction)},
          {"elements", value.elements},
          {"input_offset", value.input_offset},
          {"output_offset", value.output_offset},
          {"only_written", value.only_written},
          {"repeated_to", value.repeated_to},
          {"stored_by", name_in(maker_names, value.stored_by)}};
}

json to_json(const scalar_argument& value) {
  return {{"kind", "scalar"},
          {"name", value.name},
          {"type", name_of(value.type)},
          {"value", value.value}};
}

json to_json(const vector_argument& value) {
  return {{"kind", "vector"},
          {"name", value.name},
          {"type", name_of(value.type)},
          {"values", value.values}};
}

json to_json(const std::vector<call>& calls) {
  json list = json::array();
  for (const call& one : calls) {
    json arguments = json::array();
    for (const argument& value : one.arguments)
      arguments.push_back(std::visit([](const auto& kind) { return to_json(kind); }, value));
    list.push_back({{"function", one.function},
                    {"arguments", std::move(arguments)},
                    {"rehearsed", one.rehearsed},
                    {"refused", one.refused},
                    {"frees_when_refused", one.frees_when_refused},
                    {"calls_fail", one.calls_fail},
                    {"sampled_blocks", one.sampled_blocks}});
  }
  return list;
}

json to_json(const batch& message) {
  return {{"message", "batch"},
          {"calls", to_json(message.calls)},
          {"watched", message.watched},
          {"counted", message.counted},
          {"guard_bytes", message.guard_bytes},
          {"launch_seconds", message.launch_seconds},
          {"blocks_in_order", message.blocks_in_order}};
}

json to_json(const timing& message) {
  return {{"message", "timing"},        {"calls", to_json(message.calls)},
          {"warmup", message.warmup},   {"iterations", message.iterations},
          {"samples", message.samples}, {"flush", message.flush}};
}

json to_json(const copy_timing& message) {
  return {{"message", "copy_timing"}, {"bytes", message.bytes}, {"samples", message.samples}};
}

json to_json(const finish&) {
  return {{"message", "finish"}};
}

json to_json(const hello& message) {
  return {{"message", "hello"},
          {"protocol_version", message.protocol_version},
          {"backend", message.backend},
          {"device", message.device},
          {"functions", message.functions},
          {"peak_gigaflops", message.peak_gigaflops},
          {"pci_bus_id", message.pci_bus_id}};
}

json to_json(const std::vector<launch_sizes>& launches) {
  json list = json::array();
  for (const launch_sizes& one : launches)
    list.push_back({{"grid", one.grid}, {"block", one.block}});
  return list;
}

json to_json(const std::vector<remark>& remarks) {
  json list = json::array();
  for (const remark& one : remarks)
    list.push_back({{"what", one.what}, {"next", one.next}});
  return list;
}

json to_json(const call_reply& message) {
  return {{"message", "call_reply"},
          {"index", message.index},
          {"error", message.error},
          {"error_text", short_words(message.error_text)},
          {"findings", message.findings},
          {"traffic", message.traffic},
          {"damaged", message.damaged},
          {"remarks", to_json(message.remarks)},
          {"waits", message.waits},
          {"copied_to_host", message.copied_to_host},
          {"leaving", message.leaving},
          {"launches", to_json(message.launches)},
          {"next", short_words(message.next)},
          {"cuda_error", message.cuda_error},
          {"cuda_call", short_words(message.cuda_call)},
          {"copied_to_device", message.copied_to_device},
          {"operations", message.operations}};
}

json to_json(const timing_reply& message) {
  return {{"message", "timing_reply"},
          {"error", message.error},
          {"error_text", short_words(message.error_text)},
          {"milliseconds", message.milliseconds}};
}

/// A student's texts may hold bytes that are not UTF-8; they become replacement characters.
template <typename Message>
std::string dump(const Message& message) {
  return std::visit([](const auto& kind) { return to_json(kind); }, message)
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::size_t size_of(element_type type) {
  return type == element_type::float64 ? 8 : 4;
}

std::string name_of(element_type type) {
  return name_in(type_names, type);
}

std::string short_words(const std::string& text) {
  if (text.size() <= longest_words)
    return text;
  constexpr std::string_view mark = " ...";
  std::size_t end = longest_words - mark.size(); // so that nobody cuts it once more
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) // within a character
    --end;
  return text.substr(0, end).append(mark);
}

std::string to_text(const request& message) {
  return dump(message);
}

std::string to_text(const reply& message) {
  return dump(message);
}

} // namespace cudalab::protocol
