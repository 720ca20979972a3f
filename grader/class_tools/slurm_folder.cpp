// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/slurm_folder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string order_schema = "cudalab/slurm-order/v1", note_schema = "cudalab/slurm-note/v1";

std::string text_of(const json& document) {
  return document.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

json slices_of(const slurm_order& order) {
  json slices = json::array();
  for (const auto& slice : order.slices) {
    json one = json::array();
    for (const ordered_hand_in& each : slice)
      one.push_back({{"owner", each.owner},
                     {"key", each.key},
                     {"first_key", each.first_key},
                     {"seed", each.seed},
                     {"file_sha256", each.file_sha256}});
    slices.push_back(one);
  }
  return slices;
}

constexpr const char* part_names[] = {"whole", "first", "second"};

hand_in_part part_named(const std::string& name) {
  for (const hand_in_part each : {hand_in_part::first, hand_in_part::second})
    if (name == part_names[static_cast<int>(each)])
      return each;
  return hand_in_part::whole;
}

slurm_order order_from(const json& found) {
  slurm_order order;
  found.at("lab").get_to(order.lab);
  found.at("lab_version").get_to(order.lab_version);
  found.at("tools").get_to(order.tools);
  order.part = part_named(found.at("part"));
  found.at("backend_of_keys").get_to(order.backend_of_keys);
  found.at("settings").get_to(order.settings);
  found.at("time_limit").get_to(order.time_limit);
  found.at("require_sandbox").get_to(order.require_sandbox);
  found.at("at_once").get_to(order.at_once);
  found.at("thresholds").get_to(order.thresholds);
  for (const json& slice : found.at("slices")) {
    order.slices.emplace_back();
    for (const json& each : slice)
      order.slices.back().push_back({each.at("owner"), each.at("key"), each.at("first_key"),
                                     each.at("seed"), each.at("file_sha256")});
  }
  return order;
}

/// A note counts for the file and the settings that it was written for.
json note_for(const fs::path& file, const std::string& key) {
  json found = term::read_document(file, note_schema);
  return !found.is_null() && found.value("key", "") == key ? found : json();
}

} // namespace

slurm_folder::slurm_folder(const fs::path& of_lab, bool second_parts)
    : folder_(of_lab / (second_parts ? "slurm-gpu" : "slurm")) {
  fs::create_directories(folder_ / "begun");
  fs::create_directories(folder_ / "failed");
}

fs::path slurm_folder::of(std::uint64_t number, const char* ending) const {
  return folder_ / (std::to_string(number) + ending);
}

fs::path slurm_folder::note(const char* kind, const std::string& owner) const {
  return folder_ / kind / (term::file_name_for(owner) + ".json");
}

void slurm_folder::write_order(std::uint64_t number, const slurm_order& order) const {
  write_file(of(number, ".json"), text_of({{"schema", order_schema},
                                           {"lab", order.lab},
                                           {"lab_version", order.lab_version},
                                           {"tools", order.tools},
                                           {"part", part_names[static_cast<int>(order.part)]},
                                           {"backend_of_keys", order.backend_of_keys},
                                           {"settings", order.settings},
                                           {"time_limit", order.time_limit},
                                           {"require_sandbox", order.require_sandbox},
                                           {"at_once", order.at_once},
                                           {"thresholds", order.thresholds},
                                           {"slices", slices_of(order)}}));
}

std::optional<slurm_order> slurm_folder::read_order(std::uint64_t number) const {
  const json found = term::read_document(of(number, ".json"), order_schema);
  try {
    if (!found.is_null())
      return order_from(found);
  } catch (const json::exception&) { // not ours
  }
  return {};
}

fs::path slurm_folder::script_of(std::uint64_t number) const {
  return of(number, ".sh");
}

fs::path slurm_folder::output_of(std::uint64_t number, const std::string& task) const {
  return folder_ / fmt::format("{}_{}.out", number, task);
}

int slurm_folder::tries(const std::string& owner, const std::string& key) const {
  const json found = note_for(note("begun", owner), key);
  return found.is_null() ? 0 : found.value("tries", 0);
}

void slurm_folder::set_tries(const std::string& owner, const std::string& key, int count) const {
  if (count > 0)
    write_file(note("begun", owner),
               text_of({{"schema", note_schema}, {"key", key}, {"tries", count}}));
  else
    forget(owner);
}

std::string slurm_folder::failure(const std::string& owner, const std::string& key) const {
  const json found = note_for(note("failed", owner), key);
  return found.is_null() ? "" : found.value("why", "");
}

void slurm_folder::set_failure(const std::string& owner, const std::string& key,
                               const std::string& why) const {
  write_file(note("failed", owner), text_of({{"schema", note_schema}, {"key", key}, {"why", why}}));
}

void slurm_folder::forget(const std::string& owner) const {
  std::error_code ignored;
  fs::remove(note("begun", owner), ignored);
  fs::remove(note("failed", owner), ignored);
}

std::string slurm_folder::refusal(std::uint64_t number) const {
  return content_of(of(number, ".refused"));
}

void slurm_folder::refuse(std::uint64_t number, const std::string& why) const {
  write_file(of(number, ".refused"), why);
}

std::string slurm_folder::said_in(std::uint64_t number) const {
  constexpr std::size_t longest = 1000;
  std::error_code error;
  const std::string begins = std::to_string(number) + '_';
  for (fs::directory_iterator each(folder_, error), end; !error && each != end;
       each.increment(error)) {
    if (each->path().filename().string().rfind(begins, 0) != 0)
      continue;
    const std::string text = content_of(each->path());
    if (!text.empty())
      return fmt::format("{} ends with:\n{}", each->path().string(),
                         text.substr(text.size() > longest ? text.size() - longest : 0));
  }
  return "";
}

} // namespace cudalab::grader
